package dev.attune.bench.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of its own in a file, mounted through a loop device, on which power can be cut: the kernel drops everything that was not forced, as the
 * machine would. Needs root on Linux, with mount, mkfs.ext4, fallocate and perl.
 */
final class LoopDisk implements AutoCloseable {
    private static final long BYTES = 1L << 30; // sparse: takes what is written
    private static final int ATTEMPTS = 50;
    private static final int BLOCK = 4_096;
    private static final List<String> TOOLS = List.of("mount", "umount", "mkfs.ext4", "fallocate", "perl");

    /** The ioctl EXT4_IOC_SHUTDOWN without a flush of the log: what is not on the disk by now never gets there. */
    private static final String CUT =
            "open(F,'<',$ARGV[0]) or die $!; my $f=pack('I',2); ioctl(F,0x8004587d,$f) or die $!;";

    private final Path image;
    private final Path folder;

    private LoopDisk(Path image, Path folder) {
        this.image = image;
        this.folder = folder;
    }

    /**
     * Creates and mounts a file system.
     *
     * @throws IOException if that is not possible here; the message is the reason
     */
    static LoopDisk create(Path at) throws IOException {
        for (String tool : TOOLS) {
            run("sh", "-c", "command -v " + tool);
        }
        Path image = at.resolve("disk.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
        LoopDisk disk = new LoopDisk(image, Files.createDirectories(at.resolve("disk")));
        disk.mount();
        return disk;
    }

    /** Returns where it is mounted. */
    Path folder() {
        return folder;
    }

    private void mount() throws IOException {
        run("mount", "-o", "loop", image.toString(), folder.toString());
    }

    /** Cuts the power: from now on nothing reaches the disk, and what was not forced is lost. */
    void cut() throws IOException {
        run("perl", "-e", CUT, folder.toString());
    }

    /** Mounts the disk again after the power was cut; no process may use it. */
    void restore() throws IOException, InterruptedException {
        unmount();
        mount();
    }

    private void unmount() throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                run("umount", folder.toString());
                return;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                System.gc(); // frees files of this process that are mapped into memory
                Thread.sleep(100);
            }
        }
    }

    /** Leaves no free block. */
    void fill() throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        try {
            run("fallocate", "-l", Long.toString(Math.max(BLOCK, free - 16 * BLOCK)), filler().toString());
        } catch (IOException e) {
            // The service took some of it meanwhile. The loop below takes what is left.
        }
        try (OutputStream rest = Files.newOutputStream(folder.resolve("rest"))) {
            byte[] block = new byte[BLOCK];
            while (true) {
                rest.write(block);
            }
        } catch (IOException e) {
            // full, as wanted
        }
    }

    /** Frees what {@link #fill} took. */
    void free() throws IOException {
        Files.deleteIfExists(filler());
        Files.deleteIfExists(folder.resolve("rest"));
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(
                        List.of(command) + ": " + (said.isEmpty() ? "not available, or not permitted" : said));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Unmounts it; the file stays. */
    @Override
    public void close() throws IOException {
        try {
            unmount();
            Files.delete(folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
