package dev.attune.server.http;

import dev.attune.live.Change;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.FeaturesJson;
import dev.attune.live.json.NewBandit;
import dev.attune.live.json.RequestJson;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.BanditOverview;
import dev.attune.server.runtime.BanditView;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Bandits: create, list, inspect, change, delete; their catalogues. */
final class BanditRoutes {
    static final String BANDITS = "/v1/bandits";
    static final String BANDIT = BANDITS + "/{name}";
    private static final int PAGE = 100;
    private static final int LARGEST_PAGE = 1_000;

    private BanditRoutes() {}

    static List<Route> routes() {
        return List.of(
                new Route(HttpMethod.POST, BANDITS, Access.ADMIN, true, BanditRoutes::create),
                new Route(HttpMethod.GET, BANDITS, Access.DECIDE, false, BanditRoutes::list),
                new Route(HttpMethod.GET, BANDIT, Access.DECIDE, false, BanditRoutes::inspect),
                new Route(
                        HttpMethod.DELETE, BANDIT, Access.ADMIN, false, call -> change(call, Change.delete(by(call)))),
                new Route(
                        HttpMethod.POST,
                        BANDIT + "/pause",
                        Access.ADMIN,
                        false,
                        call -> change(call, Change.pause(by(call)))),
                new Route(
                        HttpMethod.POST,
                        BANDIT + "/resume",
                        Access.ADMIN,
                        false,
                        call -> change(call, Change.resume(by(call)))),
                new Route(HttpMethod.PUT, BANDIT + "/floor", Access.ADMIN, true, BanditRoutes::floor),
                new Route(HttpMethod.PUT, BANDIT + "/catalogue", Access.ADMIN, true, BanditRoutes::register),
                new Route(HttpMethod.GET, BANDIT + "/catalogue", Access.DECIDE, false, BanditRoutes::catalogue),
                new Route(
                        HttpMethod.DELETE,
                        BANDIT + "/arms/{id}",
                        Access.ADMIN,
                        false,
                        call -> change(call, Change.retire(call.variable(1), by(call)))));
    }

    private static String by(Call call) {
        return call.key().name();
    }

    private static CompletionStage<Reply> create(Call call) {
        NewBandit wanted =
                call.read(in -> DefinitionJson.readNew(in, call.backend().seeds()));
        call.requireReach(wanted.name(), "name");
        return call.then(
                call.runtime("bandits are created").create(wanted.name(), wanted.definition(), wanted.arms(), by(call)),
                view -> view(201, view, "").with("Location", BANDITS + "/" + wanted.name()));
    }

    private static CompletionStage<Reply> list(Call call) {
        QueryText query = call.query().only(Set.of("after", "limit"));
        int limit = query.whole("limit", PAGE, 1, LARGEST_PAGE);
        String after = query.text("after", "");
        List<BanditOverview> found = new ArrayList<>();
        boolean more = true;
        while (more && found.size() <= limit) {
            List<BanditOverview> page = call.bandits().list(after, LARGEST_PAGE);
            page.stream()
                    .filter(bandit -> call.key().reaches(bandit.name()))
                    .limit(limit + 1L - found.size())
                    .forEach(found::add);
            more = page.size() == LARGEST_PAGE;
            after = page.isEmpty() ? after : page.get(page.size() - 1).name();
        }
        return CompletableFuture.completedFuture(list(found, limit));
    }

    private static Reply list(List<BanditOverview> found, int limit) {
        return Reply.json(200, out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("bandits");
            for (BanditOverview bandit : found.subList(0, Math.min(limit, found.size()))) {
                out.writeStartObject();
                out.writeStringField("name", bandit.name());
                out.writeStringField("policy", bandit.definition().bandit().policy());
                out.writeStringField("tuner", bandit.definition().bandit().tuner());
                out.writeBooleanField("paused", bandit.paused());
                out.writeNumberField("decisions", bandit.counters().decisions());
                out.writeNumberField("learnt", bandit.counters().learnt());
                out.writeNumberField("waiting", bandit.counters().waiting());
                out.writeEndObject();
            }
            out.writeEndArray();
            if (found.size() > limit) {
                out.writeStringField("next", found.get(limit - 1).name());
            }
            out.writeEndObject();
        });
    }

    private static CompletionStage<Reply> inspect(Call call) {
        return call.then(call.bandits().inspect(call.bandit()), view -> view(200, view, call.backend().stream()));
    }

    private static Reply view(int status, BanditView view, String stream) {
        BanditOverview bandit = view.summary();
        BanditCounters counters = bandit.counters();
        return Reply.json(status, out -> {
            out.writeStartObject();
            out.writeStringField("name", bandit.name());
            DefinitionJson.writeFields(bandit.definition(), out);
            if (!stream.isEmpty()) {
                out.writeStringField("following", stream);
            }
            out.writeObjectFieldStart("state");
            out.writeBooleanField("paused", bandit.paused());
            out.writeNumberField("decisions", counters.decisions());
            out.writeNumberField("learnt", counters.learnt());
            out.writeNumberField("waiting", counters.waiting());
            out.writeNumberField("expired", counters.expired());
            out.writeNumberField("explored", counters.explored());
            out.writeNumberField("regretProxy", counters.regretProxy());
            out.writeNumberField("changes", counters.changes());
            out.writeNumberField("lastChange", counters.lastChange());
            out.writeObjectFieldStart("catalogue");
            out.writeNumberField("version", view.catalogueVersion());
            out.writeNumberField("arms", view.catalogue().size());
            out.writeEndObject();
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private static CompletionStage<Reply> change(Call call, Change change) {
        return call.then(call.runtime("bandits are changed").change(call.bandit(), change), done -> Reply.NO_CONTENT);
    }

    private static CompletionStage<Reply> floor(Call call) {
        return change(call, Change.floor(call.read(RequestJson::readFloor), by(call)));
    }

    private static CompletionStage<Reply> register(Call call) {
        String bandit = call.bandit();
        return call.then(
                call.runtime("catalogues are registered")
                        .catalogue(bandit, call.read(RequestJson::readCatalogue), by(call)),
                version -> Reply.json(200, out -> {
                    out.writeStartObject();
                    out.writeNumberField("version", version);
                    out.writeEndObject();
                }));
    }

    private static CompletionStage<Reply> catalogue(Call call) {
        return call.then(
                call.bandits().inspect(call.bandit()),
                view -> Reply.json(200, out -> {
                    out.writeStartObject();
                    out.writeNumberField("version", view.catalogueVersion());
                    out.writeFieldName("arms");
                    FeaturesJson.writeArms(view.catalogue(), out);
                    out.writeEndObject();
                }));
    }
}
