package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.Horizon;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Candidates;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.Exp3;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Tuners that pay the wrong setting do not pass the contract. */
class TunerContractTest {
    /** A tuner that changes the credit of a reward before it learns. */
    private static final class Mispaying implements Tuner {
        private final Tuner tuner;
        private final BinaryOperator<Suggestion> change; // of the suggestion that earned, and the last one
        private Suggestion last;

        private Mispaying(Tuner tuner, BinaryOperator<Suggestion> change) {
            this.tuner = tuner;
            this.change = change;
            this.last = Suggestion.of(tuner.space().preset());
        }

        @Override
        public SettingSpace space() {
            return tuner.space();
        }

        @Override
        public Suggestion suggest(long t, RandomGenerator rng) {
            last = tuner.suggest(t, rng);
            return last;
        }

        @Override
        public void observe(Suggestion past, double reward) {
            tuner.observe(change.apply(past, last), reward);
        }

        @Override
        public TunerMap map() {
            return tuner.map();
        }

        @Override
        public String stateName() {
            return "mispaying " + tuner.stateName();
        }

        @Override
        public void writeState(StateWriter out) {
            tuner.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            tuner.readState(in);
        }
    }

    private static final double[] THREE = {0.1, 2, 5};

    private static Candidates candidates(SettingSpace space) {
        return Candidates.exploring(space, THREE);
    }

    private static Tuner exp3(SettingSpace space) {
        return new Exp3(candidates(space), Horizon.of(TunerContract.ROUNDS));
    }

    private static Tuner zooming(SettingSpace space) {
        return new ZoomingTs(space, Horizon.of(500), EpochLength.of(180), NoiseScale.of(0.2));
    }

    /** The credit of the next candidate. */
    private static Suggestion neighbour(Suggestion past, Suggestion last) {
        int next = ((int) past.memo()[0] + 1) % THREE.length;
        Setting setting = past.setting().space().with(past.setting().space().preset(), 0, THREE[next]);
        return new Suggestion(setting, new double[] {next, past.memo()[1], past.memo()[2]});
    }

    private static TunerContract contract(Function<SettingSpace, Tuner> maker) {
        return new TunerContract() {
            @Override
            public Tuner make(SettingSpace space) {
                return maker.apply(space);
            }
        };
    }

    private static void fails(Runnable law) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(law::run);
    }

    @Test
    void tunersThatPayWhatEarnedPass() {
        TunerContract exp3 = contract(TunerContractTest::exp3);
        TunerContract zooming = contract(TunerContractTest::zooming);
        assertThatCode(() -> {
                    exp3.rewardPaysTheSuggestionThatItComesWith(1);
                    exp3.theCandidateThatEarnsIsSuggestedMost();
                    exp3.orderOfDeliveryDoesNotMatter(1);
                    zooming.rewardPaysTheSuggestionThatItComesWith(1);
                    zooming.meansOfPointsAreWhatTheirSettingsEarned(1);
                    zooming.orderOfDeliveryDoesNotMatter(1);
                })
                .doesNotThrowAnyException();
    }

    /** As a tuner does that expects every reward before the next suggestion. */
    @Test
    void aTunerThatPaysTheLastSuggestionFails() {
        TunerContract exp3 = contract(space -> new Mispaying(exp3(space), (past, last) -> last));
        fails(() -> exp3.rewardPaysTheSuggestionThatItComesWith(1));
        fails(exp3::theCandidateThatEarnsIsSuggestedMost);
        TunerContract zooming = contract(space -> new Mispaying(zooming(space), (past, last) -> last));
        fails(() -> zooming.rewardPaysTheSuggestionThatItComesWith(1));
        fails(() -> zooming.meansOfPointsAreWhatTheirSettingsEarned(1));
    }

    @Test
    void aTunerThatPaysTheNextCandidateFails() {
        TunerContract exp3 = contract(space -> new Mispaying(exp3(space), TunerContractTest::neighbour));
        fails(exp3::theCandidateThatEarnsIsSuggestedMost);
    }

    /** The point of the memo by one too few, if there is one before. */
    @Test
    void aTunerThatPaysAnotherPointFails() {
        TunerContract zooming = contract(space -> new Mispaying(
                zooming(space),
                (past, last) ->
                        new Suggestion(past.setting(), new double[] {past.memo()[0], Math.max(0, past.memo()[1] - 1)
                        })));
        fails(() -> zooming.meansOfPointsAreWhatTheirSettingsEarned(1));
    }
}
