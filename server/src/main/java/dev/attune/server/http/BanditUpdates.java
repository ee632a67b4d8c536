package dev.attune.server.http;

import dev.attune.live.statistics.Published;
import dev.attune.server.runtime.Bandits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The changes of one bandit, for one stream of events. */
final class BanditUpdates implements EventStream.Source {
    private static final long AGAIN_MILLIS = 10_000; // rates fall also without new events

    private final Bandits bandits;
    private final String name;
    private final StatisticsService service;
    private final Map<String, Function<Published, EventStream.Event>> parts;
    private final Map<String, String> sent = new HashMap<>();
    private @Nullable Published last;
    private long lastAt;

    BanditUpdates(
            Bandits bandits,
            String name,
            StatisticsService service,
            Map<String, Function<Published, EventStream.Event>> parts) {
        this.bandits = bandits;
        this.name = name;
        this.service = service;
        this.parts = parts;
    }

    @Override
    public CompletionStage<List<EventStream.Event>> news() {
        return service.later(this::look);
    }

    @SuppressWarnings("ReferenceEquality") // the same object as long as nothing has changed
    private List<EventStream.Event> look() {
        bandits.require(name); // fails if the bandit was deleted
        Optional<Published> seen = bandits.seen(name);
        long now = bandits.now();
        if (seen.isEmpty() || (seen.get() == last && now - lastAt < AGAIN_MILLIS)) {
            return List.of();
        }
        last = seen.get();
        lastAt = now;
        List<EventStream.Event> news = new ArrayList<>();
        parts.forEach((part, make) -> {
            EventStream.Event event = make.apply(seen.get());
            if (!event.json().equals(sent.put(part, event.json()))) {
                news.add(event);
            }
        });
        return news;
    }
}
