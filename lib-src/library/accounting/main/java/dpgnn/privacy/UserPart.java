package dpgnn.privacy;

import dpgnn.base.Check;
import dpgnn.base.Shipped;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * A part of a mechanism that somebody outside the library wrote, such as a sampler in a notebook, and why it holds. A part need not
 * be one: without, guarantees say that its author states it. Either way no verdict of what ran says more than {@link Verdict#GIVEN}.
 */
public interface UserPart {
    /** What the author holds to be proved of the part, and why: a sentence, the same in every run. */
    String statement();

    /** A sentence of so many letters at most stands in guarantees, ledgers and certificates; names are shorter. */
    int LONGEST = 400, LONGEST_NAME = 120;

    /**
     * What guarantees say of a part that the library does not ship.
     *
     * @param role what it is in the mechanism, such as "sampler"
     * @param seam the interface of the library by which it comes in
     * @return a sentence, or nothing where the library ships the part and all within it
     */
    static <T> List<String> of(String role, T part, Class<T> seam) {
        Object foreign = Shipped.foreign(Check.given(role, part), Check.given("seam", seam));
        return foreign == null ? List.of() : List.of(role + " " + name(foreign.getClass()) + ": " + sentence(foreign));
    }

    /** A name that every session gives: numbers that the JVM or a notebook gives to classes are left out. */
    private static String name(Class<?> type) {
        if (Proxy.isProxyClass(type)) return "(a proxy)";
        if (type.isHidden()) return "(a hidden class)";
        String full;
        try {
            // A notebook gives a name to an anonymous class, with a number in it.
            if (type.isAnonymousClass() || type.getSimpleName().startsWith("$JShell$anonymous"))
                return "(an anonymous class)";
            full = type.getCanonicalName() == null ? type.getSimpleName() : type.getCanonicalName();
        } catch (LinkageError apart) { // of another loader than the class that it lies in
            full = type.getName();
        }
        return printable(full.replaceFirst("^REPL\\.\\$JShell\\$\\w+\\.", ""), LONGEST_NAME);
    }

    private static String sentence(Object part) {
        String words = "";
        try {
            if (part instanceof UserPart stated) words = printable(stated.statement(), LONGEST);
        } catch (RuntimeException unsaid) {
            // a part that does not say why it holds is stated by its author
        }
        return words.isEmpty() ? "stated by its author." : words.endsWith(".") ? words : words + ".";
    }

    /** On one line, with nothing that moves a cursor or turns the direction of text. */
    private static String printable(String text, int most) {
        String line = text.strip().replaceAll("\\s+", " ").replaceAll("[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]", "?");
        if (line.length() <= most) return line;
        int end = Character.isHighSurrogate(line.charAt(most - 4)) ? most - 4 : most - 3;
        return line.substring(0, end) + "...";
    }
}
