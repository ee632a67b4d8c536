package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.lab.data.Visit;
import dev.attune.lab.data.VisitReader;
import dev.attune.lab.data.VisitSummary;
import dev.attune.math.ArmForms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

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
 * <p>The log is read anew, in constant memory, each time that rounds are opened. Its order is that of time, whatever the seed.
 */
final class ReplayEnvironment implements Environment {
    private final List<Path> files;
    private final VisitSummary summary;
    private final int[] userFeatures; // ids, in the order of the features

    ReplayEnvironment(List<Path> files, VisitSummary summary, int userFeatures) {
        if (userFeatures > summary.userFeatures().length) {
            throw new IllegalArgumentException("userFeatures = " + userFeatures + " is more than the "
                    + summary.userFeatures().length + " that occur in the log");
        }
        if (summary.counts().events() == 0) {
            throw new IllegalArgumentException(
                    "none of the " + summary.counts().lines() + " lines of " + files + " can be used");
        }
        this.files = files;
        this.summary = summary;
        this.userFeatures = Arrays.copyOf(summary.userFeatures(), userFeatures);
    }

    @Override
    public int dimension() {
        return summary.articles().length * (1 + userFeatures.length);
    }

    @Override
    public RewardRange rewards() {
        return RewardRange.UNIT;
    }

    @Override
    public long mostRounds() {
        return summary.counts().events();
    }

    @Override
    public boolean knowsRegret() {
        return false;
    }

    @Override
    public String fingerprint() {
        return summary.fingerprint();
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new VisitRounds(new RoundCounter("yahoo-r6b", horizon, mostRounds()));
    }

    private final class VisitRounds implements Rounds {
        private final RoundCounter counter;
        private final VisitReader reader = new VisitReader(files);
        private final int block = 1 + userFeatures.length;
        private double[][] x = new double[dimension()][ArmForms.rowLength(32)];
        private int[] place = {}; // of the present arms among all articles
        private int shown;
        private boolean clicked;

        VisitRounds(RoundCounter counter) {
            this.counter = counter;
        }

        @Override
        public ActionSet next() {
            counter.next();
            try {
                Visit visit = reader.next();
                if (visit == null) {
                    throw new IllegalStateException("the log has changed since it was first read: " + files);
                }
                ActionSet arms = offer(visit);
                if (counter.atEnd()) {
                    reader.close();
                }
                return arms;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private ActionSet offer(Visit visit) {
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
                    throw new IllegalStateException("the log has changed since it was first read: " + files);
                }
                x[place[arm] * block][arm] = 1;
            }
            for (int i = 0; i < userFeatures.length; i++) {
                double value = has(visit, userFeatures[i]) ? 1 : 0;
                for (int arm = 0; arm < place.length; arm++) {
                    x[place[arm] * block + 1 + i][arm] = value;
                }
            }
            shown = visit.shownPlace();
            clicked = visit.clicked();
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
