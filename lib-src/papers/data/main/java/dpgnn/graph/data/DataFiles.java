package dpgnn.graph.data;

import dpgnn.base.AtomicFile;
import dpgnn.base.Sha256;
import dpgnn.graph.data.Manifest.Entry;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
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
 * Looks for a file in the data folders, in order, then in an archive that holds it, and then downloads it into the cache. A
 * download is checked before it gets its name. A file without a published checksum is pinned: its first SHA-256 is kept
 * beside it and must stay the same. A present file whose SHA-256 is not that of the manifest is an {@link AlteredFile}:
 * always in the cache, and in a user's folder unless other files are allowed, which results then state.
 */
record DataFiles(List<Path> folders, Path cache, Manifest manifest, Optional<Download> download, boolean othersAllowed)
        implements Sources.Locator {
    DataFiles {
        folders = List.copyOf(folders);
    }

    @Override
    public Path find(String place) throws IOException {
        if (leaves(place)) throw new IllegalArgumentException("a place must be below the folder of data, was " + place);
        Optional<Path> present = present(place);
        if (present.isPresent()) return present.get();
        Optional<Entry> archive = manifest.archive(place);
        if (archive.isPresent()) {
            Entry entry = archive.get();
            return unpacked(place, entry)
                    .orElseThrow(() -> new MalformedFile(
                            entry.file(), "ZIP directory", "no entry for " + place, "an archive that holds it"));
        }
        return downloaded(manifest.file(place)
                .orElseThrow(() -> new MissingData(place + " is not at hand. Put it at " + wanted(place), null)));
    }

    /** Does not download anything: a file that need not be there is not worth that. */
    @Override
    public Optional<Path> findIfThere(String place) throws IOException {
        Optional<Path> present = present(place);
        Optional<Entry> archive = manifest.archive(place);
        if (present.isPresent()
                || archive.isEmpty()
                || present(archive.get().file()).isEmpty()) return present;
        return unpacked(place, archive.get());
    }

    @Override
    public Optional<String> check(String place, Path found, String sha256) throws IOException {
        Optional<Entry> entry = manifest.file(place).filter(e -> !e.sha256().isEmpty());
        boolean ours = found.equals(cache.resolve(place));
        if (entry.isPresent() && !entry.get().sha256().equalsIgnoreCase(sha256)) {
            if (ours || !othersAllowed) throw AlteredFile.of(found, sha256, entry.get(), ours);
            return Optional.of(place + " has SHA-256 " + sha256 + ", not that of the published file, "
                    + entry.get().sha256() + ": results are of other data.");
        }
        if (ours && Files.isRegularFile(pin(found))) {
            String first = Files.readString(pin(found)).strip();
            if (!first.equals(sha256)) throw AlteredFile.pinned(found, sha256, first, pin(found));
        }
        return Optional.empty();
    }

    private Optional<Path> present(String place) {
        List<Path> tried = new ArrayList<>();
        for (Path folder : folders) {
            tried.add(folder.resolve(place));
            tried.add(folder.resolve(Path.of(place).getFileName()));
        }
        for (Path path : tried) if (Files.isRegularFile(path)) return Optional.of(path);
        Path cached = cache.resolve(place);
        return Optional.of(cached).filter(Files::isRegularFile);
    }

    private Path downloaded(Entry entry) throws IOException {
        Path target = cache.resolve(entry.file());
        if (entry.byHand()) throw missing(entry, "it must be fetched by hand", null);
        if (download.isEmpty()) throw missing(entry, "downloads are switched off", null);
        try {
            download.get().fetch(entry.address(), target, entry.sha256(), entry.bytes());
        } catch (IOException e) {
            throw missing(entry, e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
        if (entry.sha256().isEmpty()) Files.writeString(pin(target), Sha256.of(target));
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

    /** Takes one file out of an archive, if it is in it. Names with a double slash are read as with one. */
    private Optional<Path> unpacked(String place, Entry entry) throws IOException {
        Optional<Path> atHand = present(entry.file());
        Path archive = atHand.isPresent() ? atHand.get() : downloaded(entry);
        if (atHand.isPresent()) check(entry.file(), archive, Sha256.of(archive));
        String tail = "/" + place.substring(place.indexOf('/') + 1);
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Optional<? extends ZipEntry> found = zip.stream()
                    .filter(e -> {
                        String name = "/" + e.getName().replaceAll("/+", "/");
                        return ("/" + place).endsWith(name) || name.endsWith(tail);
                    })
                    .findFirst();
            if (found.isEmpty()) return Optional.empty();
            String name = found.get().getName();
            if (leaves(name))
                throw new MalformedFile(entry.file(), "entry", name, "a name below the archive's own folder");
            Path target = cache.resolve(place);
            Files.createDirectories(target.getParent());
            Path part = Files.createTempFile(target.getParent(), "unpack", ".part");
            try (InputStream in = ReadLimit.unpacked(
                    entry.file() + "!" + name,
                    zip.getInputStream(found.get()),
                    found.get().getCompressedSize())) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                Files.writeString(pin(target), Sha256.of(part));
                AtomicFile.move(part, target);
            } finally {
                Files.deleteIfExists(part);
            }
            return Optional.of(target);
        } catch (ZipException | IllegalArgumentException | java.io.EOFException e) {
            throw new IOException(archive + " must be an intact ZIP archive: " + e.getMessage(), e);
        }
    }

    /** Whether a name would lead out of the folder that it is put below, on this system or another. */
    private static boolean leaves(String name) {
        return name.startsWith("/")
                || name.contains("\\")
                || name.matches("[A-Za-z]:.*")
                || List.of(name.split("/")).contains("..");
    }

    private static Path pin(Path file) {
        return file.resolveSibling(file.getFileName() + ".sha256");
    }
}
