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

/** What is new of one bandit, for one listener. */
final class BanditNews implements EventStream.Source {
    private static final long AGAIN_MILLIS = 10_000; // rates fall also when nothing happens

    private final Bandits bandits;
    private final String name;
    private final StatisticsDesk desk;
    private final Map<String, Function<Published, EventStream.Event>> parts;
    private final Map<String, String> told = new HashMap<>();
    private @Nullable Published last;
    private long lastAt;

    BanditNews(
            Bandits bandits,
            String name,
            StatisticsDesk desk,
            Map<String, Function<Published, EventStream.Event>> parts) {
        this.bandits = bandits;
        this.name = name;
        this.desk = desk;
        this.parts = parts;
    }

    @Override
    public CompletionStage<List<EventStream.Event>> news() {
        return desk.later(this::look);
    }

    @SuppressWarnings("ReferenceEquality") // what was published is the same object as long as nothing has happened
    private List<EventStream.Event> look() {
        bandits.require(name); // fails when the bandit is gone
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
            if (!event.json().equals(told.put(part, event.json()))) {
                news.add(event);
            }
        });
        return news;
    }
}
