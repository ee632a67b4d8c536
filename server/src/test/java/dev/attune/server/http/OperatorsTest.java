package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators see: the access log and the metrics. */
class OperatorsTest {
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-z_][a-z_0-9]*)(\\{[a-z_]+=\"[^\"\\\\]*\"(,[a-z_]+=\"[^\"\\\\]*\")*,?})? (NaN|[+-]?Inf|-?[0-9.E+-]+)");

    @TempDir
    Path folder;

    private static String get(AttuneServer server, String path, String id) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve(path))
                .header("X-Request-Id", id)
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void everyRequestIsReportedWithItsIdIfWanted() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        ServerListener listener = new ServerListener() {
            @Override
            public boolean wantsRequests() {
                return true;
            }

            @Override
            public void answered(
                    String id, String client, String key, String method, String path, int status, long micros) {
                log.add(String.join(" ", id, client, key, method, path, Integer.toString(status)));
            }
        };
        ServerOptions options = ServerOptions.of(folder, 0).withWarmup(false);
        try (AttuneServer server = AttuneServer.start(options, listener)) {
            server.awaitReady();
            get(server, "/healthz?x=1", "abc-1");
            get(server, "/nothing", "two words");
            for (int i = 0; i < 600 && log.size() < 2; i++) {
                Thread.sleep(50);
            }
            assertThat(log).hasSize(2);
            // two connections may be reported in any order
            assertThat(log).anyMatch("abc-1 127.0.0.1 local GET /healthz 200"::equals);
            assertThat(log).anyMatch(line -> line.matches("[0-9a-f-]{36} 127.0.0.1  GET /nothing 404"));
        }
    }

    @Test
    @Tag("slow")
    void everyMetricHasAHelpTextATypeAndAName() throws Exception {
        ServerOptions options = ServerOptions.of(folder, 0); // with the metrics of the process
        try (AttuneServer server = AttuneServer.start(options, ServerListener.NONE)) {
            server.awaitReady();
            get(server, "/healthz", "x");
            Set<String> helped = new HashSet<>();
            Set<String> typed = new HashSet<>();
            Set<String> names = new HashSet<>();
            for (String line : get(server, "/metrics", "x").lines().toList()) {
                String[] words = line.split(" ", 4);
                if (line.startsWith("# HELP ")) {
                    assertThat(words).as(line).hasSize(4);
                    assertThat(words[3]).as(line).isNotBlank();
                    assertThat(helped.add(words[2])).as(line).isTrue();
                } else if (line.startsWith("# TYPE ")) {
                    assertThat(words[3]).as(line).isIn("counter", "gauge", "histogram", "summary");
                    typed.add(words[2]);
                } else {
                    Matcher sample = SAMPLE.matcher(line);
                    assertThat(sample.matches()).as(line).isTrue();
                    names.add(sample.group(1));
                }
            }
            assertThat(helped).isEqualTo(typed);
            for (String name : names) {
                String family = name.replaceFirst("_(bucket|count|sum)$", "");
                assertThat(helped.contains(name) || helped.contains(family))
                        .as(name)
                        .isTrue();
            }
            assertThat(names)
                    .contains(
                            "attune_alarms",
                            "attune_disk_free_bytes",
                            "attune_disk_total_bytes",
                            "attune_snapshot_age_seconds",
                            "attune_verdicts",
                            "attune_waiting_limit",
                            "jvm_memory_used_bytes",
                            "process_files_open_files",
                            "process_uptime_seconds",
                            "system_cpu_usage");
        }
    }
}
