package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sparse sets of arms and the lists of terms that they are made of. */
final class SparseActionSetTest {
    private static void assertRejected(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining(message);
    }

    /** Returns the pairs of keys that an arm joins, with their products, from the form in which a pull carries it. */
    private static Map<List<Long>, Double> pairs(double[] x) {
        Map<List<Long>, Double> pairs = new HashMap<>();
        int at = 0;
        while (at < x.length) {
            int shared = (int) x[at];
            int own = (int) x[at + 1];
            for (int c = 0; c < shared; c++) {
                for (int a = shared; a < shared + own; a++) {
                    int first = at + 2 + 3 * c;
                    int second = at + 2 + 3 * a;
                    List<Long> keys = List.of(ActionSet.key(x, first), ActionSet.key(x, second));
                    assertThat(pairs.put(keys, x[first + 2] * x[second + 2])).isNull();
                }
            }
            at += 2 + 3 * (shared + own);
        }
        assertThat(at).isEqualTo(x.length);
        return pairs;
    }

    @Test
    void anArmHasThePairsWhoseMasksHaveABitInCommon() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 50; round++) {
            Terms context = new Terms();
            for (int c = 0; c < random.nextInt(6); c++) {
                context.add(random.nextLong(), random.nextDouble(.1, 2), random.nextInt(8));
            }
            Terms own = new Terms();
            int[] ends = new int[4];
            for (int k = 0; k < ends.length; k++) {
                for (int a = 0; a < random.nextInt(5); a++) {
                    own.add(random.nextLong(), random.nextDouble(-2, -.1), random.nextInt(8));
                }
                ends[k] = own.size();
            }
            ActionSet set = ActionSet.crossed(context, own, ends, ends.length);
            assertThat(set.isSparse()).isTrue();
            assertThat(set.dimension()).isZero();
            assertThat(set.byFeature()).isEmpty();
            int from = 0;
            for (int k = 0; k < ends.length; k++) {
                Map<List<Long>, Double> expected = new HashMap<>();
                for (int a = from; a < ends[k]; a++) {
                    for (int c = 0; c < context.size(); c++) {
                        if ((context.mask(c) & own.mask(a)) != 0) {
                            expected.put(List.of(context.key(c), own.key(a)), context.value(c) * own.value(a));
                        }
                    }
                }
                assertThat(set.start(k)).isEqualTo(from);
                assertThat(set.end(k)).isEqualTo(ends[k]);
                assertThat(pairs(set.features(k))).isEqualTo(expected);
                from = ends[k];
            }
        }
    }

    @Test
    void aKeptSetDoesNotChangeWithItsArguments() {
        Terms context = new Terms();
        context.add(1, 1, 1);
        Terms own = new Terms();
        own.add(2, 3, 1);
        own.add(4, 5, 1);
        int[] ends = {1, 2, 9};
        ActionSet set = ActionSet.crossed(context, own, ends, 2);
        ActionSet kept = set.keep();
        double[] before = set.features(1);
        context.clear();
        context.add(7, 7, 7);
        own.scale(0, 2, 10);
        ends[0] = 0;
        assertThat(kept.features(1)).isEqualTo(before);
        assertThat(set.features(1)).isNotEqualTo(before);
        ActionSet vectors = ActionSet.ofRows(new double[] {1});
        assertThat(vectors.keep()).isSameAs(vectors);
    }

    @Test
    void invalidSetsAreRejected() {
        Terms none = new Terms();
        Terms one = new Terms();
        one.add(1, 1, 1);
        Terms huge = new Terms();
        huge.add(1, 2e100, 1);
        assertRejected(() -> ActionSet.crossed(none, none, new int[0], 0), "the arm set is empty");
        assertRejected(() -> ActionSet.crossed(none, none, new int[1], 2), "ends of 1 arms, not of 2");
        assertRejected(() -> ActionSet.crossed(none, one, new int[] {2}, 1), "its terms end at 2, outside [0, 1]");
        assertRejected(() -> ActionSet.crossed(none, one, new int[] {1, 0}, 2), "arm 1: its terms end at 0");
        assertRejected(() -> ActionSet.crossed(huge, one, new int[] {1}, 1), "term 0 of the context = 2.0E100");
        assertRejected(() -> ActionSet.crossed(one, huge, new int[] {1}, 1), "term 0 of an arm = 2.0E100");
        assertRejected(() -> ActionSet.crossed(one, one, new int[] {1}, 1).features(1), "arm = 1 is not one of the 1");
        assertRejected(() -> ActionSet.crossed(one, one, new int[] {1}, 1).features(-1), "arm = -1");
    }

    @Test
    void termsWithTheSameKeyAreMergedFromAPositionOn() {
        SplittableRandom random = new SplittableRandom(2);
        for (int size : new int[] {0, 1, 2, 31, 32, 33, 200}) {
            Terms terms = new Terms();
            terms.add(5, 1, 9); // before the position: stays apart
            Map<Long, Double> sums = new HashMap<>();
            List<Long> order = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                long key = ((long) random.nextInt(20) << 32) | random.nextInt(2);
                double value = random.nextDouble(1, 2);
                terms.add(key, value, key);
                order.add(key);
                sums.merge(key, value, Double::sum);
            }
            terms.add(77, 0, 1); // no term
            terms.merge(1);
            assertThat(terms.size()).isEqualTo(1 + sums.size());
            assertThat(terms.key(0)).isEqualTo(5);
            List<Long> distinct = order.stream().distinct().toList();
            for (int i = 0; i < distinct.size(); i++) {
                assertThat(terms.key(1 + i)).isEqualTo(distinct.get(i));
                assertThat(terms.mask(1 + i)).isEqualTo(distinct.get(i));
                assertThat(Math.abs(terms.value(1 + i) - sums.get(distinct.get(i))))
                        .isLessThan(1e-12);
            }
        }
    }

    @Test
    void scalingAndCopyingLeaveOtherTermsAlone() {
        Terms terms = new Terms();
        terms.add(1, 1, 1);
        terms.add(2, 2, 2);
        terms.add(3, 3, 3);
        Terms copy = terms.copy();
        terms.scale(1, 2, 10);
        assertThat(new double[] {terms.value(0), terms.value(1), terms.value(2)})
                .containsExactly(1, 20, 3);
        assertThat(new double[] {copy.value(0), copy.value(1), copy.value(2)}).containsExactly(1, 2, 3);
        assertThat(copy.key(2)).isEqualTo(3);
        assertThat(copy.mask(2)).isEqualTo(3);
        for (int i = 0; i < 100_000; i++) {
            terms.add(i, 1, 1);
        }
        terms.clear(); // gives up its large arrays
        assertThat(terms.size()).isZero();
        terms.add(9, 9, 9);
        assertThat(terms.value(0)).isEqualTo(9);
        copy.add(4, 4, 4);
        assertThat(copy.size()).isEqualTo(4);
    }
}
