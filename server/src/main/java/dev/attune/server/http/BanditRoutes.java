package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.attune.encode.Arm;
import dev.attune.live.Change;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.DefinitionJson.NewBandit;
import dev.attune.live.json.RequestJson;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.http.Route.Access;
import dev.attune.server.runtime.BanditView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Bandits: create, list, inspect, change, delete; their catalogues. */
final class BanditRoutes {
    static final String BANDITS = "/v1/bandits";
    static final String BANDIT = BANDITS + "/{name}";
    private static final Pattern ALARM = Pattern.compile("[1-9][0-9]{0,17}");
    private static final int PAGE = 100;
    private static final int LARGEST_PAGE = 1_000;

    private BanditRoutes() {}

    static List<Route> routes() {
        return List.of(
                Route.post(BANDITS, Access.ADMIN, BanditRoutes::create),
                Route.get(BANDITS, Access.DECIDE, BanditRoutes::list),
                Route.get(BANDIT, Access.DECIDE, BanditRoutes::inspect),
                Route.delete(BANDIT, Access.ADMIN, call -> change(call, Change.delete(by(call)))),
                Route.command(BANDIT + "/pause", Access.ADMIN, call -> change(call, Change.pause(by(call)))),
                Route.command(BANDIT + "/resume", Access.ADMIN, call -> change(call, Change.resume(by(call)))),
                Route.put(
                        BANDIT + "/floor",
                        Access.ADMIN,
                        call -> change(call, Change.floor(call.read(RequestJson::readFloor), by(call)))),
                Route.put(
                        BANDIT + "/control",
                        Access.ADMIN,
                        call -> change(call, Change.control(call.read(RequestJson::readControl), by(call)))),
                Route.command(BANDIT + "/count", Access.ADMIN, call -> change(call, Change.count(by(call)))),
                Route.command(BANDIT + "/alarms/{id}/acknowledge", Access.ADMIN, BanditRoutes::acknowledge),
                Route.put(BANDIT + "/catalogue", Access.ADMIN, BanditRoutes::register),
                Route.get(BANDIT + "/catalogue", Access.DECIDE, BanditRoutes::catalogue),
                Route.delete(
                        BANDIT + "/arms/{id}",
                        Access.ADMIN,
                        call -> change(call, Change.retire(call.variables().get(1), by(call)))));
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
                view -> view(view, "").withStatus(201).with("Location", BANDITS + "/" + wanted.name()));
    }

    /** A part of the list; the next part begins after {@code next}. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Page(List<Listed> bandits, @Nullable String next) {}

    private record Listed(
            String name, String policy, String tuner, boolean paused, long decisions, long learnt, long waiting) {
        static Listed of(BanditView.Summary bandit) {
            return new Listed(
                    bandit.name(),
                    bandit.definition().bandit().policy(),
                    bandit.definition().bandit().tuner(),
                    bandit.paused(),
                    bandit.counters().decisions(),
                    bandit.counters().learnt(),
                    bandit.counters().waiting());
        }
    }

    private static CompletionStage<Reply> list(Call call) {
        QueryText query = call.query("after", "limit");
        int limit = query.whole("limit", PAGE, 1, LARGEST_PAGE);
        String after = query.text("after", "");
        List<Listed> found = new ArrayList<>();
        boolean more = true;
        while (more && found.size() <= limit) {
            List<BanditView.Summary> page = call.bandits().list(after, LARGEST_PAGE);
            page.stream()
                    .filter(bandit -> call.key().reaches(bandit.name()))
                    .limit(limit + 1L - found.size())
                    .map(Listed::of)
                    .forEach(found::add);
            more = page.size() == LARGEST_PAGE;
            after = page.isEmpty() ? after : page.get(page.size() - 1).name();
        }
        Page page = found.size() > limit
                ? new Page(found.subList(0, limit), found.get(limit - 1).name())
                : new Page(found, null);
        return CompletableFuture.completedFuture(Reply.json(page));
    }

    private static CompletionStage<Reply> inspect(Call call) {
        return call.then(call.bandits().inspect(call.bandit()), view -> view(view, call.backend().stream()));
    }

    private record State(boolean paused, @JsonUnwrapped BanditCounters counters, CatalogueSize catalogue) {}

    private record CatalogueSize(int version, int arms) {}

    private static Reply view(BanditView view, String stream) {
        BanditView.Summary bandit = view.summary();
        CatalogueSize catalogue =
                new CatalogueSize(view.catalogueVersion(), view.catalogue().size());
        return Reply.json(out -> {
            out.writeStartObject();
            out.writeStringField("name", bandit.name());
            DefinitionJson.writeFields(bandit.definition(), out);
            if (!stream.isEmpty()) {
                out.writeStringField("following", stream);
            }
            out.writeObjectField("state", new State(bandit.paused(), bandit.counters(), catalogue));
            out.writeEndObject();
        });
    }

    private static CompletionStage<Reply> change(Call call, Change change) {
        return call.then(call.runtime("bandits are changed").change(call.bandit(), change), done -> Reply.NO_CONTENT);
    }

    private static CompletionStage<Reply> acknowledge(Call call) {
        String id = call.variables().get(1);
        if (!ALARM.matcher(id).matches()) {
            throw HttpProblem.of(ProblemKind.NOT_FOUND, "there is no alarm " + id);
        }
        return change(call, Change.acknowledge(Long.parseLong(id), by(call)));
    }

    private static CompletionStage<Reply> register(Call call) {
        String bandit = call.bandit();
        return call.then(
                call.runtime("catalogues are registered")
                        .catalogue(bandit, call.read(RequestJson::readCatalogue), by(call)),
                version -> Reply.json(Map.of("version", version)));
    }

    private record CatalogueView(int version, List<Arm> arms) {}

    private static CompletionStage<Reply> catalogue(Call call) {
        return call.then(
                call.bandits().inspect(call.bandit()),
                view -> Reply.json(new CatalogueView(view.catalogueVersion(), view.catalogue())));
    }
}
