package dev.attune.server;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Simulated readers of a front page with six stories. Each story has an appeal, each reader prefers one subject, and long reads are read at a
 * desk only, so the best story depends on the reader.
 */
final class Visitors {
    /** The stories. */
    static final List<Arm> STORIES = List.of(
            new Arm("cup-final", Features.NONE),
            new Arm("new-album", Features.NONE),
            new Arm("moon-mission", Features.NONE),
            new Arm("long-read", Features.NONE),
            new Arm("weather", Features.NONE),
            new Arm("crossword", Features.NONE));

    private static final List<String> SUBJECTS = List.of("sport", "music", "science");
    private static final int LONG_READ = 3;

    /** Share of readers who click on a story whatever they like. */
    private static final double[] APPEAL = {0.06, 0.05, 0.07, 0.04, 0.12, 0.09};

    /** What is added for a reader of the story's subject. */
    private static final double LIKED = 0.35;

    /** What is added for the long read on a desktop. */
    private static final double AT_A_DESK = 0.2;

    private static final double ON_PHONES = 0.6;

    private final long seed;
    private long visits;

    Visitors(long seed) {
        this.seed = seed;
    }

    /** Returns the next reader. */
    Visitor next() {
        RandomGenerator random = new RoundRandom(seed, ++visits);
        String likes = SUBJECTS.get(random.nextInt(SUBJECTS.size()));
        return new Visitor(likes, random.nextDouble() < ON_PHONES, random.nextDouble(), random.nextDouble());
    }

    /**
     * A reader.
     *
     * @param likes the subject
     * @param onPhone or at a desk
     * @param mood in [0, 1): clicks on a story if its chance is greater, the same for every bandit
     * @param slowness in [0, 1): delay of the click
     */
    record Visitor(String likes, boolean onPhone, double mood, double slowness) {
        Features features() {
            return Features.builder()
                    .category("likes", likes)
                    .category("device", onPhone ? "phone" : "desktop")
                    .build();
        }

        /** Returns the probability of a click. */
        double chance(int story) {
            double chance = APPEAL[story];
            if (story < SUBJECTS.size() && SUBJECTS.get(story).equals(likes)) {
                chance += LIKED;
            }
            return story == LONG_READ && !onPhone ? chance + AT_A_DESK : chance;
        }

        boolean clicks(String story) {
            for (int i = 0; i < STORIES.size(); i++) {
                if (STORIES.get(i).id().equals(story)) {
                    return mood < chance(i);
                }
            }
            return false;
        }
    }
}
