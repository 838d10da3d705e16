package dpgnn.graph.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists all files of all data sets, from data/manifest.csv: their sources, checksums, licences and citations. */
final class Manifest {
    private static final String HEADER = "name,file,address,sha256,bytes,licence,citation";

    /**
     * One file.
     *
     * @param name of the data set
     * @param file its place below the folder of data
     * @param sha256 in hexadecimal; empty where nobody published one
     * @param bytes its size; -1 where unknown
     */
    public record Entry(
            String name, String file, String address, String sha256, long bytes, String licence, String citation) {
        /** Whether the address is a folder for people rather than the file itself. */
        boolean byHand() {
            return address.endsWith("/");
        }

        /** Whether the file at this place is one that this archive holds. */
        boolean archives(String place) {
            return file.endsWith(".zip") && place.startsWith(file.substring(0, file.length() - 4) + "/");
        }
    }

    private final List<Entry> entries;

    Manifest(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** The manifest that comes with the library. */
    public static Manifest own() {
        try (InputStream in = Manifest.class.getResourceAsStream("/dpgnn/data/manifest.csv")) {
            if (in == null) throw new IllegalStateException("dpgnn/data/manifest.csv must be on the class path");
            return parse(in);
        } catch (IOException e) {
            throw new IllegalStateException("dpgnn/data/manifest.csv must be readable", e);
        }
    }

    static Manifest parse(InputStream in) throws IOException {
        List<Entry> entries = new ArrayList<>();
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String line = reader.readLine();
        if (!HEADER.equals(line))
            throw new IOException("a manifest must begin with " + HEADER + ", began with " + line);
        while ((line = reader.readLine()) != null) {
            String[] f = line.split(",", 7);
            if (f.length != 7) throw new IOException("a line of a manifest must have 7 fields: " + line);
            entries.add(new Entry(f[0], f[1], f[2], f[3], f[4].isEmpty() ? -1 : Long.parseLong(f[4]), f[5], f[6]));
        }
        return new Manifest(entries);
    }

    public List<Entry> entries() {
        return entries;
    }

    Optional<Entry> file(String place) {
        return entries.stream().filter(e -> e.file().equals(place)).findFirst();
    }

    Optional<Entry> archive(String place) {
        return entries.stream().filter(e -> e.archives(place)).findFirst();
    }
}
