package dev.attune.bench.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The short form of {@code attune soak}. Deterministic: the same seeds give the same lives, so a failure is never
 * luck.
 */
class SoakTest {
    private static final long ROUNDS = 100_000;

    @Test
    @Tag("slow")
    void noBlockFallsInWorldsThatNeverChange() throws InterruptedException {
        List<SoakRun.Life> lives = new ArrayList<>();
        SoakRun.playAll(SoakWorld.few(), 1, 1, ROUNDS, 2, share -> {}, lives::add);
        assertEquals(6, lives.size());
        for (SoakRun.Life life : lives) {
            assertTrue(life.passed(), life::toString);
            assertEquals(0, life.changes(), life::toString);
            assertTrue(life.gain() > .3, life::toString);
        }
    }

    @Test
    void worldsPayTheBestArmsMoreThanARandomOne() {
        for (SoakWorld world : SoakWorld.all()) {
            SoakWorld.Visitors visitors = world.visitors(7);
            double best = 0;
            double all = 0;
            for (int t = 0; t < 300; t++) {
                double[] pay = visitors.at(t).pay();
                assertEquals(world.arms(), pay.length);
                double most = Double.NEGATIVE_INFINITY;
                for (double each : pay) {
                    assertTrue(world.rate() == 0 || (each > 0 && each < 1), world::title);
                    most = Math.max(most, each);
                    all += each / pay.length;
                }
                best += most;
            }
            assertTrue(best > all, world::title);
        }
    }
}
