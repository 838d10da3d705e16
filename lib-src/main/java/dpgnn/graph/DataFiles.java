package dpgnn.graph;

import dpgnn.graph.Manifest.Entry;
import dpgnn.graph.read.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Looks for a file in the folders of data, in order, then in an archive that holds it, and then downloads it into the cache.
 * What is downloaded is checked before it gets its name. A file that nobody published a checksum of is pinned: its first
 * SHA-256 is kept beside it and must stay.
 */
final class DataFiles implements Sources.Locator {
    private final List<Path> folders;
    private final Path cache;
    private final Manifest manifest;
    private final Optional<Download> download;

    DataFiles(List<Path> folders, Path cache, Manifest manifest, Optional<Download> download) {
        this.folders = List.copyOf(folders);
        this.cache = cache;
        this.manifest = manifest;
        this.download = download;
    }

    @Override
    public Path find(String place) throws IOException {
        Optional<Path> present = present(place);
        if (present.isPresent()) return present.get();
        Optional<Entry> archive = manifest.archive(place);
        if (archive.isPresent())
            return unpacked(place, present(archive.get().file()).orElse(null), archive.get());
        return downloaded(manifest.file(place)
                .orElseThrow(() -> new MissingData(place + " is not at hand. Put it at " + wanted(place), null)));
    }

    private Optional<Path> present(String place) throws IOException {
        List<Path> tried = new ArrayList<>();
        for (Path folder : folders) {
            tried.add(folder.resolve(place));
            tried.add(folder.resolve(Path.of(place).getFileName()));
        }
        for (Path path : tried) if (Files.isRegularFile(path)) return Optional.of(path);
        Path cached = cache.resolve(place);
        if (!Files.isRegularFile(cached)) return Optional.empty();
        checkPin(cached);
        return Optional.of(cached);
    }

    private Path downloaded(Entry entry) throws IOException {
        Path target = cache.resolve(entry.file());
        if (download.isEmpty()) throw missing(entry, "downloads are switched off", null);
        try {
            download.get().fetch(entry.address(), target, entry.sha256(), entry.bytes());
        } catch (IOException e) {
            throw missing(entry, e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
        if (entry.sha256().isEmpty()) Files.writeString(pin(target), Sources.sha256(target));
        return target;
    }

    private MissingData missing(Entry entry, String why, Throwable cause) {
        return new MissingData(
                "data set " + entry.name() + " needs " + entry.file() + ", which is not at hand (" + why
                        + "). Get it from "
                        + entry.address() + " and put it at " + wanted(entry.file()) + ". "
                        + (entry.sha256().isEmpty()
                                ? "No SHA-256 of it is published."
                                : "Its SHA-256 must be " + entry.sha256() + "."),
                cause);
    }

    private String wanted(String place) {
        return folders.isEmpty()
                ? cache.resolve(place) + " (or below a folder that DPGNN_DATA names)"
                : folders.get(0).resolve(place).toString();
    }

    /** Takes one file out of an archive. Names with a double slash are read as with one. */
    private Path unpacked(String place, Path at, Entry entry) throws IOException {
        Path archive = at == null ? downloaded(entry) : at;
        String tail = "/" + place.substring(place.indexOf('/') + 1);
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry found = zip.stream()
                    .filter(e -> {
                        String name = "/" + e.getName().replaceAll("/+", "/");
                        return ("/" + place).endsWith(name) || name.endsWith(tail);
                    })
                    .findFirst()
                    .orElseThrow(() -> new MalformedFile(
                            entry.file(), "ZIP directory", "no entry for " + place, "an archive that holds it"));
            Path target = cache.resolve(place);
            Files.createDirectories(target.getParent());
            Path part = Files.createTempFile(target.getParent(), "unpack", ".part");
            try (InputStream in = zip.getInputStream(found)) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            return target;
        } catch (ZipException | IllegalArgumentException | java.io.EOFException e) {
            throw new IOException(archive + " must be an intact ZIP archive: " + e.getMessage(), e);
        }
    }

    private static Path pin(Path file) {
        return file.resolveSibling(file.getFileName() + ".sha256");
    }

    private static void checkPin(Path file) throws IOException {
        if (!Files.isRegularFile(pin(file))) return;
        String wanted = Files.readString(pin(file)).strip();
        String actual = Sources.sha256(file);
        if (!wanted.equals(actual))
            throw new IOException(file + " must keep the SHA-256 of its first download, " + wanted + ", has " + actual
                    + "; delete it and " + pin(file).getFileName() + " to start again");
    }
}
