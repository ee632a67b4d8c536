package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageRoutesTest {
    private static final Path FOLDER = Path.of("src", "main", "resources", "dev", "attune", "server", "dashboard");

    @Test
    void everyFileOfTheDashboardAndNothingElseIsServed() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> written =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(PageRoutes.FILES)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(written.stream(), Stream.of("echarts.min.js"))
                            .toList());
        }
    }

    @Test
    void theRootIsTheStartPageAndBrowsersAreToldWhatEachFileIs() {
        List<Route> routes = PageRoutes.routes();
        assertThat(routes).extracting(Route::template).contains("/", "/index.html", "/echarts.min.js");
        assertThat(routes).allSatisfy(route -> {
            assertThat(route.access()).isEqualTo(Route.Access.PUBLIC);
            Reply reply = answer(route);
            assertThat(reply.type()).matches("(text/(html|css|javascript); charset=utf-8|image/svg\\+xml)");
            assertThat(reply.body()).isNotNull();
        });
    }

    @Test
    void onlyTheLibraryIsCached() {
        assertThat(PageRoutes.routes().stream()
                        .filter(route -> answer(route).headers().containsKey("Cache-Control"))
                        .map(Route::template))
                .containsExactly("/echarts.min.js");
    }

    @SuppressWarnings("NullAway") // a page needs nothing of the request
    private static Reply answer(Route route) {
        return route.handler().handle(null).toCompletableFuture().join();
    }
}
