package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit.LastRound;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.Offer;
import dev.attune.live.statistics.Published;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** All that a live bandit is, and what each event does to it. */
final class BanditState {
    final int number;
    final RewardRules rules;
    final DefinedBandit model;
    final RewardRange learnable;
    final WaitingDecisions waiting;
    final RememberedAnswers remembered = new RememberedAnswers();
    final ClosedDecisions closed = new ClosedDecisions();
    final Chronicle chronicle;
    LiveDefinition definition;
    Catalogue catalogue = Catalogue.NONE;
    boolean paused;
    long time;
    long decisions;
    long learnt;
    long expired;
    long explored;
    double regretProxy;

    BanditState(int number, RewardRules rules, DefinedBandit model) {
        this.number = number;
        this.rules = rules;
        this.model = model;
        this.definition = new LiveDefinition(model.definition(), rules);
        this.learnable = model.definition().learnableRewards();
        this.waiting = new WaitingDecisions(policy().dimension());
        this.chronicle = new Chronicle(model);
    }

    Policy policy() {
        return model.bandit().policy();
    }

    /** The time of what happens now; it never goes back. */
    long at(long now) {
        return Math.max(time, now);
    }

    /** Logs an event whose effect has been applied; returns its position. */
    long tell(JournalEvent event, long now, EventLog log) {
        time = at(now);
        return log.append(event, time);
    }

    /** Logs and remembers a decision that the model has just made. */
    Answer decide(DecisionRequest request, Admission.Round round, Pull made, long now, EventLog log) {
        Decided event = decided(
                request.clientId(),
                request.context(),
                round.offer(),
                made,
                round.arms().size(),
                request.top());
        return remember(event, made, round.arms(), tell(event, now, log));
    }

    /** Logs and remembers a choice that the caller made. */
    Answer observe(Observation observation, Admission.Round round, Pull made, long now, EventLog log) {
        Decided event =
                observed(observation.clientId(), observation.context(), round.offer(), made, observation.propensity());
        return remember(event, made, round.arms(), tell(event, now, log));
    }

    /** Returns the event of a decision that the model has just made. */
    Decided decided(String clientId, Features context, Offer offer, Pull made, int arms, int top) {
        int[] ranking = Ranking.of(model.bandit().lastRound(), made, arms, top);
        return event(clientId, context, offer, made, ranking, made.propensity(), false);
    }

    /** Returns the event of a choice that the caller made. */
    Decided observed(String clientId, Features context, Offer offer, Pull made, double propensity) {
        return event(clientId, context, offer, made, new int[0], propensity, true);
    }

    private Decided event(
            String clientId,
            Features context,
            Offer offer,
            Pull made,
            int[] ranking,
            double propensity,
            boolean byCaller) {
        return new Decided(
                number,
                decisions + 1,
                made.t(),
                learnt,
                clientId,
                context,
                offer,
                made.arm(),
                ranking,
                made.x(),
                made.suggestion().setting().toArray(),
                made.suggestion().memo(),
                propensity,
                made.tuned(),
                byCaller);
    }

    /** Adds a decision that was made and logged to those that wait for a reward. */
    Answer remember(Decided event, Pull made, List<Arm> arms, long position) {
        decisions = event.decision();
        String arm = arms.get(made.arm()).id();
        if (!event.byCaller()) {
            judge(made);
        }
        chronicle.decided(event, made, arms, position, time);
        waiting.add(new WaitingDecision(
                event.decision(),
                made,
                event.byCaller(),
                arm,
                arms.size(),
                event.clientId(),
                time + Math.min(rules.window().toMillis(), Long.MAX_VALUE - time)));
        Answer answer = new Answer(
                event.decision(),
                position,
                event.round(),
                arm,
                event.propensity(),
                made.suggestion().setting(),
                Arrays.stream(event.ranking()).mapToObj(k -> arms.get(k).id()).toList(),
                false);
        remembered.add(event.clientId(), answer, waiting::contains);
        return answer;
    }

    /** Counts what the decision gives up by the model's own estimates. */
    private void judge(Pull made) {
        LastRound round = model.bandit().lastRound();
        if (round.scored()) {
            int greedy = round.greedy();
            explored += greedy == made.arm() ? 0 : 1;
            regretProxy += round.means()[greedy] - round.means()[made.arm()];
        }
    }

    /** What a decision that has waited long enough earned; empty if nobody knows and nothing stands in. */
    OptionalDouble earned(WaitingDecision waits) {
        OptionalDouble value = waits.value().isPresent() ? waits.value() : rules.defaultReward();
        return value.isPresent() ? OptionalDouble.of(held(value.getAsDouble())) : value;
    }

    private double held(double value) {
        return Math.min(Math.max(value, learnable.low()), learnable.high());
    }

    /**
     * Learns a decision's reward.
     *
     * @return which change of the world this reward made the model detect, counted from 1, and 0 if none; empty, with nothing changed, if the
     *     model rejects the reward
     */
    OptionalLong join(WaitingDecision waits, double value) {
        long before = model.changes();
        double predicted = chronicle.predict(waits.decision);
        try {
            if (waits.byCaller) {
                model.learn(waits.decision, value);
            } else {
                model.reward(waits.decision, value);
            }
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
        learnt++;
        chronicle.learnt(waits, predicted, value, time);
        close(waits);
        long after = model.changes();
        if (after <= before) {
            return OptionalLong.of(0);
        }
        chronicle.replaced(learnt, time);
        return OptionalLong.of(after);
    }

    /** Gives a decision up. */
    void expire(WaitingDecision waits) {
        if (!waits.byCaller) {
            model.expire(waits.decision);
        }
        expired++;
        chronicle.expired(waits, time);
        close(waits);
    }

    private void close(WaitingDecision waits) {
        waiting.remove(waits);
        closed.add(waits, rules.learning() == Learning.AT_ONCE);
        remembered.closed(waits.clientId);
    }

    /** Does what an operator wants; decisions of a retired arm have been given up before if the model forgets it. */
    void change(Change change) {
        switch (change.what()) {
            case PAUSE -> paused = true;
            case RESUME -> paused = false;
            case FLOOR -> {
                model.uniformShare(change.floor());
                definition = new LiveDefinition(model.definition(), rules);
            }
            case RETIRE -> {
                catalogue = catalogue.without(change.to());
                if (model.hasModelOf(change.to())) {
                    model.retire(change.to());
                }
            }
            case CREATE, CATALOGUE, DELETE -> {} // told by other events, or its owner's concern
        }
    }

    /** Draws other random numbers from now on. */
    void reseed(long seed, long round) {
        model.reseed(seed, round);
        definition = new LiveDefinition(model.definition(), rules);
    }

    /** Returns all that others may know of it. */
    Published publish() {
        return new Published(
                definition.bandit().policy(),
                definition.bandit().tuner(),
                chronicle.snapshot(),
                chronicle.tuner(),
                model.encoder().collisions(),
                paused,
                waiting.size(),
                rules.defaultReward().isPresent());
    }
}
