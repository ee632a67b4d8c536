package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.security.ApiKey;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageRoutesTest {
    private static final Path FOLDER = Path.of("src", "main", "resources", "dev", "attune", "server", "dashboard");

    @Test
    void everyFileOfTheDashboardAndNothingElseIsServed() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            Stream<String> written = files.map(file -> file.getFileName().toString());
            assertThat(PageRoutes.routes().stream()
                            .map(route -> route.template().replaceFirst("^/(?:[0-9a-f]{16}/)?", ""))
                            .filter(file -> !file.isEmpty()))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(written, Stream.of("echarts.min.js")).toList());
        }
    }

    @Test
    void theRootIsTheStartPageAndBrowsersAreToldWhatEachFileIs() {
        List<Route> routes = PageRoutes.routes();
        assertThat(routes).extracting(Route::template).contains("/", "/index.html");
        assertThat(routes).allSatisfy(route -> {
            assertThat(route.access()).isEqualTo(Route.Access.PUBLIC);
            Reply reply = answer(route, false);
            assertThat(reply.type()).matches("(text/(html|css|javascript); charset=utf-8|image/svg\\+xml)");
            assertThat(reply.body()).isNotNull();
        });
    }

    @Test
    void filesAreKeptUnderAddressesThatChangeWithTheirContentAndTheStartPageIsAskedForAgain() {
        Map<String, Route> routes = new LinkedHashMap<>();
        PageRoutes.routes().forEach(route -> routes.put(route.template(), route));
        String page = answer(routes.get("/"), false).text();
        Matcher addresses = Pattern.compile("(?:src|href)=\"([^#\"]+)\"").matcher(page);
        int found = 0;
        while (addresses.find()) {
            found++;
            assertThat(addresses.group(1)).matches("[0-9a-f]{16}/[a-z-]+\\.(js|css|svg)");
            assertThat(routes).containsKey("/" + addresses.group(1));
        }
        assertThat(found).isGreaterThan(8);
        routes.forEach((path, route) -> assertThat(
                        answer(route, false).headers().get("Cache-Control"))
                .isEqualTo(path.matches("/|/index.html") ? "no-cache" : "private, max-age=31536000, immutable"));
    }

    @Test
    void theLibraryOfChartsIsSentInAThirdOfItsSizeToBrowsersThatUnpack() throws IOException {
        Route library = PageRoutes.routes().stream()
                .filter(route -> route.template().endsWith("/echarts.min.js"))
                .findFirst()
                .orElseThrow();
        byte[] plain = bytes(answer(library, false));
        Reply packed = answer(library, true);
        assertThat(packed.headers()).containsEntry("Content-Encoding", "gzip").containsEntry("Vary", "Accept-Encoding");
        assertThat(bytes(packed).length).isLessThan(plain.length * 2 / 5);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(bytes(packed))).readAllBytes())
                .isEqualTo(plain);
    }

    private static byte[] bytes(Reply reply) {
        return Objects.requireNonNull(reply.body()).getBytes();
    }

    private static Reply answer(@Nullable Route route, boolean gzip) {
        Call call =
                new Call(null, ApiKey.local(), List.of(), new QueryText(null), Buffer.buffer(), Runnable::run, gzip);
        return Objects.requireNonNull(route)
                .handler()
                .handle(call)
                .toCompletableFuture()
                .join();
    }
}
