package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.RewardRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LinkTest {
    static final Link[] LINKS = {Link.IDENTITY, Link.LOGISTIC, Link.POISSON};

    @Test
    void meansAreThoseOfTheDefinition() {
        for (double eta : new double[] {-3, -0.5, 0, 0.25, 4}) {
            assertThat(Link.IDENTITY.mean(eta)).isEqualTo(eta);
            assertThat(Link.LOGISTIC.mean(eta)).isCloseTo(1 / (1 + Math.exp(-eta)), within(1e-15));
            assertThat(Link.POISSON.mean(eta)).isCloseTo(Math.exp(eta), within(1e-13));
        }
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void theSlopeIsTheDerivativeOfTheMean(Link link) {
        double h = 1e-5;
        for (double eta = -6; eta <= 6; eta += 0.25) {
            double slope = (link.mean(eta + h) - link.mean(eta - h)) / (2 * h);
            // The difference quotient is off by h^2/6 mu''' and by rounding over h.
            assertThat(link.slopeAt(link.mean(eta))).isCloseTo(slope, within(1e-10 * (1 + link.mean(6))));
        }
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void theLogOfTheSlopeChangesNoFasterThanDeclared(Link link) {
        for (double eta = -20; eta <= 20; eta += 0.1) {
            double change = Math.log(link.slopeAt(link.mean(eta + 0.1)) / link.slopeAt(link.mean(eta)));
            assertThat(Math.abs(change)).isLessThanOrEqualTo(0.1 * link.curvatureChange() + 1e-7);
        }
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void theMeanNeverDecreasesAndTheSlopeIsNeverNegative(Link link) {
        double last = Double.NEGATIVE_INFINITY;
        for (double eta = -800; eta <= 800; eta += 0.5) {
            double mean = link.mean(eta);
            assertThat(mean).isFinite().isGreaterThanOrEqualTo(last);
            assertThat(link.slopeAt(mean)).isFinite().isNotNegative();
            last = mean;
        }
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void scoresAtTheEndOfTheNumbersGiveNoNaN(Link link) {
        for (double eta : new double[] {1e100, 1e300, -1e100, -1e300, Double.MAX_VALUE, -Double.MAX_VALUE}) {
            assertThat(link.mean(eta)).isNotNaN();
            assertThat(link.slopeAt(link.mean(eta))).isNotNaN();
        }
    }

    @Test
    void logisticLimitsAreExact() {
        assertThat(Link.LOGISTIC.mean(1e6)).isOne();
        assertThat(Link.LOGISTIC.mean(-1e6)).isZero();
        assertThat(Link.LOGISTIC.slopeAt(1)).isZero();
        assertThat(Link.LOGISTIC.slopeAt(0)).isZero();
        assertThat(Link.LOGISTIC.slopeAt(0.5)).isEqualTo(0.25);
    }

    @Test
    void poissonIsCutAtAScoreOfOneHundred() {
        double top = StrictMath.exp(100);
        assertThat(Link.POISSON.mean(100)).isEqualTo(top);
        assertThat(Link.POISSON.mean(101)).isEqualTo(top);
        assertThat(Link.POISSON.mean(1e300)).isEqualTo(top);
        assertThat(Link.POISSON.mean(99.9)).isLessThan(top);
        assertThat(Link.POISSON.mean(-1e6)).isZero();
    }

    @Test
    void eachLinkNamesItselfAndItsRewards() {
        assertThat(Link.IDENTITY.linkName()).isEqualTo("identity");
        assertThat(Link.LOGISTIC.linkName()).isEqualTo("logistic");
        assertThat(Link.POISSON.linkName()).isEqualTo("poisson");
        assertThat(Link.IDENTITY.rewards()).isEqualTo(RewardRange.REALS);
        assertThat(Link.LOGISTIC.rewards()).isEqualTo(RewardRange.UNIT);
        assertThat(Link.POISSON.rewards()).isEqualTo(RewardRange.NON_NEGATIVE);
    }
}
