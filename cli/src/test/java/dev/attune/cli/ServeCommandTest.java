package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ServeCommandTest {
    private static final Pattern CURL = Pattern.compile("(http://\\S+)( -H \\S+ \\S+)? -H '[^']+' -d '([^']*)'");

    @TempDir
    Path folder;

    /** The command in a thread of its own; an interrupt stands for Ctrl-C. */
    private static final class Running implements AutoCloseable {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final AtomicInteger code = new AtomicInteger(-1);
        final Thread thread;

        Running(String... options) {
            List<String> arguments = new ArrayList<>(List.of("serve", "--no-warmup"));
            arguments.addAll(List.of(options));
            if (!arguments.contains("--port")) {
                arguments.addAll(List.of("--port", "0"));
            }
            CommandLine command = AttuneCommand.commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true));
            thread = new Thread(() -> code.set(command.execute(arguments.toArray(String[]::new))));
            thread.start();
        }

        Running awaitLine(String text) throws InterruptedException {
            for (int i = 0; i < 600 && !out.toString().contains(text); i++) {
                Thread.sleep(50);
            }
            assertThat(out.toString()).as(err.toString()).contains(text);
            return this;
        }

        int awaitEnd() throws InterruptedException {
            thread.join(30_000);
            return code.get();
        }

        void stop() {
            thread.interrupt();
            try {
                thread.join(30_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() {
            stop();
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void theLineThatItShowsMakesABanditAndDecides() throws Exception {
        try (Running serve = new Running("--data", data().toString())) {
            String said = serve.awaitLine("openapi.json").out.toString();
            assertThat(said)
                    .contains(
                            "listens on http://127.0.0.1:",
                            "data folder: " + data(),
                            "NO KEYS",
                            "recovered: 0",
                            "ready");

            Matcher curl = CURL.matcher(said);
            assertThat(curl.find()).isTrue();
            assertThat(post(curl.group(1), curl.group(3)).statusCode()).isEqualTo(201);
            assertThat(curl.find()).isTrue();
            HttpResponse<String> decided = post(curl.group(1), curl.group(3));
            assertThat(decided.statusCode()).isEqualTo(200);
            assertThat(decided.body()).containsPattern("\"arm\":\"[abc]\"");
            serve.stop();
            assertThat(serve.out.toString()).as(serve.err.toString()).contains("stopping", "stopped");
        }
        try (Running again = new Running("--data", data().toString())) {
            assertThat(again.awaitLine("openapi.json").out.toString()).doesNotContain("curl");
        }
    }

    private static HttpResponse<String> post(String uri, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(uri))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void whatKeepsItFromStartingIsSaidInALine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(refusal("--data", data().toString(), "--port", port, "--host", "127.0.0.1"))
                    .contains("port " + port)
                    .contains("in use");
        }
        assertThat(refusal("--data", data().toString(), "--host", "0.0.0.0")).contains("attune keys new");
        assertThat(refusal(
                        "--data",
                        data().toString(),
                        "--keys",
                        folder.resolve("none").toString()))
                .contains("no such file");
        assertThat(refusal("--data", data().toString(), "--tls-cert", "c.pem")).contains("both");
        assertThat(refusal("--data", data().toString(), "--max-body", "10MB")).contains("body");
        assertThat(refusal("--data", data().toString(), "--retain-age", "soon")).contains("'soon' is not a duration");
        try (Running first = new Running("--data", data().toString())) {
            first.awaitLine("ready");
            assertThat(refusal("--data", data().toString())).contains("in use by another process");
        }
    }

    @Test
    void optionsThatExcludeEachOtherAreRejected() throws Exception {
        Running folderToo = new Running("--follow", "127.0.0.1:1", "--data", data().toString());
        assertThat(folderToo.awaitEnd()).isEqualTo(2);
        assertThat(folderToo.err.toString()).contains("--data needs a data folder", "remove --data or --follow");

        Running alone = new Running("--follow-prefix", "other-");
        assertThat(alone.awaitEnd()).isEqualTo(2);
        assertThat(alone.err.toString()).contains("--follow-prefix needs --follow");

        Running nowhere = new Running("--follow", "nonsense");
        assertThat(nowhere.awaitEnd()).isEqualTo(2);
        assertThat(nowhere.err.toString()).contains("cannot follow nonsense").hasLineCount(1);

        Running noFile = new Running("--follow", "127.0.0.1:1", "--follow-properties", "missing.properties");
        assertThat(noFile.awaitEnd()).isEqualTo(2);
        assertThat(noFile.err.toString()).contains("no such file: missing.properties");
    }

    @Test
    void aDamagedJournalIsNotServedAndRepairIsOffered() throws Exception {
        try (Running first = new Running("--data", data().toString())) {
            Matcher curl = CURL.matcher(first.awaitLine("openapi.json").out.toString());
            while (curl.find()) {
                post(curl.group(1), curl.group(3));
            }
        }
        try (var files = Files.walk(data())) {
            Path segment = files.filter(file ->
                            file.toString().endsWith(".log") || file.toString().contains("segment"))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), 0);
            }
        }
        assertThat(refusal("--data", data().toString())).contains("attune journal repair " + data());
    }

    private String refusal(String... options) throws InterruptedException {
        Running serve = new Running(options);
        int code = serve.awaitEnd();
        assertThat(code).as(serve.out + "" + serve.err).isEqualTo(2);
        assertThat(serve.err.toString().lines()).hasSize(1);
        return serve.err.toString();
    }

    @Test
    void aFreshKeyIsShownOnceAndOpensTheService() throws Exception {
        Path keys = folder.resolve("keys.txt");
        String secret = secret("keys", "new", "--name", "ops", "--scopes", "admin", "--file", keys.toString());
        assertThat(Files.readString(keys)).startsWith("ops sha256:").doesNotContain(secret);
        try (Running serve = new Running("--data", data().toString(), "--keys", keys.toString())) {
            String said = serve.awaitLine("openapi.json").out.toString();
            assertThat(said).contains("keys: " + keys, "NO TLS", "$ATTUNE_KEY").doesNotContain("NO KEYS");
            Matcher uri = Pattern.compile("listens on (\\S+)").matcher(said);
            assertThat(uri.find()).isTrue();
            URI bandits = URI.create(uri.group(1) + "/v1/bandits");
            HttpRequest request = HttpRequest.newBuilder(bandits)
                    .header("Authorization", "Bearer " + secret)
                    .build();
            HttpClient client = HttpClient.newHttpClient();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(client.send(HttpRequest.newBuilder(bandits).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    private static String secret(String... arguments) {
        StringWriter out = new StringWriter();
        assertThat(AttuneCommand.commandLine().setOut(new PrintWriter(out)).execute(arguments))
                .isZero();
        Matcher key = Pattern.compile("attune_\\S+").matcher(out.toString());
        assertThat(key.find()).isTrue();
        return key.group();
    }

    @Test
    void aKeyWithATakenNameOrUnknownScopeIsRefused() {
        Path keys = folder.resolve("keys.txt");
        secret("keys", "new", "--name", "ops", "--scopes", "decide,reward", "--rate", "5", "--file", keys.toString());
        for (String[] bad : List.of(
                new String[] {"--name", "ops", "--scopes", "admin"},
                new String[] {"--name", "two words", "--scopes", "admin"},
                new String[] {"--name", "x", "--scopes", "root"},
                new String[] {"--name", "x", "--scopes", "admin", "--rate", "0"},
                new String[] {"--name", "x", "--scopes", "admin", "--bandits", "a b"})) {
            List<String> arguments = new ArrayList<>(List.of("keys", "new", "--file", keys.toString()));
            arguments.addAll(List.of(bad));
            StringWriter err = new StringWriter();
            int code = AttuneCommand.commandLine()
                    .setOut(new PrintWriter(new StringWriter()))
                    .setErr(new PrintWriter(err))
                    .execute(arguments.toArray(String[]::new));
            assertThat(code).isEqualTo(2);
            assertThat(err.toString().lines()).hasSize(1);
        }
    }
}
