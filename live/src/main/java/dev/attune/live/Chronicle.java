package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.journal.Decided;
import dev.attune.live.statistics.BanditStatistics;
import dev.attune.live.statistics.Choice;
import dev.attune.live.statistics.Ending;
import dev.attune.live.statistics.ModelView;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.StatisticsSnapshot;
import dev.attune.live.statistics.TunerView;
import java.util.List;
import java.util.Optional;

/** Tells statistics what a live bandit does, and shows what its parts look like. Nothing here has an effect on decisions. */
final class Chronicle {
    private static final int MOST_NAMES = 1_000; // of one arm's features and pairs of features

    private final DefinedBandit model;
    private final BanditStatistics statistics;
    private List<Arm> offered = List.of(); // of the last round, if its arms were scored
    private int chosen;
    private Setting inForce;

    Chronicle(DefinedBandit model) {
        this.model = model;
        this.statistics =
                new BanditStatistics(policy().space(), model.definition().learnableRewards());
        this.inForce = policy().space().preset();
    }

    private Policy policy() {
        return model.bandit().policy();
    }

    /** A decision was made; the model's last round is this one, unless the caller chose. */
    void decided(Decided event, Pull made, List<Arm> arms, long position, long time) {
        LastRound round = model.bandit().lastRound();
        boolean scored = !event.byCaller() && round.scored();
        if (!event.byCaller()) {
            offered = scored ? arms : List.of();
            chosen = made.arm();
            inForce = made.suggestion().setting();
        }
        statistics.decided(new Choice(
                event.decision(),
                position,
                time,
                arms.get(made.arm()).id(),
                arms.size(),
                event.propensity(),
                made.suggestion().setting(),
                scored ? reward(round.means()[made.arm()]) : Double.NaN,
                scored ? reward(round.means()[round.greedy()]) : Double.NaN,
                !event.byCaller() && !made.tuned()));
        if (policy().dimension() > 0 && BanditStatistics.wantsNames(event.decision())) { // a sparse model names its own
            Arm one = arms.get((int) (BanditStatistics.nameTurn(event.decision()) % arms.size()));
            statistics.named(
                    policy().perArm() ? one.id() : "", model.encoder().terms(event.context(), one, MOST_NAMES));
        }
    }

    /** What the model expects of a decision; NaN if it has no opinion. */
    double predict(Pull decision) {
        return policy().path().map(path -> path.predict(decision.x())).orElse(Double.NaN);
    }

    private double reward(double mean) {
        return policy().path().orElseThrow().reward(mean);
    }

    /** A reward was learnt, of which so much was expected before. */
    void learnt(WaitingDecision waits, double predicted, double value, long time) {
        statistics.ended(
                new Ending(waits.number, time, waits.arm, waits.arms, waits.decision.propensity(), predicted, value));
    }

    /** The reward that was learnt last made the model detect a change of the world. */
    void replaced(long rewards, long time) {
        statistics.replaced(time, rewards);
    }

    /** A decision was given up. */
    void expired(WaitingDecision waits, long time) {
        statistics.ended(new Ending(
                waits.number, time, waits.arm, waits.arms, waits.decision.propensity(), Double.NaN, Double.NaN));
    }

    BanditStatistics statistics() {
        return statistics;
    }

    StatisticsSnapshot snapshot() {
        return statistics.snapshot();
    }

    TunerView tuner() {
        LastRound round = model.bandit().lastRound();
        Optional<PathView> path = offered.isEmpty() || !round.scored()
                ? Optional.empty()
                : Optional.of(PathView.of(
                        offered,
                        round,
                        chosen,
                        inForce.get(0),
                        policy().space().parameters().get(0)));
        return new TunerView(round.tunerMap(), inForce, path);
    }

    ModelView model(String search, int most) {
        return statistics.model(model, search, most);
    }
}
