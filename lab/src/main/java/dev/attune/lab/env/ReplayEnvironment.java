package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.data.Visit;
import dev.attune.lab.log.VisitReader;
import dev.attune.lab.log.VisitSummary;
import dev.attune.math.ArmForms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A Yahoo R6B log played back: a round for each visit, the arms being the articles that were on offer. Only the article that
 * was shown has a reward; a bandit that chooses another learns nothing in that round. Articles were shown at random, so what
 * is left is a fair sample of what the bandit would have met (Li, Chu, Langford and Wang, "Unbiased offline evaluation of
 * contextual-bandit-based news article recommendation algorithms", WSDM 2011).
 *
 * <p>Articles have no features of their own: each has a block of 1 + m, a constant and the m user features that are the most
 * frequent in the log, as 0 and 1; d = articles * (1 + m). With m = 0, which is the preset, each article has a mean and nothing
 * else.
 *
 * <p>With sparse arms, the context is all user features but the constant 1, as tags, and an arm is its article as an id.
 *
 * <p>The log is read anew, in constant memory, each time that rounds are opened. Its order is that of time, whatever the seed.
 */
final class ReplayEnvironment extends DataEnvironment {
    private final List<Path> files;
    private final VisitSummary summary;
    private final int[] userFeatures; // ids, in the order of the features

    ReplayEnvironment(List<Path> files, VisitSummary summary, int userFeatures) {
        this(files, summary, checked(files, summary, userFeatures), false);
    }

    private ReplayEnvironment(List<Path> files, VisitSummary summary, int[] userFeatures, boolean sparse) {
        super(
                "yahoo-r6b",
                sparse ? 0 : summary.articles().length * (1 + userFeatures.length),
                summary.counts().events(),
                summary.fingerprint());
        this.files = files;
        this.summary = summary;
        this.userFeatures = userFeatures;
    }

    private static int[] checked(List<Path> files, VisitSummary summary, int userFeatures) {
        if (userFeatures > summary.userFeatures().length) {
            throw new IllegalArgumentException("userFeatures = " + userFeatures + " is more than the "
                    + summary.userFeatures().length + " that occur in the log");
        }
        if (summary.counts().events() == 0) {
            throw new IllegalArgumentException(
                    "none of the " + summary.counts().lines() + " lines of " + files + " can be used");
        }
        return Arrays.copyOf(summary.userFeatures(), userFeatures);
    }

    @Override
    public Optional<Environment> sparse() {
        return Optional.of(new ReplayEnvironment(files, summary, userFeatures, true));
    }

    @Override
    public boolean knowsRegret() {
        return false;
    }

    @Override
    DataRounds rounds(long seed, long horizon) {
        return new VisitRounds(horizon, dimension() == 0 ? new Named()::arms : new Vectors()::arms);
    }

    private IllegalStateException changed() {
        return new IllegalStateException("the log has changed since it was first read: " + files);
    }

    /** Makes vectors of the articles of visits. */
    private final class Vectors {
        private final int block = 1 + userFeatures.length;
        private double[][] x = new double[dimension()][ArmForms.rowLength(32)];
        private int[] place = {}; // of the present arms among all articles

        ActionSet arms(Visit visit) {
            for (int arm = 0; arm < place.length; arm++) {
                for (int i = 0; i < block; i++) {
                    x[place[arm] * block + i][arm] = 0; // of the round before
                }
            }
            if (visit.articles() > x[0].length) {
                x = new double[x.length][ArmForms.rowLength(visit.articles())];
            }
            place = new int[visit.articles()];
            for (int arm = 0; arm < place.length; arm++) {
                place[arm] = summary.place(visit.article(arm));
                if (place[arm] < 0) {
                    throw changed();
                }
                x[place[arm] * block][arm] = 1;
            }
            for (int i = 0; i < userFeatures.length; i++) {
                double value = has(visit, userFeatures[i]) ? 1 : 0;
                for (int arm = 0; arm < place.length; arm++) {
                    x[place[arm] * block + 1 + i][arm] = value;
                }
            }
            return ActionSet.wrap(x, place.length);
        }

        private static boolean has(Visit visit, int feature) {
            for (int i = 0; i < visit.userFeatures(); i++) {
                if (visit.userFeature(i) == feature) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Makes sparse arms of the articles of visits. */
    private final class Named {
        private static final int CONSTANT = 1;

        private final Encoder encoder =
                Encoder.sparse(EncoderDefinition.builder().build());
        private final Arm[] byPlace = Arrays.stream(summary.articles())
                .mapToObj(article -> new Arm(Long.toString(article), Features.NONE))
                .toArray(Arm[]::new);

        ActionSet arms(Visit visit) {
            List<Arm> arms = new ArrayList<>(visit.articles());
            for (int arm = 0; arm < visit.articles(); arm++) {
                int place = summary.place(visit.article(arm));
                if (place < 0) {
                    throw changed();
                }
                arms.add(byPlace[place]);
            }
            List<String> tags = IntStream.range(0, visit.userFeatures())
                    .map(visit::userFeature)
                    .filter(id -> id != CONSTANT)
                    .mapToObj(Integer::toString)
                    .toList();
            return encoder.encodeForNow(Features.builder().tags("user", tags).build(), arms);
        }
    }

    private final class VisitRounds extends DataRounds {
        private final long horizon;
        private final VisitReader reader = new VisitReader(files);
        private final Function<Visit, ActionSet> arms;
        private int shown;
        private boolean clicked;

        VisitRounds(long horizon, Function<Visit, ActionSet> arms) {
            super(horizon);
            this.horizon = horizon;
            this.arms = arms;
        }

        @Override
        ActionSet arms(long round) {
            try {
                Visit visit = reader.next();
                if (visit == null) {
                    throw changed();
                }
                shown = visit.shownPlace();
                clicked = visit.clicked();
                ActionSet offered = arms.apply(visit);
                if (round == horizon) {
                    reader.close();
                }
                return offered;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public double reward(int arm, Setting setting) {
            return arm != shown ? Double.NaN : clicked ? 1 : 0;
        }

        @Override
        public double regret(int arm, Setting setting) {
            return Double.NaN;
        }
    }
}
