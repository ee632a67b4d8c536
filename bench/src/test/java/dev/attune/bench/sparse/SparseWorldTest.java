package dev.attune.bench.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.lab.env.WordWorld;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.math.RoundRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparseWorldTest {
    private static final int ROUNDS = 8_000;
    private static final double FIVE_DEVIATIONS =
            5 * 0.5 / Math.sqrt(ROUNDS); // of a mean of zeros and ones; false alarms: below one in a million

    @Test
    void theSameSeedGivesTheSameVisits() {
        for (SparseWorld world : SparseWorld.ALL) {
            assertThat(world.visits(3, 300)).isEqualTo(world.visits(3, 300)).isNotEqualTo(world.visits(4, 300));
        }
    }

    @Test
    void aLongerRepetitionBeginsLikeAShorterOne() {
        SparseWorld news = SparseWorld.named("news");

        assertThat(news.visits(1, 500).subList(0, 100)).isEqualTo(news.visits(1, 100));
    }

    @Test
    void theBestArmPaysHighAndAllOthersLow() {
        for (SparseWorld world :
                List.of(SparseWorld.named("F1000"), SparseWorld.named("F1000.weak"), SparseWorld.named("news"))) {
            double best = 0;
            double other = 0;
            for (Visit visit : world.visits(1, ROUNDS)) {
                best += world.words().reward(visit, visit.topics().indexOf(visit.topic()));
                other += world.words()
                        .reward(
                                visit,
                                visit.topics()
                                        .indexOf((visit.topic() + 1)
                                                % world.words().topics()));
            }
            assertThat(best / ROUNDS).as(world.name()).isCloseTo(world.words().high(), within(FIVE_DEVIATIONS));
            assertThat(other / ROUNDS).as(world.name()).isCloseTo(world.words().low(), within(FIVE_DEVIATIONS));
        }
    }

    @Test
    void aRandomChoiceGetsTheMeanOverArms() {
        SparseWorld world = SparseWorld.named("F100");
        assertThat(randomReward(world.words())).isCloseTo((0.75 + 9 * 0.03) / 10, within(1e-12));
        for (SparseWorld each : SparseWorld.ALL) {
            RoundRandom rng = new RoundRandom(99, 0);
            double sum = 0;
            for (Visit visit : each.visits(2, ROUNDS)) {
                sum += each.words().reward(visit, rng.nextInt(visit.arms().size()));
            }
            assertThat(sum / ROUNDS).as(each.name()).isCloseTo(randomReward(each.words()), within(FIVE_DEVIATIONS));
        }
    }

    @Test
    void aVisitHas32WordsAsCountsOrAsOnes() {
        for (Visit visit : SparseWorld.named("F1000").visits(1, 50)) {
            assertThat(visit.words().values().stream().mapToInt(count -> count).sum())
                    .isEqualTo(SparseWorld.DRAWS_OF_TOPIC + SparseWorld.DRAWS_OF_ALL);
            assertThat(visit.context().values()).hasSameSizeAs(visit.words());
        }
        for (Visit visit : SparseWorld.named("F1000.binary").visits(1, 50)) {
            assertThat(visit.words().values()).containsOnly(1);
        }
    }

    @Test
    void wordsOfACorrelatedTopicComeInFixedPairs() {
        Map<Set<Integer>, Integer> together = new HashMap<>();
        for (Visit visit : SparseWorld.named("F1000.correlated").visits(1, 2_000)) {
            if (visit.topic() == 0) {
                List<Integer> words = List.copyOf(visit.words().keySet());
                for (int i = 0; i < words.size(); i++) {
                    for (int j = 0; j < i; j++) {
                        together.merge(Set.of(words.get(i), words.get(j)), 1, Integer::sum);
                    }
                }
            }
        }
        // About 200 visits. A pair is in a visit with probability 1 - .9^6 = .47, two words of different pairs in .21.
        List<Integer> most =
                together.values().stream().sorted((a, b) -> b - a).limit(11).toList();
        assertThat(most.get(9)).isGreaterThan(most.get(10) + 10);
    }

    @Test
    void armsOfTheNewsComeAndGo() {
        SparseWorld news = SparseWorld.named("news");
        List<Visit> visits = news.visits(1, ROUNDS);
        Map<String, Integer> live = new HashMap<>();
        Map<String, Set<Integer>> topics = new HashMap<>();
        for (Visit visit : visits) {
            assertThat(visit.arms()).hasSize(20).doesNotHaveDuplicates();
            for (int k = 0; k < 20; k++) {
                live.merge(visit.arms().get(k), 1, Integer::sum);
                topics.computeIfAbsent(visit.arms().get(k), id -> new HashSet<>())
                        .add(visit.topics().get(k));
            }
            for (int topic = 0; topic < 10; topic++) {
                assertThat(visit.topics().stream().filter(Integer.valueOf(topic)::equals))
                        .hasSize(2);
            }
        }
        assertThat(live.get("arm0")).isEqualTo(100);
        assertThat(live.get("arm19")).isEqualTo(2_000);
        assertThat(live.get("arm20")).isEqualTo(2_000);
        assertThat(live).hasSize(20 + 79);
        assertThat(topics.values()).allMatch(of -> of.size() == 1);
    }

    @Test
    void anUnknownNameIsRejectedWithAllNames() {
        assertThatThrownBy(() -> SparseWorld.named("F7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'F7'")
                .hasMessageContaining("F1000.correlated");
    }

    /** Returns the mean reward of a uniformly random choice. */
    private static double randomReward(WordWorld words) {
        return words.low() + (words.high() - words.low()) / words.topics();
    }
}
