package dpgnn.kernel.cell;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a pom.xml that depends on the libraries that a notebook needs. */
final class MavenPom {
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->|<\\?xml.*?\\?>", Pattern.DOTALL);
    private static final Pattern ELEMENT = Pattern.compile("<(dependency|repository)>.*?</\\1>", Pattern.DOTALL);

    private MavenPom() {}

    /** One that depends on artifacts by their coordinates group:artifact[:type[:classifier]]:version. */
    static String of(List<String> coordinates, Map<String, String> repositories) {
        StringBuilder dependencies = new StringBuilder();
        for (String each : coordinates) {
            String[] parts = each.split(":");
            dependencies.append("<dependency>").append(tag("groupId", parts[0])).append(tag("artifactId", parts[1]));
            dependencies.append(tag("version", parts[parts.length - 1]));
            if (parts.length >= 4) dependencies.append(tag("type", parts[2]));
            if (parts.length == 5) dependencies.append(tag("classifier", parts[3]));
            dependencies.append("</dependency>");
        }
        return project(dependencies.toString(), "", repositories);
    }

    /** The pom itself, or one made of the dependencies and repositories that stand in the text. */
    static String of(String text, Map<String, String> repositories) {
        if (text.contains("<project")) return text.strip();
        StringBuilder dependencies = new StringBuilder(), places = new StringBuilder();
        Matcher element = ELEMENT.matcher(COMMENT.matcher(text).replaceAll(""));
        while (element.find()) (element.group(1).equals("dependency") ? dependencies : places).append(element.group());
        if (dependencies.isEmpty() && places.isEmpty())
            throw new IllegalArgumentException("no <dependency>, <repository> or <project> stands in it");
        return project(dependencies.toString(), places.toString(), repositories);
    }

    private static String project(String dependencies, String places, Map<String, String> repositories) {
        StringBuilder all = new StringBuilder(places);
        repositories.forEach((id, url) -> all.append("<repository>")
                .append(tag("id", id))
                .append(tag("url", url.replace("&", "&amp;")))
                .append("</repository>"));
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>\
                <groupId>notebook</groupId><artifactId>notebook</artifactId><version>1</version>\
                <repositories>%s</repositories><dependencies>%s</dependencies></project>
                """.formatted(all, dependencies);
    }

    private static String tag(String name, String value) {
        return "<" + name + ">" + value + "</" + name + ">";
    }
}
