package dev.attune.lab.env;

import static dev.attune.lab.env.EnvironmentEntry.entry;

import dev.attune.lab.data.CcdPlusPlus;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.DataSet;
import dev.attune.lab.data.DataSource;
import dev.attune.lab.data.Factors;
import dev.attune.lab.data.LabelledContexts;
import dev.attune.lab.data.LabelledContexts.Scale;
import dev.attune.lab.data.Ratings;
import dev.attune.lab.data.RewardMatrix;
import dev.attune.lab.data.Table;
import dev.attune.lab.env.EnvironmentProvider.Parameter;
import dev.attune.lab.log.ClickRates;
import dev.attune.lab.log.VisitSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Environments of recorded data: MovieLens, classification tables, the click logs of Yahoo, and the Open Bandit Dataset. */
final class DataEnvironments {
    private static final String FITTED = "Section 5 of the paper, on MovieLens 100K factorised by CCD++";
    private static final String AUTHORS = "Section 5 of the paper, on the vectors in the authors' repository";

    private static final Parameter RATINGS = data("u.data, its folder, or ml-100k.zip");
    private static final Parameter VECTORS = data("the folder with movie.csv and user.csv");
    private static final Parameter ARMS = new Parameter("arms", "300", "movies on offer in a round");
    private static final Parameter FEATURES = new Parameter("features", "20", "rank of the factorisation");
    private static final Parameter LAMBDA = new Parameter(
            "lambda", Double.toString(CcdPlusPlus.LAMBDA), "penalty of long vectors in the factorisation");
    private static final Parameter NOISE = new Parameter("noise", "0.5", "standard deviation of a reward");
    private static final Parameter TABLE = new Parameter("data", "", "CSV file, plain or gzipped");
    private static final Parameter HEADER =
            new Parameter("header", "yes", "whether the first row names the columns: yes or no");
    private static final Parameter DELIMITER =
            new Parameter("delimiter", "comma", "comma, semicolon, tab, space, or the character");
    private static final Parameter IGNORE =
            new Parameter("ignore", "", "columns to leave out: names or numbers, with commas between them");
    private static final Parameter COSTS =
            new Parameter("costs", "", "CSV file with the cost of each arm for each right class; none unless given");
    private static final Parameter ENCODING = new Parameter(
            "encoding", "disjoint", "disjoint: each arm has coefficients of its own for the context and a constant");
    private static final Parameter SCALE = new Parameter(
            "scale",
            "standard",
            "standard: numbers to mean 0 and variance 1; unit: then no context longer than 1; none: as in the file");
    private static final Parameter LOGS = data("a log or the folder of all of them");

    static final List<EnvironmentProvider> ALL = List.of(
            entry("movielens", p -> fitted(p, gaussian(p)))
                    .about("300 random movies a round, linear rewards of a mean user; our factorisation")
                    .from(FITTED)
                    .with(RATINGS, ARMS, FEATURES, NOISE, LAMBDA),
            entry("movielens-logistic", p -> fitted(p, Outcome.LOGISTIC))
                    .about("300 random movies a round, clicks of a mean user; our factorisation")
                    .from(FITTED)
                    .with(RATINGS, ARMS, FEATURES, LAMBDA),
            entry("movielens-authors", p -> authors(p, gaussian(p)))
                    .about("300 random movies a round, linear rewards of a mean user; the authors' vectors")
                    .from(AUTHORS)
                    .with(VECTORS, ARMS, NOISE),
            entry("movielens-authors-logistic", p -> authors(p, Outcome.LOGISTIC))
                    .about("300 random movies a round, clicks of a mean user; the authors' vectors")
                    .from(AUTHORS)
                    .with(VECTORS, ARMS),
            entry("movielens-ratings", DataEnvironments::ratings)
                    .about("movies that a user really rated later, and the rating as the reward")
                    .from("MovieLens 100K")
                    .with(
                            RATINGS,
                            new Parameter("arms", "20", "most movies on offer in a round"),
                            FEATURES,
                            new Parameter(
                                    "share",
                                    "0.5",
                                    "the latest part of each user's ratings, which is played and not fitted"),
                            LAMBDA),
            entry("classification", DataEnvironments::table)
                    .about("your own table: a round is a row, an arm is a class, the reward is 1 for the right one")
                    .with(
                            TABLE,
                            new Parameter("label", "last", "column of the class: name, number from 1, first or last"),
                            HEADER,
                            DELIMITER,
                            IGNORE,
                            new Parameter(
                                    "unlabelled", "error", "rows without a label: error, or skip to leave them out"),
                            COSTS,
                            ENCODING,
                            SCALE),
            entry("reward-table", DataEnvironments::rewardTable)
                    .about("your own table with a column of rewards or costs for each arm: a round is a row")
                    .with(
                            TABLE,
                            new Parameter(
                                    "rewards",
                                    "",
                                    "columns of the arms: names or numbers with commas between them, or a beginning such"
                                            + " as rating_*"),
                            new Parameter("costs", "no", "whether the columns are costs: yes or no"),
                            HEADER,
                            DELIMITER,
                            IGNORE,
                            SCALE),
            entry("pendigits", p -> table(p, "pendigits", DataSet.PENDIGITS, "last"))
                    .about("handwritten digits: 10,992 rows, 10 arms, d = 170")
                    .from("UCI, Pen-based recognition of handwritten digits")
                    .with(data("pendigits.all or its folder"), COSTS, ENCODING, SCALE),
            entry("mushroom", p -> table(p, "mushroom", DataSet.MUSHROOM, "first"))
                    .about("edible or poisonous: 8,124 rows, 2 arms")
                    .from("UCI, Mushroom")
                    .with(data("agaricus-lepiota.data or its folder"), COSTS, ENCODING, SCALE),
            entry("yahoo-r6a", DataEnvironments::clickRates)
                    .about("news articles, a round for each timestamp, clicks by their rate in it; six features")
                    .from("Section 5 of the paper, on Yahoo R6A")
                    .with(LOGS),
            entry("yahoo-r6b", DataEnvironments::visits)
                    .about("news articles, a round for each visit; only the article that was shown has a reward")
                    .from("Yahoo R6B, replayed as in Li et al. 2011")
                    .with(
                            LOGS,
                            new Parameter(
                                    "userFeatures",
                                    "0",
                                    "how many of the most frequent user features each article has a coefficient for")),
            entry("open-bandit", DataEnvironments::displays)
                    .about("clothes in a shop, a round for each display; only the item that was shown has a reward")
                    .from("Open Bandit Dataset, replayed as in Li et al. 2011")
                    .with(
                            data("a uniformly random log, or the folder of men.csv"),
                            new Parameter(
                                    "order", "time", "time: as in the log; random: another order for each seed")));

    private DataEnvironments() {}

    /** Returns the parameter for the path of a known data set. */
    private static Parameter data(String what) {
        return new Parameter("data", "", what + "; if not given, what 'attune data' has put into its folder");
    }

    private static DataSource source(Parameters p, DataSet set) {
        return DataSource.named(set, p.has("data") ? p.text("data") : "");
    }

    private static Environment fitted(Parameters p, Outcome outcome) throws IOException {
        int arms = p.integer("arms", 1);
        CcdPlusPlus method = method(p);
        Content file = source(p, DataSet.MOVIELENS).contents().get(0);
        return new FactorEnvironment(method.fit(Ratings.read(file)), arms, outcome, file.fingerprint());
    }

    private static Environment authors(Parameters p, Outcome outcome) throws IOException {
        int arms = p.integer("arms", 1);
        List<Content> files = source(p, DataSet.AUTHORS_FACTORS).contents();
        Content movies = files.get(0);
        Content users = files.get(1);
        Factors factors = new Factors(Factors.read(users), Factors.read(movies));
        return new FactorEnvironment(factors, arms, outcome, movies.fingerprint() + "+" + users.fingerprint());
    }

    private static Environment ratings(Parameters p) throws IOException {
        int arms = p.integer("arms", 2);
        double share = p.number("share", 0.01, 0.99);
        CcdPlusPlus method = method(p);
        Content file = source(p, DataSet.MOVIELENS).contents().get(0);
        return RatingsEnvironment.of(Ratings.read(file), share, method, arms, file.fingerprint());
    }

    private static Outcome gaussian(Parameters p) {
        return Outcome.gaussian(p.number("noise", 0, 1e6));
    }

    private static CcdPlusPlus method(Parameters p) {
        return CcdPlusPlus.of(p.integer("features", 1), p.number("lambda", 1e-6, 1e6));
    }

    private static Environment clickRates(Parameters p) throws IOException {
        return new ClickRateEnvironment(
                ClickRates.read(source(p, DataSet.YAHOO_R6A).logs()));
    }

    private static Environment visits(Parameters p) throws IOException {
        int userFeatures = p.integer("userFeatures", 0);
        List<Path> files = source(p, DataSet.YAHOO_R6B).logs();
        return new ReplayEnvironment(files, VisitSummary.read(files), userFeatures);
    }

    private static Environment displays(Parameters p) throws IOException {
        boolean shuffled = p.oneOf("order", "time", "random").equals("random");
        return OpenBanditEnvironment.read(source(p, DataSet.OPEN_BANDIT).file(), shuffled);
    }

    private static Environment table(Parameters p) throws IOException {
        Table whole = read(p);
        int label = whole.column(p.text("label"));
        Table table = p.oneOf("unlabelled", "error", "skip").equals("skip")
                ? whole.where(row -> !Table.isMissing(whole.cell(row, label)))
                : whole;
        int skipped = whole.rows() - table.rows();
        List<String> notes = skipped == 0 ? List.of() : List.of(skipped + " rows without a label were skipped");
        return classification("classification", p, table, label, ignored(p, table), notes);
    }

    private static Table read(Parameters p) throws IOException {
        return Table.read(
                Content.read(p.path("data")),
                p.text("delimiter"),
                p.oneOf("header", "yes", "no").equals("yes"));
    }

    private static Set<Integer> ignored(Parameters p, Table table) {
        return p.has("ignore") ? Set.copyOf(columns(p.text("ignore"), table)) : Set.of();
    }

    /** Returns the columns of a list of names or numbers; a name that ends with a star stands for all that begin so. */
    private static List<Integer> columns(String list, Table table) {
        return Arrays.stream(list.split(","))
                .filter(name -> !name.isEmpty())
                .map(String::strip)
                .flatMap(name -> name.endsWith("*")
                        ? IntStream.range(0, table.columns())
                                .filter(column -> table.name(column).startsWith(name.substring(0, name.length() - 1)))
                                .boxed()
                        : Stream.of(table.column(name)))
                .toList();
    }

    private static Environment rewardTable(Parameters p) throws IOException {
        Table whole = read(p);
        List<Integer> arms = columns(p.text("rewards"), whole);
        if (arms.size() < 2) {
            throw new IllegalArgumentException("environment reward-table: rewards = " + p.text("rewards") + " names "
                    + arms.size() + " columns of " + whole.file().name() + "; a bandit needs at least two arms");
        }
        Table table = whole.where(row -> arms.stream().anyMatch(arm -> !Table.isMissing(whole.cell(row, arm))));
        double[][] rewards =
                RewardMatrix.rewards(table, arms, p.oneOf("costs", "no", "yes").equals("yes"));
        long missing = Arrays.stream(rewards)
                .flatMapToDouble(Arrays::stream)
                .filter(Double::isNaN)
                .count();
        List<String> notes = new ArrayList<>();
        if (missing > 0) {
            notes.add(missing + " rewards are missing; the arm is not on offer in the row");
        }
        if (table.rows() < whole.rows()) {
            notes.add((whole.rows() - table.rows()) + " rows without any reward were skipped");
        }
        return new ClassificationEnvironment(
                "reward-table",
                LabelledContexts.ofRewards(table, arms, ignored(p, table), scale(p)),
                rewards,
                table.file().fingerprint(),
                notes);
    }

    private static Scale scale(Parameters p) {
        return Scale.valueOf(p.oneOf("scale", "standard", "unit", "none").toUpperCase(Locale.ROOT));
    }

    private static Environment table(Parameters p, String name, DataSet set, String label) throws IOException {
        Table table = Table.read(source(p, set).contents().get(0), "comma", false);
        return classification(name, p, table, table.column(label), Set.of(), List.of());
    }

    private static Environment classification(
            String name, Parameters p, Table table, int label, Set<Integer> ignored, List<String> notes)
            throws IOException {
        p.oneOf("encoding", "disjoint");
        LabelledContexts data = LabelledContexts.of(table, label, ignored, scale(p));
        String fingerprint = table.file().fingerprint();
        if (!p.has("costs")) {
            double[][] rewards = RewardMatrix.rightOrWrong(data.classes().size());
            return new ClassificationEnvironment(name, data, rewards, fingerprint, notes);
        }
        Content costs = Content.read(p.path("costs"));
        double[][] rewards = RewardMatrix.rewards(costs, data.classes());
        return new ClassificationEnvironment(name, data, rewards, fingerprint + "+" + costs.fingerprint(), notes);
    }
}
