package dev.attune.lab.evaluate;

import dev.attune.encode.EncoderDefinition;
import dev.attune.lab.evaluate.FeatureEncoder.Form;
import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LogHealth;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import dev.attune.lab.report.Interval;
import dev.attune.lab.report.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Estimates what policies would have earned on a log, in three passes and constant memory: survey, train the reward model, value.
 *
 * <p>All policies see the same encoded events, and gains are paired event by event. Features are scaled by the first pass, without using rewards.
 */
public final class Evaluation {
    private final DecisionLog log;
    private final Map<Form, FeatureEncoder> encoders = new EnumMap<>(Form.class);
    private final FeatureEncoder sparse;
    private final Settings settings;
    private final Choices choices;
    private final LogSurvey survey = new LogSurvey();
    private final PropensityCheck propensities = new PropensityCheck();
    private final LogHealth health;
    private final List<String> notes = new ArrayList<>();

    /**
     * The policies to value.
     *
     * @param learning bandits that learn from the log
     * @param seeds how often each of them learns, with other random draws
     * @param assumeUniform whether an event without a propensity counts as chosen uniformly
     */
    public record Settings(List<LearningPolicy> learning, int seeds, boolean assumeUniform) {
        /** Keeps a copy. */
        public Settings {
            learning = List.copyOf(learning);
            if (seeds < 1) {
                throw new IllegalArgumentException("seeds = " + seeds + " must be at least 1");
            }
        }
    }

    /** Receives what the candidates choose in each event, in the order of the events. */
    public interface Choices {
        /**
         * Receives the choice of a candidate.
         *
         * @param policy the label of the candidate
         * @param probabilities of the arms of the event; may be longer, and is overwritten by the next event
         */
        void chosen(String policy, LoggedEvent event, double[] probabilities);
    }

    /**
     * A reward model after training.
     *
     * @param policy the policy whose model it is
     * @param model which of its models predicts best
     * @param coefficients number of coefficients
     * @param dropped coefficients that were dropped for lack of room
     */
    public record LearntModel(String policy, String model, long coefficients, long dropped) {}

    /**
     * The result of an evaluation.
     *
     * @param events number of events with a reward
     * @param values the logging policy first, then the others
     * @param notes what was left out or assumed, in sentences
     * @param skipped what the reader skipped, and events that the encoder rejected
     * @param models the reward models of the two halves of the log
     * @param health what the log contains
     * @param doubts reasons why no estimate can be trusted, in sentences; empty if there are none
     */
    public record Result(
            long events,
            List<PolicyValue> values,
            List<String> notes,
            Skipped skipped,
            List<LearntModel> models,
            LogHealth health,
            List<String> doubts) {
        /** Keeps copies. */
        public Result {
            doubts = List.copyOf(doubts);
            models = List.copyOf(models);
            values = List.copyOf(values);
            notes = List.copyOf(notes);
        }

        /** Returns the value of the policy that wrote the log. */
        public PolicyValue logging() {
            return values.get(0);
        }
    }

    private Evaluation(DecisionLog log, EncoderDefinition encoding, Settings settings, Choices choices) {
        sparse = new FeatureEncoder(Form.SPARSE, encoding);
        encoders.put(Form.SPARSE, sparse);
        settings.learning.forEach(
                policy -> encoders.computeIfAbsent(policy.form(), form -> new FeatureEncoder(form, encoding)));
        this.log = new EncodableLog(log, event -> encoders.values().forEach(encoder -> encoder.look(event)));
        this.settings = settings;
        this.choices = choices;
        this.health = new LogHealth(settings.assumeUniform);
    }

    /**
     * Values policies on a log with named features: each policy gets the arms in the form that it takes, and the reward model is that of the default
     * policy.
     *
     * @param encoding how features are encoded
     * @param progress receives the share that is done, from 0 to 1
     * @throws IllegalArgumentException if no event of the log has a reward
     */
    public static Result of(DecisionLog log, EncoderDefinition encoding, Settings settings, DoubleConsumer progress)
            throws IOException {
        return of(log, encoding, settings, (policy, event, probabilities) -> {}, progress);
    }

    /**
     * Values policies on a log with named features, as the shorter form does.
     *
     * @param choices receives what the candidates choose
     */
    public static Result of(
            DecisionLog log, EncoderDefinition encoding, Settings settings, Choices choices, DoubleConsumer progress)
            throws IOException {
        return new Evaluation(log, encoding, settings, choices).run(progress);
    }

    private Result run(DoubleConsumer progress) throws IOException {
        // A bandit costs about as much as reading and encoding.
        double whole = 3 + (double) settings.learning.size() * settings.seeds;
        Skipped skipped = pass(
                event -> {
                    health.accept(event);
                    double p = propensity(event);
                    survey.add(event, p);
                    if (!Double.isNaN(p)) {
                        propensities.add(event, p);
                    }
                },
                share -> progress.accept(share / whole));
        if (survey.events() == 0) {
            throw new IllegalArgumentException("the log has no event with a known reward, so nothing can be valued: "
                    + count(survey.withoutReward()) + " events without a reward" + skipped.summary());
        }
        CrossFit model = new CrossFit(survey.rewards());
        List<LearningValue> learning = learners(survey.rewards());
        Set<FeatureEncoder> inUse = new HashSet<>(Set.of(sparse));
        learning.forEach(value -> inUse.add(value.encoder()));
        numbered(
                inUse,
                (index, event) -> {
                    model.learn(index, sparse.arms(), event.chosen(), event.reward(), event.weight());
                    learning.forEach(value -> value.teach(index, event));
                },
                share -> progress.accept((1 + share) / whole));
        WeightedMean logging = new WeightedMean();
        WeightCheck loggingWeights = new WeightCheck();
        List<String> logged = new ArrayList<>();
        survey.policies().forEach((policy, times) -> {
            if (times == survey.events()) {
                logged.add(policy);
            } else {
                notes.add("policy " + policy + " is left out: its choice is in " + count(times) + " of "
                        + count(survey.events()) + " events.");
            }
        });
        List<StationaryValue> stationary =
                StationaryValue.all(logged, survey.mostOffered(), Math.sqrt(survey.events()));
        numbered(
                inUse,
                (index, event) -> {
                    double p = propensity(event);
                    model.predict(index, sparse.arms());
                    logging.add(event.weight(), event.reward(), 1);
                    loggingWeights.add(event.weight(), 1, event.reward());
                    stationary.forEach(value -> value.observe(event, p, model, choices));
                    if (!Double.isNaN(p)) {
                        learning.forEach(value -> value.observe(index, event, p, model, choices));
                    }
                },
                share -> progress.accept((2 + share * (whole - 2)) / whole));
        Interval rewards = survey.rewards();
        List<PolicyValue> values = new ArrayList<>();
        ValueEstimate mean = logging.estimate("mean", logging.isWeighted() ? Interval.NONE : rewards);
        values.add(new PolicyValue(
                "logging policy",
                Kind.LOGGING,
                List.of(mean),
                loggingWeights.effectiveSize(),
                loggingWeights.largestShare(),
                survey.events(),
                0,
                0,
                List.of()));
        stationary.forEach(value -> values.add(value.value(rewards, survey.events())));
        learning.forEach(value -> values.add(value.value()));
        noteWhatIsMissing();
        return new Result(survey.events(), values, notes, skipped, model.learnt(), health, propensities.doubts());
    }

    private List<LearningValue> learners(Interval rewards) {
        List<LearningValue> values = new ArrayList<>();
        double c = survey.commonPropensity();
        if (Double.isNaN(c)) {
            return values;
        }
        for (LearningPolicy policy : settings.learning) {
            try {
                FeatureEncoder encoder = Objects.requireNonNull(encoders.get(policy.form()));
                values.add(new LearningValue(policy, encoder, settings.seeds, c, survey.events(), rewards));
            } catch (IllegalArgumentException e) {
                notes.add(policy.label() + " is left out: " + e.getMessage() + ".");
            }
        }
        return values;
    }

    private void noteWhatIsMissing() {
        encoders.forEach((form, encoder) -> {
            if (form != Form.SPARSE) {
                notes.add(encoder.collisions());
            }
        });
        if (survey.armsLeftOut() > 0) {
            notes.add("Of " + survey.arms() + " arms, the " + LogSurvey.MOST_ARMS
                    + " offered most often are valued one by one.");
        }
        if (survey.mostOffered().stream().anyMatch(arm -> survey.offered(arm) < 1)) {
            notes.add("Where an arm is not on offer, its row counts a random choice.");
        }
        if (survey.withoutReward() > 0) {
            notes.add(count(survey.withoutReward()) + " events without a reward do not count.");
        }
        if (survey.withoutPropensity() > 0) {
            notes.add(
                    count(survey.withoutPropensity()) + " events without a propensity count for the direct method only"
                            + (survey.withoutPropensity() == survey.events()
                                    ? "; if the log was written by uniform choice, --uniform says so."
                                    : "."));
        }
    }

    private static String count(long many) {
        return Numbers.fixed(many, 0);
    }

    private double propensity(LoggedEvent event) {
        boolean assumed = settings.assumeUniform && Double.isNaN(event.propensity());
        return assumed ? 1.0 / event.arms().size() : event.propensity();
    }

    /** Receives events that count, with their number from 0. */
    private interface Numbered {
        void accept(long index, LoggedEvent event);
    }

    private void numbered(Set<FeatureEncoder> inUse, Numbered events, DoubleConsumer progress) throws IOException {
        long[] index = {0};
        pass(
                event -> {
                    if (!Double.isNaN(event.reward())) {
                        inUse.forEach(encoder -> encoder.encode(event));
                        events.accept(index[0]++, event);
                    }
                },
                progress);
    }

    private Skipped pass(Consumer<LoggedEvent> events, DoubleConsumer progress) throws IOException {
        double bytes = Math.max(1, log.bytes());
        return log.read(events, read -> progress.accept(Math.min(1, read / bytes)));
    }
}
