package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Control.Choice;
import dev.attune.api.Control.NamedArm;
import dev.attune.api.Control.OldSystem;
import dev.attune.api.Control.Term;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
    private static final double ROUNDING = 1e-12;

    /** Everything that can happen in a round with these probabilities beside the uniform share. */
    private static final class Round {
        final double[] rest;
        final double share;
        final double[] rewards;
        final boolean known;

        Round(int arms, double share, boolean known, SplittableRandom rng) {
            this.rest = rng.doubles(arms).toArray();
            double sum = Arrays.stream(rest).sum();
            for (int k = 0; k < arms; k++) {
                rest[k] /= sum;
            }
            rest[rng.nextInt(arms)] = 0; // which leaves it the share alone; the others need not sum to 1
            rest[0] += 1 - Arrays.stream(rest).sum();
            this.share = share;
            this.rewards = rng.doubles(arms, -2, 3).toArray();
            this.known = known;
        }

        double probability(int arm) {
            return share / rest.length + (1 - share) * rest[arm];
        }

        double earned() {
            double sum = 0;
            for (int k = 0; k < rest.length; k++) {
                sum += probability(k) * rewards[k];
            }
            return sum;
        }

        /** Returns the sum over all outcomes of probability x g x reward, or of probability x g if rewards are all 1. */
        double sum(Control control, int named, boolean rewarded) {
            double sum = 0;
            for (int k = 0; k < rest.length; k++) {
                for (boolean drawn : new boolean[] {false, true}) {
                    double chance = drawn ? share / rest.length : (1 - share) * rest[k];
                    Term term = control.term(
                            new Choice(true, rest.length, k, named, known ? probability(k) : Double.NaN, share, drawn));
                    assertThat(Math.abs(term.g())).isLessThanOrEqualTo(term.bound() * (1 + ROUNDING));
                    assertThat(term.bound()).isGreaterThanOrEqualTo(1);
                    sum += chance * term.g() * (rewarded ? rewards[k] : 1);
                }
            }
            return sum;
        }
    }

    @ParameterizedTest
    @CsvSource({"2, .02", "6, .1", "60, .01", "3, 1", "1, .5"})
    void theMeanIsTheDifferenceFromTheControl(int arms, double share) {
        SplittableRandom rng = new SplittableRandom(arms);
        for (boolean known : new boolean[] {true, false}) {
            Round round = new Round(arms, share, known, rng);
            double random = Arrays.stream(round.rewards).sum() / arms;
            assertThat(round.sum(Control.random(), -1, true)).isCloseTo(round.earned() - random, within(ROUNDING));
            assertThat(round.sum(Control.random(), -1, false)).isCloseTo(0, within(ROUNDING));
            for (int named = 0; named < arms; named++) {
                NamedArm control = new NamedArm("it");
                assertThat(round.sum(control, named, true))
                        .isCloseTo(round.earned() - round.rewards[named], within(ROUNDING));
                assertThat(round.sum(control, named, false)).isCloseTo(0, within(ROUNDING));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({".1", ".5", ".9"})
    void anOldSystemIsComparedByItsShareOfTheTraffic(double share) {
        Control control = new OldSystem(share);
        Term own = control.term(new Choice(true, 3, 1, -1, 0.2, 0, false));
        Term old = control.term(Choice.observed(3, 2));
        double earned = 0.7;
        double before = 0.4;
        assertThat((1 - share) * own.g() * earned + share * old.g() * before)
                .isCloseTo(earned - before, within(ROUNDING));
        assertThat((1 - share) * own.g() + share * old.g()).isCloseTo(0, within(ROUNDING));
        assertThat(Math.max(Math.abs(own.g()), Math.abs(old.g()))).isEqualTo(own.bound());
        assertThat(old.bound()).isEqualTo(own.bound());
        assertThat(control.needsShare()).isFalse();
    }

    @Test
    void someDecisionsCannotBeCompared() {
        NamedArm named = new NamedArm("tea");
        assertThat(named.term(new Choice(true, 2, 0, -1, 0.5, 0.1, false)).exists())
                .isFalse();
        for (Control control : new Control[] {Control.random(), named}) {
            assertThat(control.term(new Choice(true, 2, 0, 1, 0.5, 0, false)).exists())
                    .isFalse();
            assertThat(control.term(Choice.observed(2, 1)).exists()).isFalse();
            assertThat(control.needsShare()).isTrue();
        }
    }

    @Test
    void anInvalidControlIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NamedArm(""))
                .withMessage("the arm to compare with has an empty id");
        for (double share : new double[] {0, 1, -1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new OldSystem(share))
                    .withMessage("the share of the old system = " + share + " must be above 0 and below 1");
        }
        assertThat(Control.random()).hasToString("a random arm");
        assertThat(new NamedArm("tea")).hasToString("the arm tea");
        assertThat(new OldSystem(0.1)).hasToString("the old system");
    }
}
