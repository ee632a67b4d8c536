package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Setting;
import dev.attune.api.TheoryConstants;
import dev.attune.model.Link;
import org.junit.jupiter.api.Test;

/**
 * The prescribed settings at two points each: d = 5, t = 100, T = 1000, lambda = 1, and d = 25, t = 7000, T = 14000,
 * lambda = 2 where it counts. The numbers were computed apart from this code. delta = 0.05, sigma = 0.5, S = 1, kappa =
 * 0.196.
 */
class TheoryTest {
    private static final TheoryConstants SHORT = TheoryConstants.ofPaper(1000);
    private static final TheoryConstants LONG = TheoryConstants.ofPaper(14_000);

    private static void assertExplore(Setting setting, double explore) {
        assertThat(setting.get("explore")).isCloseTo(explore, within(1e-12 * explore));
    }

    /** sigma sqrt(d ln((1 + t/lambda)/delta)) + S sqrt(lambda): 0.5 sqrt(5 ln 2020) + 1 at the first point. */
    @Test
    void linUcbFollowsAbbasiYadkoriPalAndSzepesvari() {
        assertExplore(new LinUcb(5).theory(SHORT).orElseThrow().at(100), 4.08440691024937);
        assertExplore(new LinUcb(25, 2).theory(LONG).orElseThrow().at(7000), 9.76456392721882);
        TheoryConstants others = new TheoryConstants(1000, 0.1, 0.2, 2, 0.196);
        assertExplore(new LinUcb(3).theory(others).orElseThrow().at(50), 2.864944672846885); // 0.2 sqrt(3 ln 510) + 2
    }

    /** sigma sqrt(9 d ln(t/delta)): 0.5 sqrt(45 ln 2000) at the first point. */
    @Test
    void linTsFollowsAgrawalAndGoyal() {
        assertExplore(new LinTs(5).theory(SHORT).orElseThrow().at(100), 9.247169981667279);
        assertExplore(new LinTs(25, 2).theory(LONG).orElseThrow().at(7000), 25.81721558794671);
    }

    /** LinUCB's with sigma/5: 0.1 sqrt(5 ln 2020) + 1 at the first point. */
    @Test
    void linTsOffersTheValueOfTheReleasedExperiments() {
        assertExplore(new LinTs(5).theoryAsReleased(SHORT).at(100), 1.616881382049874);
        assertExplore(new LinTs(25, 2).theoryAsReleased(LONG).at(7000), 3.0842836353422403);
    }

    /** sigma/kappa sqrt(d/2 ln(1 + 2T/d) + ln(1/delta)), in every round. */
    @Test
    void ucbGlmFollowsLiLuAndZhou() {
        assertExplore(new UcbGlm(5).theory(SHORT).orElseThrow().at(100), 10.817239757913903);
        assertExplore(new UcbGlm(5).theory(SHORT).orElseThrow().at(1), 10.817239757913903);
        assertExplore(new UcbGlm(25).theory(LONG).orElseThrow().at(7000), 24.304469579208707);
    }

    /** 2 k_mu/c_mu sqrt(3 + 2 ln(1 + 2/lambda)) sqrt(2 d ln t ln(2dT/delta)), k_mu = 1/4 or, for the identity, 1. */
    @Test
    void glmUcbFollowsFilippiAndOthers() {
        assertExplore(new GlmUcb(5).theory(SHORT).orElseThrow().at(100), 137.88292636788262);
        assertExplore(
                new GlmUcb(Link.LOGISTIC, 25, 2).theory(LONG).orElseThrow().at(7000), 455.98716242605093);
        TheoryConstants flat = new TheoryConstants(1000, 0.05, 0.5, 1, 1);
        assertExplore(new GlmUcb(Link.IDENTITY, 5, 1).theory(flat).orElseThrow().at(100), 108.10021427241998);
        assertThat(new GlmUcb(5).theory(SHORT).orElseThrow().at(1).get(0)).isZero(); // ln 1
    }

    /** 0.5/0.1 sqrt(0.25) sqrt(d ln(T/d) + 2 ln T), in every round. */
    @Test
    void glmTslFollowsKvetonAndOthers() {
        assertExplore(new GlmTsl(5).theory(SHORT).orElseThrow().at(100), 15.871967700694922);
        assertExplore(new GlmTsl(25).theory(LONG).orElseThrow().at(7000), 33.287764720166386);
        assertThat(new GlmTsl(25)
                        .theory(TheoryConstants.ofPaper(2))
                        .orElseThrow()
                        .at(1)
                        .get(0)) // T < d
                .isCloseTo(2.5 * Math.sqrt(2 * Math.log(2)), within(1e-12));
    }

    /** The posterior as it is. */
    @Test
    void laplaceTsExploresAtOne() {
        assertThat(new LaplaceTs(5).theory(SHORT).orElseThrow().at(100).toArray())
                .containsExactly(1);
        assertThat(LaplaceTs.byDescent(5).theory(SHORT).orElseThrow().at(100).toArray())
                .containsExactly(1, 1);
    }

    /** Before any reward B = 2 kappa, alpha = 9 + 8 R^2/kappa^2 ln(2/delta sqrt(5 + 4 R^4/(kappa^4 delta^2))). */
    @Test
    void glocStartsWithTheRadiusOfJunAndOthers() {
        Setting setting = new Gloc(5).theory(SHORT).orElseThrow().at(1);
        assertExplore(setting, 22.17230088863094);
        assertThat(setting.get("kappa")).isEqualTo(0.196);
    }

    /**
     * sqrt(g1^2 + g2^2), g1 = sigma sqrt(d/2 ln(1 + 2 j tau/d) + 2 ln T), g2 = tau sqrt(1 + ln j). Rounds are
     * counted after the warm-up: with tau = 60, rounds 1 to 60 are batch 1; with tau = 150, round 6850 is in batch 46.
     */
    @Test
    void sgdTsFollowsDingHsiehAndSharpnack() {
        SgdTs small = new SgdTs(Link.LOGISTIC, 5, 60, 10, 0);
        assertExplore(small.theory(SHORT).orElseThrow().at(1), 60.045530017063165);
        assertExplore(small.theory(SHORT).orElseThrow().at(60), 60.045530017063165);
        assertExplore(small.theory(SHORT).orElseThrow().at(61), 78.11028175177461);
        Setting large = new SgdTs(Link.LOGISTIC, 25, 150, 10, 0)
                .theory(LONG)
                .orElseThrow()
                .at(6850);
        assertExplore(large, 329.6497236781243);
        assertThat(large.get("step")).isEqualTo(1);
    }
}
