package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.attune.live.json.StatisticsJson;
import dev.attune.live.json.TunerJson;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.TimeRange;
import dev.attune.server.http.EventStream.Event;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.security.ApiKey;
import dev.attune.server.security.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The resources of the dashboard: overview, statistics, tuner, model, recent decisions, audit log, downloads. */
final class StatisticsRoutes {
    private static final int RECENT = 50;
    private static final int NEWEST = 10;
    private static final int MOST_RECENT = 200;
    private static final int COEFFICIENTS = 100;
    private static final int MOST_COEFFICIENTS = 1_000;
    private static final int LONGEST_SEARCH = 200;
    private static final int CHANGES = 100;
    private static final int MOST_CHANGES = 1_000;
    private static final long OVERVIEW_MILLIS = 2_000;
    private static final long BANDIT_MILLIS = 1_000;
    private static final long AGAIN_MILLIS = 10_000; // rates fall also without new events

    private final boolean keysNeeded;
    private final long startedAt = System.currentTimeMillis();
    private final StatisticsService statistics = new StatisticsService();

    private StatisticsRoutes(boolean keysNeeded) {
        this.keysNeeded = keysNeeded;
    }

    static List<Route> routes(boolean keysNeeded) {
        StatisticsRoutes all = new StatisticsRoutes(keysNeeded);
        String bandit = BanditRoutes.BANDIT;
        return List.of(
                Route.get("/v1/overview", Access.DECIDE, all::overview),
                Route.get("/v1/overview/events", Access.DECIDE, all::overviewEvents),
                Route.get("/v1/key", Access.DECIDE, StatisticsRoutes::key),
                Route.get("/v1/audit", Access.ADMIN, StatisticsRoutes::audit),
                Route.get(bandit + "/statistics", Access.DECIDE, all::statistics),
                Route.get(bandit + "/segments", Access.DECIDE, all::segments),
                Route.get(bandit + "/evaluation", Access.DECIDE, StatisticsRoutes::evaluation),
                Route.command(bandit + "/evaluation", Access.ADMIN, StatisticsRoutes::startEvaluation),
                Route.get(bandit + "/tuner", Access.DECIDE, all::tuner),
                Route.get(bandit + "/model", Access.DECIDE, all::model),
                Route.get(bandit + "/recent", Access.DECIDE, all::recent),
                Route.get(bandit + "/events", Access.DECIDE, all::events),
                Route.get(bandit + "/journal.jsonl", Access.ADMIN, StatisticsRoutes::journal),
                Route.get(bandit + "/model.bin", Access.ADMIN, StatisticsRoutes::modelFile));
    }

    private CompletionStage<Reply> overview(Call call) {
        call.query();
        return statistics.later(() -> overview(call, rows(call)));
    }

    private String rows(Call call) {
        return statistics.overview(call.bandits(), call.key());
    }

    private Reply overview(Call call, String rows) {
        return Reply.json(out -> {
            out.writeStartObject();
            out.writeObjectField("service", service(call.backend()));
            out.writeFieldName("bandits");
            out.writeRawValue(rows);
            out.writeEndObject();
        });
    }

    /** The service as a whole. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Service(
            String version,
            long startedAt,
            boolean ready,
            @Nullable String following,
            @Nullable Journal journal,
            boolean keysNeeded,
            long now) {}

    private record Journal(long position, long bytes) {}

    private Service service(Backend backend) throws IOException {
        String version = StatisticsRoutes.class.getPackage().getImplementationVersion();
        BanditRuntime own = backend.own();
        return new Service(
                version == null ? "development" : version,
                startedAt,
                backend.bandits().failure().isEmpty(),
                own == null ? backend.stream() : null,
                own == null ? null : new Journal(own.position(), own.journalBytes()),
                keysNeeded,
                backend.bandits().now());
    }

    private CompletionStage<Reply> overviewEvents(Call call) {
        call.query();
        String[] last = {""};
        Supplier<List<Event>> news = () -> {
            requireRunning(call);
            String rows = rows(call);
            if (rows.equals(last[0])) {
                return List.of();
            }
            last[0] = rows;
            return List.of(event("overview", overview(call, rows)));
        };
        return CompletableFuture.completedFuture(statistics.stream(news, OVERVIEW_MILLIS));
    }

    /** Ends a stream when the service has failed. */
    private static void requireRunning(Call call) {
        if (call.bandits().failure().isPresent()) {
            throw HttpProblem.of(ProblemKind.STOPPED, "the service has stopped");
        }
    }

    private static Event event(String name, Reply reply) {
        return new Event(name, reply.text());
    }

    private CompletionStage<Reply> statistics(Call call) {
        Supplier<TimeRange> time = time(call);
        return seen(call, bandit -> statistics(call, bandit, time.get()));
    }

    /** Returns the range of time that a request names: a span that ends now, or from and to in milliseconds since 1970. */
    private static Supplier<TimeRange> time(Call call) {
        QueryText query = call.query("span", "from", "to");
        Bandits bandits = call.bandits();
        long from = query.time("from", -1);
        if (from >= 0) {
            long to = query.time("to", Long.MAX_VALUE);
            if (to <= from || from > bandits.now()) {
                throw QueryText.refuse("to", "the range must begin in the past and end after its begin");
            }
            return () -> TimeRange.between(from, to, bandits.now());
        }
        try {
            Span span = Span.parse(query.text("span", Span.TWELVE_HOURS.text()));
            return () -> TimeRange.last(span, bandits.now());
        } catch (IllegalArgumentException e) {
            throw QueryText.refuse("span", String.valueOf(e.getMessage()));
        }
    }

    private static Reply statistics(Call call, Published bandit, TimeRange time) {
        return Reply.json(out -> StatisticsJson.write(bandit, call.bandits().row(call.bandit(), bandit), time, out));
    }

    private CompletionStage<Reply> segments(Call call) {
        call.query();
        return seen(
                call,
                bandit -> Reply.json(Map.of("features", bandit.statistics().segments())));
    }

    /** Returns the last evaluation of a bandit's journal. */
    private static CompletionStage<Reply> evaluation(Call call) {
        call.query();
        Evaluations evaluations = call.backend().evaluations();
        return call.then(
                call.bandits().published(call.bandit()),
                bandit -> Reply.json(
                        evaluations == null ? Map.of("state", "unavailable") : evaluations.state(call.bandit())));
    }

    private static CompletionStage<Reply> startEvaluation(Call call) {
        call.query();
        Evaluations evaluations = call.backend().evaluations();
        if (evaluations == null) {
            throw HttpProblem.of(ProblemKind.NOT_FOUND, "this service evaluates no journals");
        }
        return call.then(call.bandits().published(call.bandit()), bandit -> {
            evaluations.start(call.bandit());
            return Reply.json(evaluations.state(call.bandit())).withStatus(202);
        });
    }

    private CompletionStage<Reply> tuner(Call call) {
        call.query();
        return seen(call, bandit -> tuner(call, bandit));
    }

    private static Reply tuner(Call call, Published bandit) {
        return Reply.json(out -> TunerJson.write(bandit, call.bandits().now(), out));
    }

    private CompletionStage<Reply> model(Call call) {
        QueryText query = call.query("search", "most");
        String search = query.text("search", "");
        if (search.length() > LONGEST_SEARCH) {
            throw QueryText.refuse("search", "has more than " + LONGEST_SEARCH + " characters");
        }
        int most = query.whole("most", COEFFICIENTS, 1, MOST_COEFFICIENTS);
        return call.bandits()
                .coefficients(call.bandit(), search, most)
                .thenCompose(model -> statistics.later(() -> Reply.json(model)));
    }

    private CompletionStage<Reply> recent(Call call) {
        int limit = call.query("limit").whole("limit", RECENT, 1, MOST_RECENT);
        return seen(
                call,
                bandit -> recent(
                        call, bandit.statistics().recent().stream().limit(limit).toList()));
    }

    /** Returns the newest decisions and the newest that have ended: where many are made a second, the newest all wait. */
    private static List<RecentDecision> readable(Published bandit) {
        List<RecentDecision> some = new ArrayList<>();
        int ended = 0;
        for (RecentDecision each : bandit.statistics().recent()) {
            if (some.size() < NEWEST) {
                some.add(each);
            } else if (each.end() != RecentDecision.End.WAITING && ended < RECENT) {
                some.add(each);
                ended++;
            }
        }
        return some;
    }

    private static Reply recent(Call call, List<RecentDecision> decisions) {
        String name = call.bandit();
        return Reply.json(out ->
                StatisticsJson.writeRecent(decisions, one -> call.bandits().id(name, one), out));
    }

    private CompletionStage<Reply> seen(Call call, Function<Published, Reply> reply) {
        return call.bandits()
                .published(call.bandit())
                .thenCompose(bandit -> statistics.later(() -> reply.apply(bandit)));
    }

    private CompletionStage<Reply> events(Call call) {
        Supplier<List<Event>> news = new Changes(call, time(call));
        return call.bandits()
                .published(call.bandit()) // fails if there is no such bandit
                .thenApply(bandit -> statistics.stream(news, BANDIT_MILLIS));
    }

    /** The changes of one bandit since the last call. */
    private static final class Changes implements Supplier<List<Event>> {
        private final Call call;
        private final Supplier<TimeRange> time;
        private final Map<String, String> sent = new HashMap<>();
        private @Nullable Published last;
        private long lastAt;

        Changes(Call call, Supplier<TimeRange> time) {
            this.call = call;
            this.time = time;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the same object as long as nothing has changed
        public List<Event> get() {
            call.bandits().require(call.bandit()); // fails if the bandit was deleted
            Published bandit = call.bandits().seen(call.bandit()).orElse(null);
            long now = call.bandits().now();
            if (bandit == null || (bandit == last && now - lastAt < AGAIN_MILLIS)) {
                return List.of();
            }
            last = bandit;
            lastAt = now;
            return Stream.of(
                            event("statistics", statistics(call, bandit, time.get())),
                            event("tuner", tuner(call, bandit)),
                            event("recent", recent(call, readable(bandit))))
                    .filter(event -> !event.json().equals(sent.put(event.name(), event.json())))
                    .toList();
        }
    }

    private record KeyView(String name, boolean admin, boolean restricted) {}

    /** Returns what the key of the request may do, so that a page offers nothing else. */
    private static CompletionStage<Reply> key(Call call) {
        call.query();
        ApiKey key = call.key();
        return CompletableFuture.completedFuture(
                Reply.json(new KeyView(key.name(), key.scopes().contains(Scope.ADMIN), key.restricted())));
    }

    private static CompletionStage<Reply> audit(Call call) {
        int limit = call.query("limit").whole("limit", CHANGES, 1, MOST_CHANGES);
        ApiKey key = call.key();
        return call.then(
                call.runtime("changes are listed").audit(MOST_CHANGES),
                changes -> Reply.json(Map.of(
                        "changes",
                        changes.stream()
                                .filter(change -> key.reaches(change.bandit()))
                                .limit(limit)
                                .toList())));
    }

    private static CompletionStage<Reply> journal(Call call) {
        call.query();
        String name = call.bandit();
        try {
            Streaming events =
                    new JournalDownload(call.runtime("the journal is kept").events(name));
            return CompletableFuture.completedFuture(
                    attachment(Reply.stream("application/jsonl", events), name + ".jsonl"));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletionStage<Reply> modelFile(Call call) {
        call.query();
        String name = call.bandit();
        return call.then(
                call.bandits().model(name),
                bytes -> attachment(Reply.of("application/octet-stream", bytes), name + ".attune"));
    }

    private static Reply attachment(Reply reply, String file) {
        return reply.with("Content-Disposition", "attachment; filename=\"" + file + "\"");
    }
}
