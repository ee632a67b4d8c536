package dev.attune.lab.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A place that holds a data set: a folder, a zip archive, or the file itself; files may be gzipped.
 *
 * @param set the data set
 * @param path where it is, or should be
 * @param cache whether {@code attune data} puts it there
 */
public record DataSource(DataSet set, Path path, boolean cache) {
    /** Returns the user's own copy of a data set. */
    public static DataSource at(DataSet set, Path path) {
        return new DataSource(set, path, false);
    }

    /** Returns the copy that {@code attune data} has put into the folder. */
    public static DataSource in(DataFolder folder, DataSet set) {
        return new DataSource(set, folder.of(set), true);
    }

    /** Returns a copy given by its path, or the one in the user's data folder if the path is empty. */
    public static DataSource named(DataSet set, String path) {
        return path.isEmpty() ? in(DataFolder.ofUser(), set) : at(set, Path.of(path));
    }

    /** Returns the files of a click log. */
    public List<Path> logs() throws IOException {
        if (cache && !Files.isDirectory(path)) {
            throw missing(set.logs() + "*");
        }
        return logs(path, set.logs());
    }

    /**
     * Returns a file itself, whatever its name, or those files of a folder whose names begin so, by name, which is also the order of time.
     *
     * @throws IOException if there are none
     */
    static List<Path> logs(Path path, String beginning) throws IOException {
        if (!Files.isDirectory(path)) {
            if (!Files.isReadable(path)) {
                throw new IOException("no such file: " + path);
            }
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> found = inside.filter(
                            file -> file.getFileName().toString().startsWith(beginning) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new IOException("no file " + beginning + "* in " + path
                        + "; a log of another name must be named itself, not its folder");
            }
            return found;
        }
    }

    /** Returns the contents of all files of the set, see {@link #content}. */
    public List<Content> contents() throws IOException {
        List<Content> contents = new ArrayList<>();
        for (DataSet.File file : set.files()) {
            contents.add(content(file));
        }
        return contents;
    }

    /**
     * Returns the content of one of the set's files.
     *
     * @throws IOException if it is not there; the message says how to get it
     */
    public Content content(DataSet.File file) throws IOException {
        if (!Files.exists(path)) {
            throw missing(file.name());
        }
        Optional<Content> whole = find(file.name());
        if (whole.isPresent()) {
            return whole.get();
        }
        if (!file.parts().isEmpty()) {
            List<Content> parts = new ArrayList<>();
            for (String part : file.parts()) {
                find(part).ifPresent(parts::add);
            }
            if (parts.size() == file.parts().size()) {
                return joined(file, parts);
            }
        }
        if (set.files().size() == 1 && Files.isRegularFile(path) && !isZip(path)) {
            return Content.read(path); // whatever its name
        }
        throw missing(file.name());
    }

    /**
     * Returns where the only file of the set is, for readers that do not load it into memory.
     *
     * @throws IOException if it is not there, or in an archive; the message says how to get it
     */
    public Path file() throws IOException {
        DataSet.File file = set.files().get(0);
        Optional<Path> inFolder = findInFolder(file.name());
        if (inFolder.isPresent()) {
            return inFolder.get();
        }
        if (Files.isRegularFile(path)) {
            if (isZip(path)) {
                throw new IOException(path + " is a zip archive; unpack it, or run 'attune data " + set.name()
                        + " --from PATH' with it");
            }
            return path; // whatever its name
        }
        throw missing(file.name());
    }

    private Optional<Path> findInFolder(String name) {
        return Stream.of(name, name + ".gz")
                .map(path::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Optional<Content> find(String name) throws IOException {
        if (Files.isDirectory(path)) {
            Optional<Path> file = findInFolder(name);
            return file.isPresent() ? Optional.of(Content.read(file.get())) : Optional.empty();
        }
        return isZip(path) ? findInZip(name) : Optional.empty();
    }

    private Optional<Content> findInZip(String name) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile())) {
            Optional<? extends ZipEntry> entry = zip.stream()
                    .filter(e -> baseName(e.getName()).equals(name)
                            || baseName(e.getName()).equals(name + ".gz"))
                    .findFirst();
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            try (InputStream in = Content.unzipped(zip.getInputStream(entry.get()))) {
                return Optional.of(new Content(path + "!" + entry.get().getName(), in.readAllBytes()));
            }
        } catch (ZipException e) {
            throw new IOException(path + ": the zip archive is damaged or cut short (" + e.getMessage() + ")", e);
        }
    }

    private static String baseName(String entry) {
        return entry.substring(entry.lastIndexOf('/') + 1);
    }

    private static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 'P' && in.read() == 'K';
        }
    }

    /** Concatenates files, without the blanks that some editions of UCI's files have between numbers. */
    private static Content joined(DataSet.File file, List<Content> parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> names = new ArrayList<>();
        for (Content part : parts) {
            String text = new String(part.bytes(), StandardCharsets.ISO_8859_1).replace(" ", "");
            bytes.write((text.endsWith("\n") ? text : text + "\n").getBytes(StandardCharsets.ISO_8859_1));
            names.add(part.name());
        }
        return new Content(file.name() + " (" + String.join(" + ", names) + ")", bytes.toByteArray());
    }

    private IOException missing(String file) {
        if (cache) {
            return new IOException(set.name() + " is not here yet: no " + file + " in " + path + "; " + set.command());
        }
        return new IOException(
                Files.exists(path)
                        ? "no " + file + " in " + path + ", plain or gzipped"
                        : "no such file or folder: " + path + "; it should hold " + file + ", or leave it out and "
                                + set.command());
    }
}
