package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Automatic;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpointed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What files and people see of a tuner: the name of its state, its candidates, its map. */
class TunerNamesAndMapsTest {
    private static final SettingSpace SPACE = LinUcb.SPACE;
    private static final Horizon HORIZON = Horizon.of(1000);

    /** The names are part of the format of saved bandits: another name makes old files unreadable. */
    @Test
    void namesOfSavedStatesStay() {
        Candidates candidates = Candidates.ofPaper(SPACE);
        Map<String, Checkpointed> all = new TreeMap<>();
        all.put("BetaThompson/1", new BetaThompson(candidates));
        all.put("ED2RB/1", new RegretBalancing(candidates));
        all.put("Zooming/2", new Zooming(SPACE, HORIZON));
        all.put("RandTS/1", new RandomScale());
        all.put("VOI/1", new ValueOfInformation(2));
        all.put("Fixed/1", new Fixed(SPACE.preset()));
        all.put("RandUCB/1", new RandUcb());
        all.put("ZoomingTS/1", new ZoomingTs(SPACE, HORIZON));
        all.put("DoubleRestartZoomingTS/1", new DoubleRestartZoomingTs(SPACE, HORIZON));
        all.put("EXP3/1", new Exp3(candidates, HORIZON));
        all.put("Scheduled/1", new Scheduled(t -> SPACE.preset()));
        all.put("Syndicated/1", new Syndicated(SPACE, HORIZON, Candidates.c1()));
        all.put("leader exploration/2", LeaderExploration.of(new Automatic().posterior()));
        all.put("VOI of blocks/1", ValueOfInformation.ofShape(true, 2));
        all.forEach((name, tuner) -> assertThat(tuner.stateName()).isEqualTo(name));
    }

    @Test
    void thePapersCandidatesAreC1AndC2() {
        assertThat(Candidates.c1()).containsExactly(0.1, 1, 2, 3, 4, 5);
        assertThat(Candidates.c2()).hasSize(13).contains(0.25, 4.5);
        Candidates.c1()[0] = 9;
        assertThat(Candidates.c1()[0]).isEqualTo(0.1);
    }

    @Test
    void explorationRatesLeaveTheOtherHyperparametersAtTheirPresets() {
        Candidates candidates = Candidates.exploring(Gloc.SPACE, 0.5, 2);
        assertThat(candidates.size()).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            assertThat(candidates.get(i).get(0)).isEqualTo(i == 0 ? 0.5 : 2);
            assertThat(candidates.get(i).get(1)).isEqualTo(Gloc.SPACE.preset().get(1));
        }
        assertThat(candidates.toString()).contains("0.5").contains("2.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Candidates.exploring(SettingSpace.of(), 1))
                .withMessageContaining("nothing to tune");
    }

    @Test
    void candidatesMustDifferAndBelongToTheSpace() {
        Setting preset = SPACE.preset();
        assertThat(Candidates.of(SPACE, List.of(preset)).get(0)).isEqualTo(preset);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Candidates.of(SPACE, List.of(preset, preset)))
                .withMessageContaining("twice");
        assertThatIllegalArgumentException().isThrownBy(() -> Candidates.of(SPACE, List.of()));
    }

    private static Tuner tuner(String name) {
        return switch (name) {
            case "Zooming" -> new Zooming(SPACE, HORIZON);
            case "ZoomingTs" -> new ZoomingTs(SPACE, HORIZON);
            case "DoubleRestart" -> new DoubleRestartZoomingTs(SPACE, HORIZON);
            case "BetaThompson" -> new BetaThompson(Candidates.ofPaper(SPACE));
            default -> new RegretBalancing(Candidates.ofPaper(SPACE));
        };
    }

    /** Plays rounds that pay more the closer the exploration rate is to the middle of its range. */
    private static void play(Tuner tuner, int rounds) {
        RoundRandom rng = new RoundRandom(1, 0);
        for (int t = 1; t <= rounds; t++) {
            rng.reset(1, t);
            Suggestion suggestion = tuner.suggest(t, rng);
            double u = SPACE.toUnit(suggestion.setting())[0];
            tuner.observe(suggestion, 0.9 - Math.abs(u - 0.5));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zooming", "ZoomingTs", "DoubleRestart"})
    void ballsOfTheMapSurroundTheirCentersWithinTheBox(String name) {
        Tuner tuner = tuner(name);
        play(tuner, 400);
        TunerMap.Zoomed map = (TunerMap.Zoomed) tuner.map();
        assertThat(map.balls()).isNotEmpty();
        boolean rewarded = false;
        for (TunerMap.Ball ball : map.balls()) {
            double center = SPACE.toUnit(ball.center())[0];
            double low = SPACE.toUnit(ball.low())[0];
            double high = SPACE.toUnit(ball.high())[0];
            assertThat(low).isBetween(0.0, center);
            assertThat(high).isBetween(center, 1.0);
            assertThat(high).isGreaterThan(low);
            if (low > 0 && high < 1) {
                assertThat(high - center).isCloseTo(center - low, within(1e-9));
            }
            rewarded |= ball.pulls() > 0 && ball.mean() > 0;
        }
        assertThat(rewarded).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"BetaThompson", "RegretBalancing"})
    void theMapOfCandidatesHasTheMeanOfEach(String name) {
        Tuner tuner = tuner(name);
        TunerMap.Weighed before = (TunerMap.Weighed) tuner.map();
        assertThat(before.candidates()).hasSize(6);
        if (name.equals("RegretBalancing")) {
            assertThat(before.candidates()).allMatch(candidate -> Double.isNaN(candidate.mean()));
        }
        play(tuner, 300);
        TunerMap.Weighed map = (TunerMap.Weighed) tuner.map();
        for (TunerMap.Candidate candidate : map.candidates()) {
            assertThat(candidate.mean()).isBetween(0.0, 1.0);
        }
        assertThat(map.candidates().stream().map(TunerMap.Candidate::setting))
                .containsExactlyElementsOf(before.candidates().stream()
                        .map(TunerMap.Candidate::setting)
                        .toList());
    }
}
