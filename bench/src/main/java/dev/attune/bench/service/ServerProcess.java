package dev.attune.bench.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real service in a process of its own: {@code attune serve}, from the class path of this program. */
public final class ServerProcess implements AutoCloseable {
    private static final String MAIN = "dev.attune.cli.AttuneCommand";
    private static final long LOOK_MILLIS = 10;
    private static final long DRAIN_SECONDS = 30;

    private final Process process;
    private final URI address;
    private final Path log;
    private final HttpClient http;

    private ServerProcess(Process process, URI address, Path log, HttpClient http) {
        this.process = process;
        this.address = address;
        this.log = log;
        this.http = http;
    }

    /** Returns a free port. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * Starts the service on a data folder and does not wait for it.
     *
     * @param log what it says is appended to this file
     * @param jvm options of the JVM
     * @param arguments of {@code serve}, beside the port and the data folder
     */
    public static ServerProcess start(int port, Path data, Path log, List<String> jvm, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--data", data.toString()));
        all.addAll(arguments);
        return start(port, log, jvm, all);
    }

    /** Starts the service with these arguments beside the port, and does not wait for it. */
    public static ServerProcess start(int port, Path log, List<String> jvm, List<String> arguments) throws IOException {
        List<String> serve = new ArrayList<>(List.of("serve", "--port", Integer.toString(port)));
        serve.addAll(arguments);
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
        return new ServerProcess(attune(log, jvm, serve), URI.create("http://127.0.0.1:" + port), log, http);
    }

    /**
     * Starts the program with any command, from the class path of this program. It ends with this program at the latest.
     *
     * @param log what it says is appended to this file
     * @param jvm options of the JVM
     */
    public static Process attune(Path log, List<String> jvm, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly)); // Ctrl-C must not leave it behind
        return process;
    }

    /** Returns its address. */
    public URI address() {
        return address;
    }

    /** Its process, for time and memory. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Waits until it takes requests.
     *
     * @throws IOException if it ends before, or takes too long; the message has the end of what it said
     */
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        HttpRequest ask = HttpRequest.newBuilder(address.resolve("/readyz"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long until = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < until) {
            if (!process.isAlive()) {
                throw new IOException("the service ended with code " + process.exitValue() + ": " + said());
            }
            try {
                if (http.send(ask, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                // it does not listen yet
            }
            Thread.sleep(LOOK_MILLIS);
        }
        throw new IOException("the service was not ready within " + patience.toSeconds() + " s: " + said());
    }

    /** Returns a page of the service, such as its metrics. */
    public String get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(address.resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private String said() throws IOException {
        String text = Files.readString(log);
        return text.substring(Math.max(0, text.length() - 2_000)).strip();
    }

    /** Ends it at once, as kill -9 does; returns when it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /**
     * Ends it in good order.
     *
     * @throws IOException if it does not end
     */
    public void stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the service did not stop within " + DRAIN_SECONDS + " s: " + said());
        }
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
