package dev.attune.live;

import dev.attune.api.Control;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.journal.Decided;
import dev.attune.live.statistics.Attribution;
import dev.attune.live.statistics.BanditStatistics;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.live.statistics.Choice;
import dev.attune.live.statistics.ChoiceReason;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.Published.TunerView;
import java.util.List;
import java.util.Optional;

/** Feeds the statistics of a live bandit with its decisions and rewards. Has no effect on decisions. */
final class StatisticsRecorder {
    private static final int MOST_NAMES = 1_000; // of one arm's features and pairs of features

    private final DefinedBandit model;
    private final BanditStatistics statistics;
    private List<String> offered =
            List.of(); // arms of the last round, if they were scored; not their features, which are large
    private int chosen;
    private Setting inForce;

    StatisticsRecorder(DefinedBandit model, Control control) {
        this.model = model;
        this.statistics =
                new BanditStatistics(policy().space(), model.definition().learnableRewards(), control);
        this.inForce = policy().space().preset();
    }

    private Policy policy() {
        return model.bandit().policy();
    }

    /** Adds a decision, that of the model's last round unless the caller chose; returns what its end needs again. */
    Attribution decided(Decided event, Pull made, List<Arm> arms, long position, long time) {
        LastRound round = model.bandit().lastRound();
        boolean scored = !event.byCaller() && round.scored();
        if (!event.byCaller()) {
            offered = scored ? arms.stream().map(Arm::id).toList() : List.of();
            chosen = made.arm();
            inForce = made.suggestion().setting();
        }
        double mean = scored ? reward(round.means()[made.arm()]) : Double.NaN;
        double best = scored ? reward(round.means()[round.greedy()]) : Double.NaN;
        ChoiceReason reason = reason(event, made, arms);
        Choice choice = new Choice(
                event.decision(),
                position,
                time,
                arms.get(made.arm()).id(),
                event.propensity(),
                mean < best
                        || reason.kind() == ChoiceReason.Kind.NOTHING_KNOWN
                        || (reason.kind() == ChoiceReason.Kind.UNIFORM_SHARE && !scored),
                reason,
                made.suggestion().setting());
        int[] segments = statistics.decided(choice, best - mean, event.context());
        if (policy().dimension() > 0 && BanditStatistics.wantsNames(event.decision())) { // a sparse model has names
            Arm one = arms.get((int) (BanditStatistics.nameTurn(event.decision()) % arms.size()));
            statistics.named(
                    policy().perArm() ? one.id() : "", model.encoder().terms(event.context(), one, MOST_NAMES));
        }
        return new Attribution(
                event.propensity() > 0
                        ? Attribution.weight(arms.size(), event.propensity())
                        : Attribution.weight(
                                event.byCaller() ? 0 : round.uniformShare(), !event.byCaller() && round.uniform()),
                statistics.control().term(compared(event, made, arms)),
                segments);
    }

    /** Returns a decision as far as the comparison with the control needs it. */
    private Control.Choice compared(Decided event, Pull made, List<Arm> arms) {
        if (event.byCaller()) {
            return Control.Choice.observed(arms.size(), made.arm());
        }
        LastRound round = model.bandit().lastRound();
        return new Control.Choice(
                true,
                arms.size(),
                made.arm(),
                statistics.control() instanceof Control.NamedArm named ? place(named.arm(), arms) : -1,
                event.propensity(),
                round.warmup() ? model.definition().options().uniformShare().at(event.round()) : round.uniformShare(),
                round.uniform());
    }

    private static int place(String arm, List<Arm> arms) {
        for (int k = 0; k < arms.size(); k++) {
            if (arms.get(k).id().equals(arm)) {
                return k;
            }
        }
        return -1;
    }

    private ChoiceReason reason(Decided event, Pull made, List<Arm> arms) {
        LastRound round = model.bandit().lastRound();
        if (event.byCaller()) {
            return ChoiceReason.of(ChoiceReason.Kind.CALLER);
        }
        if (round.warmup()) {
            return ChoiceReason.of(ChoiceReason.Kind.NOTHING_KNOWN);
        }
        if (!round.scored()) {
            return ChoiceReason.of(round.uniform() ? ChoiceReason.Kind.UNIFORM_SHARE : ChoiceReason.Kind.RULE);
        }
        double[] means = round.means();
        int best = round.greedy();
        int rival = -1; // the best of the others than the chosen one
        double least = means[best];
        for (int k = 0; k < arms.size(); k++) {
            least = Math.min(least, means[k]);
            if (k != made.arm() && (rival < 0 || means[k] > means[rival])) {
                rival = k;
            }
        }
        ChoiceReason.Kind kind = round.uniform()
                ? ChoiceReason.Kind.UNIFORM_SHARE
                : arms.size() > 1 && least == means[best]
                        ? ChoiceReason.Kind.NOTHING_KNOWN
                        : means[made.arm()] < means[best] ? ChoiceReason.Kind.EXPLORED : ChoiceReason.Kind.BEST;
        return rival < 0
                ? ChoiceReason.of(kind)
                : new ChoiceReason(kind, arms.get(rival).id(), reward(means[made.arm()]) - reward(means[rival]));
    }

    private double reward(double mean) {
        return policy().path().orElseThrow().reward(mean);
    }

    /**
     * Adds the end of a decision.
     *
     * @param value the reward that was learnt; NaN if the decision expired
     */
    void ended(WaitingDecision waits, double value, long time) {
        statistics.ended(new Ending(
                waits.number, time, waits.arm, waits.attribution, value, Double.isNaN(value) && time < waits.deadline));
    }

    BanditStatistics statistics() {
        return statistics;
    }

    TunerView tunerView() {
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
}
