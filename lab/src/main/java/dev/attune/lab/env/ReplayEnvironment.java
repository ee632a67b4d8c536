package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.lab.data.Visit;
import dev.attune.lab.log.VisitReader;
import dev.attune.lab.log.VisitSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
    private static final int CONSTANT = 1; // id of the user feature that everybody has

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
                Outcome.EXACT,
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
    World world(long seed, long horizon) {
        VisitReader reader = new VisitReader(files);
        Function<Visit, ActionSet> arms = dimension() == 0 ? named() : vectors();
        return (t, rng) -> {
            try {
                Visit visit = reader.next();
                if (visit == null) {
                    throw changed();
                }
                if (t == horizon) {
                    reader.close();
                }
                return World.Round.ofShown(arms.apply(visit), visit.shownPlace(), visit.clicked());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private IllegalStateException changed() {
        return new IllegalStateException("the log has changed since it was first read: " + files);
    }

    /** Returns the places of the articles of a visit among all articles. */
    private int[] places(Visit visit) {
        int[] places = IntStream.range(0, visit.articles())
                .map(a -> summary.place(visit.article(a)))
                .toArray();
        if (Arrays.stream(places).anyMatch(place -> place < 0)) {
            throw changed();
        }
        return places;
    }

    private Function<Visit, ActionSet> vectors() {
        double[] context = new double[1 + userFeatures.length];
        DisjointVectors vectors = new DisjointVectors(summary.articles().length, context.length);
        return visit -> {
            Arrays.setAll(context, i -> i == 0 || userHas(visit, userFeatures[i - 1]) ? 1 : 0);
            return vectors.of(context, places(visit));
        };
    }

    private static boolean userHas(Visit visit, int feature) {
        return userFeatures(visit).anyMatch(id -> id == feature);
    }

    private static IntStream userFeatures(Visit visit) {
        return IntStream.range(0, visit.userFeatures()).map(visit::userFeature);
    }

    private Function<Visit, ActionSet> named() {
        Encoder encoder = World.encoder();
        List<Arm> byPlace = Arrays.stream(summary.articles())
                .mapToObj(article -> new Arm(Long.toString(article), Features.NONE))
                .toList();
        return visit -> {
            List<String> tags = userFeatures(visit)
                    .filter(id -> id != CONSTANT)
                    .mapToObj(Integer::toString)
                    .toList();
            return encoder.encodeForNow(
                    Features.builder().tags("user", tags).build(),
                    Arrays.stream(places(visit)).mapToObj(byPlace::get).toList());
        };
    }
}
