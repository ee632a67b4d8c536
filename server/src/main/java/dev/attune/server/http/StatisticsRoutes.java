package dev.attune.server.http;

import dev.attune.live.RefusedException;
import dev.attune.live.json.StatisticsJson;
import dev.attune.live.json.TunerJson;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.TimeRange;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.AuditedChange;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.security.ApiKey;
import dev.attune.server.security.Scope;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

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

    private final ServiceInfo info;
    private final StatisticsService statistics = new StatisticsService();

    private StatisticsRoutes(ServiceInfo info) {
        this.info = info;
    }

    static List<Route> routes(ServiceInfo info) {
        StatisticsRoutes all = new StatisticsRoutes(info);
        String bandit = BanditRoutes.BANDIT;
        return List.of(
                get("/v1/overview", Access.DECIDE, all::overview),
                get("/v1/overview/events", Access.DECIDE, all::overviewEvents),
                get("/v1/key", Access.DECIDE, StatisticsRoutes::key),
                get("/v1/audit", Access.ADMIN, StatisticsRoutes::audit),
                get(bandit + "/statistics", Access.DECIDE, all::statistics),
                get(bandit + "/segments", Access.DECIDE, all::segments),
                get(bandit + "/evaluation", Access.DECIDE, StatisticsRoutes::evaluation),
                new Route(
                        HttpMethod.POST,
                        bandit + "/evaluation",
                        Access.ADMIN,
                        false,
                        StatisticsRoutes::startEvaluation),
                get(bandit + "/tuner", Access.DECIDE, all::tuner),
                get(bandit + "/model", Access.DECIDE, all::model),
                get(bandit + "/recent", Access.DECIDE, all::recent),
                get(bandit + "/events", Access.DECIDE, all::events),
                get(bandit + "/journal.jsonl", Access.ADMIN, StatisticsRoutes::journal),
                get(bandit + "/model.bin", Access.ADMIN, StatisticsRoutes::modelFile));
    }

    private static Route get(String path, Access access, Route.Handler handler) {
        return new Route(HttpMethod.GET, path, access, false, handler);
    }

    private CompletionStage<Reply> overview(Call call) {
        call.query().only(Set.of());
        return statistics.later(() -> overview(call, rows(call)));
    }

    private String rows(Call call) {
        return statistics.overview(call.bandits(), call.key());
    }

    private Reply overview(Call call, String rows) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeFieldName("service");
            info.write(call.backend(), out);
            out.writeFieldName("bandits");
            out.writeRawValue(rows);
            out.writeEndObject();
        });
    }

    private CompletionStage<Reply> overviewEvents(Call call) {
        call.query().only(Set.of());
        String[] last = {""};
        EventStream.Source news = () -> statistics.later(() -> {
            requireRunning(call);
            String rows = rows(call);
            if (rows.equals(last[0])) {
                return List.of();
            }
            last[0] = rows;
            return List.of(event("overview", overview(call, rows)));
        });
        return CompletableFuture.completedStage(Reply.events(statistics.stream(news, OVERVIEW_MILLIS)));
    }

    /** Ends a stream when the service has failed. */
    private static void requireRunning(Call call) {
        if (call.bandits().failure().isPresent()) {
            throw HttpProblem.of(ProblemKind.STOPPED, "the service has stopped");
        }
    }

    private static EventStream.Event event(String name, Reply reply) {
        return new EventStream.Event(name, reply.text());
    }

    private CompletionStage<Reply> statistics(Call call) {
        Supplier<TimeRange> time = time(call);
        return seen(call, bandit -> statistics(call, bandit, time.get()));
    }

    /** Returns the range of time that a request names: a span that ends now, or from and to in milliseconds since 1970. */
    private static Supplier<TimeRange> time(Call call) {
        QueryText query = call.query().only(Set.of("span", "from", "to"));
        Bandits bandits = call.bandits();
        long from = query.time("from", -1);
        if (from >= 0) {
            long to = query.time("to", Long.MAX_VALUE);
            if (to <= from || from > bandits.now()) {
                throw new RefusedException(
                        RefusedException.Reason.INVALID,
                        "to",
                        "the range must begin in the past and end after its begin");
            }
            return () -> TimeRange.between(from, to, bandits.now());
        }
        try {
            Span span = Span.parse(query.text("span", Span.TWELVE_HOURS.text()));
            return () -> TimeRange.last(span, bandits.now());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RefusedException.Reason.INVALID, "span", String.valueOf(e.getMessage()));
        }
    }

    private static Reply statistics(Call call, Published bandit, TimeRange time) {
        return Reply.json(
                200, out -> StatisticsJson.write(bandit, call.bandits().row(call.bandit(), bandit), time, out));
    }

    private CompletionStage<Reply> segments(Call call) {
        call.query().only(Set.of());
        return seen(
                call,
                bandit -> Reply.json(
                        200,
                        out -> StatisticsJson.writeSegments(bandit.statistics().segments(), out)));
    }

    /** Returns the last evaluation of a bandit's journal. */
    private static CompletionStage<Reply> evaluation(Call call) {
        call.query().only(Set.of());
        Evaluations evaluations = call.backend().evaluations();
        return call.then(
                call.bandits().published(call.bandit()),
                bandit -> Reply.json(200, out -> {
                    if (evaluations == null) {
                        out.writeStartObject();
                        out.writeStringField("state", "unavailable");
                        out.writeEndObject();
                    } else {
                        evaluations.write(call.bandit(), out);
                    }
                }));
    }

    private static CompletionStage<Reply> startEvaluation(Call call) {
        call.query().only(Set.of());
        Evaluations evaluations = call.backend().evaluations();
        if (evaluations == null) {
            throw HttpProblem.of(ProblemKind.NOT_FOUND, "this service evaluates no journals");
        }
        return call.then(call.bandits().published(call.bandit()), bandit -> {
            evaluations.start(call.bandit());
            return Reply.json(202, out -> evaluations.write(call.bandit(), out));
        });
    }

    private CompletionStage<Reply> tuner(Call call) {
        call.query().only(Set.of());
        return seen(call, bandit -> tuner(call, bandit));
    }

    private static Reply tuner(Call call, Published bandit) {
        return Reply.json(200, out -> TunerJson.write(bandit, call.bandits().now(), out));
    }

    private CompletionStage<Reply> model(Call call) {
        QueryText query = call.query().only(Set.of("search", "most"));
        String search = query.text("search", "");
        if (search.length() > LONGEST_SEARCH) {
            throw new RefusedException(
                    RefusedException.Reason.INVALID, "search", "has more than " + LONGEST_SEARCH + " characters");
        }
        int most = query.whole("most", COEFFICIENTS, 1, MOST_COEFFICIENTS);
        return call.bandits()
                .coefficients(call.bandit(), search, most)
                .thenCompose(model -> statistics.later(() -> Reply.json(200, out -> TunerJson.write(model, out))));
    }

    private CompletionStage<Reply> recent(Call call) {
        int limit = call.query().only(Set.of("limit")).whole("limit", RECENT, 1, MOST_RECENT);
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
        return Reply.json(
                200,
                out -> StatisticsJson.writeRecent(
                        decisions, one -> call.decisions().id(name, one), out));
    }

    private CompletionStage<Reply> seen(Call call, Function<Published, Reply> reply) {
        return call.bandits()
                .published(call.bandit())
                .thenCompose(bandit -> statistics.later(() -> reply.apply(bandit)));
    }

    private CompletionStage<Reply> events(Call call) {
        Supplier<TimeRange> time = time(call);
        BanditUpdates news = new BanditUpdates(
                call.bandits(),
                call.bandit(),
                statistics,
                Map.of(
                        "statistics", bandit -> event("statistics", statistics(call, bandit, time.get())),
                        "tuner", bandit -> event("tuner", tuner(call, bandit)),
                        "recent", bandit -> event("recent", recent(call, readable(bandit)))));
        return call.bandits()
                .published(call.bandit()) // fails if there is no such bandit
                .thenApply(bandit -> Reply.events(statistics.stream(news, BANDIT_MILLIS)));
    }

    /** Returns what the key of the request may do, so that a page offers nothing else. */
    private static CompletionStage<Reply> key(Call call) {
        call.query().only(Set.of());
        ApiKey key = call.key();
        return CompletableFuture.completedStage(Reply.json(200, out -> {
            out.writeStartObject();
            out.writeStringField("name", key.name());
            out.writeBooleanField("admin", key.scopes().contains(Scope.ADMIN));
            out.writeBooleanField("restricted", key.restricted());
            out.writeEndObject();
        }));
    }

    private static CompletionStage<Reply> audit(Call call) {
        int limit = call.query().only(Set.of("limit")).whole("limit", CHANGES, 1, MOST_CHANGES);
        ApiKey key = call.key();
        return call.then(
                call.runtime("changes are listed").audit(MOST_CHANGES),
                changes -> audit(changes.stream()
                        .filter(change -> key.reaches(change.bandit()))
                        .limit(limit)
                        .toList()));
    }

    private static Reply audit(List<AuditedChange> changes) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("changes");
            for (AuditedChange change : changes) {
                out.writeStartObject();
                out.writeNumberField("time", change.time());
                out.writeNumberField("position", change.position());
                out.writeStringField("bandit", change.bandit());
                out.writeStringField("what", change.what());
                out.writeStringField("to", change.to());
                out.writeStringField("by", change.by());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static CompletionStage<Reply> journal(Call call) {
        call.query().only(Set.of());
        String name = call.bandit();
        try {
            return CompletableFuture.completedStage(new Reply(
                    200,
                    "application/jsonl",
                    null,
                    Map.of("Content-Disposition", "attachment; filename=\"" + name + ".jsonl\""),
                    new JournalDownload(call.runtime("the journal is kept").events(name))));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static CompletionStage<Reply> modelFile(Call call) {
        call.query().only(Set.of());
        String name = call.bandit();
        return call.then(
                call.bandits().model(name),
                bytes -> new Reply(
                        200,
                        "application/octet-stream",
                        Buffer.buffer(bytes),
                        Map.of("Content-Disposition", "attachment; filename=\"" + name + ".attune\""),
                        null));
    }
}
