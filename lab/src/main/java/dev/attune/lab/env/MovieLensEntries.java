package dev.attune.lab.env;

import dev.attune.lab.data.CcdPlusPlus;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.DataSets;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.data.FactorFile;
import dev.attune.lab.data.Factors;
import dev.attune.lab.data.Ratings;
import dev.attune.lab.data.RatingsFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Environments of MovieLens, by our own factorisation and by the authors' vectors. */
final class MovieLensEntries {
    private static final Parameter RATINGS = DataEnvironments.data("u.data, its folder, or ml-100k.zip");
    private static final Parameter VECTORS = DataEnvironments.data("the folder with movie.csv and user.csv");
    private static final Parameter ARMS = new Parameter("arms", "300", "movies on offer in a round");
    private static final Parameter FEATURES = new Parameter("features", "20", "rank of the factorisation");
    private static final Parameter LAMBDA = new Parameter(
            "lambda", Double.toString(CcdPlusPlus.LAMBDA), "how much the factorisation holds long vectors back");
    private static final Parameter NOISE = new Parameter("noise", "0.5", "standard deviation of a reward");
    private static final Parameter USER_ARMS = new Parameter("arms", "20", "most movies on offer in a round");
    private static final Parameter SHARE =
            new Parameter("share", "0.5", "the latest part of each user's ratings, which is played and not fitted");

    static final List<EnvironmentProvider> ALL = List.of(
            new EnvironmentEntry(
                    "movielens",
                    "300 random movies a round, linear rewards of a mean user; our factorisation",
                    "Section 5 of the paper, on MovieLens 100K factorised by CCD++",
                    List.of(RATINGS, ARMS, FEATURES, NOISE, LAMBDA),
                    parameters -> fitted(parameters, false)),
            new EnvironmentEntry(
                    "movielens-logistic",
                    "300 random movies a round, clicks of a mean user; our factorisation",
                    "Section 5 of the paper, on MovieLens 100K factorised by CCD++",
                    List.of(RATINGS, ARMS, FEATURES, LAMBDA),
                    parameters -> fitted(parameters, true)),
            new EnvironmentEntry(
                    "movielens-authors",
                    "300 random movies a round, linear rewards of a mean user; the authors' vectors",
                    "Section 5 of the paper, on the vectors in the authors' repository",
                    List.of(VECTORS, ARMS, NOISE),
                    parameters -> authors(parameters, false)),
            new EnvironmentEntry(
                    "movielens-authors-logistic",
                    "300 random movies a round, clicks of a mean user; the authors' vectors",
                    "Section 5 of the paper, on the vectors in the authors' repository",
                    List.of(VECTORS, ARMS),
                    parameters -> authors(parameters, true)),
            new EnvironmentEntry(
                    "movielens-ratings",
                    "movies that a user really rated later, and the rating as the reward",
                    "MovieLens 100K",
                    List.of(RATINGS, USER_ARMS, FEATURES, SHARE, LAMBDA),
                    MovieLensEntries::ratings));

    private MovieLensEntries() {}

    private static Environment fitted(Parameters parameters, boolean logistic) throws IOException {
        int arms = parameters.integer("arms", 1);
        double noise = logistic ? 0 : noise(parameters);
        CcdPlusPlus method = method(parameters);
        Content file = ratingsFile(parameters);
        return new FactorEnvironment(method.fit(RatingsFile.read(file)), arms, logistic, noise, file.fingerprint());
    }

    private static Environment authors(Parameters parameters, boolean logistic) throws IOException {
        int arms = parameters.integer("arms", 1);
        double noise = logistic ? 0 : noise(parameters);
        DataSource source = DataSource.named(DataSets.AUTHORS_FACTORS, DataEnvironments.path(parameters));
        List<Content> files = new ArrayList<>();
        for (var file : DataSets.AUTHORS_FACTORS.files()) {
            files.add(source.content(file));
        }
        Content movies = files.get(0);
        Content users = files.get(1);
        Factors factors = new Factors(FactorFile.read(users), FactorFile.read(movies));
        return new FactorEnvironment(factors, arms, logistic, noise, movies.fingerprint() + "+" + users.fingerprint());
    }

    private static Environment ratings(Parameters parameters) throws IOException {
        int arms = parameters.integer("arms", 2);
        double share = parameters.number("share", 0.01, 0.99);
        CcdPlusPlus method = method(parameters);
        Content file = ratingsFile(parameters);
        Ratings ratings = RatingsFile.read(file);
        return new RatingsEnvironment(ratings, share, method, arms, file.fingerprint());
    }

    private static double noise(Parameters parameters) {
        return parameters.number("noise", 0, 1e6);
    }

    private static CcdPlusPlus method(Parameters parameters) {
        return CcdPlusPlus.of(parameters.integer("features", 1), parameters.number("lambda", 1e-6, 1e6));
    }

    private static Content ratingsFile(Parameters parameters) throws IOException {
        return DataSource.named(DataSets.MOVIELENS, DataEnvironments.path(parameters))
                .content(DataSets.MOVIELENS.files().get(0));
    }
}
