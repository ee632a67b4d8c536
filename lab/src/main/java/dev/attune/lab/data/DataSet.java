package dev.attune.lab.data;

import dev.attune.lab.config.NearestWord;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A data set that Attune knows how to read. The data themselves are never part of Attune.
 *
 * @param name what it is called everywhere
 * @param title what it is, in a line
 * @param terms under what conditions it may be used
 * @param link where the terms and the data are explained
 * @param url where it can be downloaded, or nothing if the user must bring it
 * @param files the files it consists of; none for click logs, which come as any number of files
 * @param logs how the names of its click logs begin, or nothing
 */
public record DataSet(String name, String title, String terms, String link, String url, List<File> files, String logs) {
    /** Ratings of movies. */
    public static final DataSet MOVIELENS = new DataSet(
            "movielens",
            "MovieLens 100K: 100,000 ratings of 1,682 movies by 943 users",
            "For research. Name the source in publications and send GroupLens a copy. Not to be passed on, and not for commercial use without"
                    + " permission of the GroupLens project.",
            "https://grouplens.org/datasets/movielens/100k/",
            "https://files.grouplens.org/datasets/movielens/ml-100k.zip",
            List.of(new File(
                    "u.data",
                    List.of(),
                    "MD5",
                    "6e47046882bad158b0efbb84cd5cb987", // published with the data
                    true,
                    Ratings::read)),
            "");

    /** The movie and user vectors of the paper's experiments. */
    public static final DataSet AUTHORS_FACTORS = new DataSet(
            "authors-factors",
            "The movie and user vectors that the paper's experiments used",
            "No licence is stated in the authors' repository: for comparison with the paper only.",
            "https://github.com/kangyue1997/Bandit-Continuous-Hyperparameter-Optimization",
            "",
            List.of(
                    vectors("movie.csv", 1682, "af01da1a124d77668dfeca2459def4d83ad4671dc64b8bd71826c260015e2dd1"),
                    vectors("user.csv", 943, "3ca9721e69f8b45d7b39cb6d288f07bb4025fa74fd14ab3d8acb521ad4dee380")),
            "");

    /** Handwritten digits. */
    public static final DataSet PENDIGITS = new DataSet(
            "pendigits",
            "Pen-based recognition of handwritten digits: 10,992 rows, 16 numbers, 10 classes",
            "CC BY 4.0: free to use and to pass on, naming the source (E. Alpaydin, F. Alimoglu, UCI, 1996).",
            "https://archive.ics.uci.edu/dataset/81/pen+based+recognition+of+handwritten+digits",
            "https://archive.ics.uci.edu/static/public/81/pen+based+recognition+of+handwritten+digits.zip",
            List.of(table(
                    "pendigits.all",
                    List.of("pendigits.tra", "pendigits.tes"),
                    "a5fc4b29494f1ffb094ba6b1bc2fe7028db03d58b12d3ec1436d13204585b7e0",
                    10_992,
                    17)),
            "");

    /** Edible and poisonous mushrooms. */
    public static final DataSet MUSHROOM = new DataSet(
            "mushroom",
            "Mushrooms of the Agaricus and Lepiota family: 8,124 rows, 22 words, edible or poisonous",
            "CC BY 4.0: free to use and to pass on, naming the source (Mushroom, UCI, 1981).",
            "https://archive.ics.uci.edu/dataset/73/mushroom",
            "https://archive.ics.uci.edu/static/public/73/mushroom.zip",
            List.of(table(
                    "agaricus-lepiota.data",
                    List.of(),
                    "e65d082030501a3ebcbcd7c9f7c71aa9d28fdfff463bf4cf4716a3fe13ac360e",
                    8_124,
                    23)),
            "");

    /** Clicks on clothes that were shown at random. */
    public static final DataSet OPEN_BANDIT = new DataSet(
            "open-bandit",
            "Open Bandit Dataset, small sample: 10,000 displays of 34 items, chosen at random",
            "The sample is part of ZOZO's Open Bandit Pipeline, under the Apache License 2.0 (Saito et al., NeurIPS Datasets and Benchmarks 2021)."
                    + " The full data set has terms of its own.",
            "https://github.com/st-tech/zr-obp",
            "",
            List.of(new File(
                    "men.csv",
                    List.of(),
                    "SHA-256",
                    "ede6d08c6877f99cd3770f7d09e26c738e6aa6de4445ccccfb1356ba5d06b1eb",
                    false,
                    DataSet::requireOpenBandit)),
            "");

    /** Clicks on news, with features of users and articles. */
    public static final DataSet YAHOO_R6A = yahoo(
            "yahoo-r6a",
            "Yahoo! Front Page Today Module R6A: clicks on news, May 2009, 45 million lines",
            "ydata-fp-td-clicks-v1");

    /** Clicks on news, with features of users. */
    public static final DataSet YAHOO_R6B = yahoo(
            "yahoo-r6b",
            "Yahoo! Front Page Today Module R6B: clicks on news, October 2011, 28 million lines",
            "ydata-fp-td-clicks-v2");

    private static final List<DataSet> ALL =
            List.of(MOVIELENS, AUTHORS_FACTORS, PENDIGITS, MUSHROOM, OPEN_BANDIT, YAHOO_R6A, YAHOO_R6B);

    /**
     * One file of a data set, as it is kept: uncompressed.
     *
     * @param name what it is called
     * @param parts the files it is put together from where it does not come whole; none otherwise
     * @param algorithm of the checksum
     * @param checksum of the uncompressed content, in hex
     * @param exact whether another checksum is an error; else it is worth a warning
     * @param check validates the content
     */
    public record File(String name, List<String> parts, String algorithm, String checksum, boolean exact, Check check) {
        /** Validates the content of a file. */
        @FunctionalInterface
        public interface Check {
            /** Throws if the content is invalid; the message says why. */
            void check(Content content) throws IOException;
        }

        /**
         * Checks the content.
         *
         * @return a warning, or nothing
         * @throws IOException if this is another file, or a damaged one
         */
        String verify(Content content) throws IOException {
            String found = content.checksum(algorithm);
            boolean same = found.equals(checksum);
            if (!same && exact) {
                throw new IOException(content.name() + " is not the published " + name + ", or it is damaged: its "
                        + algorithm + " checksum is " + found + ", not " + checksum);
            }
            check.check(content);
            return same
                    ? ""
                    : content.name()
                            + " has the right form, but differs from the file that Attune was tested with (its "
                            + algorithm + " checksum is " + found + ", not " + checksum + ")";
        }
    }

    /** Returns all data sets, in the order in which they are shown. */
    public static List<DataSet> all() {
        return ALL;
    }

    /** Returns the data set with this name. */
    public static DataSet named(String name) {
        List<String> names = ALL.stream().map(DataSet::name).toList();
        return ALL.stream()
                .filter(set -> set.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no data set '" + name + "'"
                        + NearestWord.to(name, names)
                                .map(nearest -> ", did you mean '" + nearest + "'?")
                                .orElse("") + " There are " + String.join(", ", names)));
    }

    /** Returns whether it can be downloaded. */
    public boolean downloadable() {
        return !url.isEmpty();
    }

    /** Returns a hint on the command that gets it. */
    public String command() {
        return downloadable()
                ? "run 'attune data " + name + "', or 'attune data " + name + " --from PATH' if you have it"
                : "run 'attune data " + name + " --from PATH' with your copy";
    }

    /** Returns a copy with another address; rejects a data set that cannot be downloaded. */
    public DataSet from(String otherUrl) {
        if (!downloadable()) {
            throw new IllegalArgumentException(name + " cannot be downloaded; " + command());
        }
        return new DataSet(name, title, terms, link, otherUrl, files, logs);
    }

    private static File vectors(String name, int rows, String sha256) {
        return new File(name, List.of(), "SHA-256", sha256, false, content -> {
            double[][] features = Factors.read(content);
            require(content, features.length, 20, "features");
            require(content, features[0].length, rows, "rows");
        });
    }

    private static File table(String name, List<String> parts, String sha256, int rows, int columns) {
        return new File(name, parts, "SHA-256", sha256, false, content -> {
            Table table = Table.read(content, "comma", false);
            require(content, table.rows(), rows, "rows");
            require(content, table.columns(), columns, "columns");
        });
    }

    /** Looks at the names of the columns, which the readers of logs need. */
    private static void requireOpenBandit(Content content) throws IOException {
        try (BufferedReader lines = content.reader()) {
            String header = lines.readLine();
            List<String> names = header == null
                    ? List.of()
                    : Arrays.stream(header.split(",", -1)).map(String::strip).toList();
            for (String name : List.of("item_id", "click", "propensity_score")) {
                if (!names.contains(name)) {
                    throw content.error(1, "there is no column " + name);
                }
            }
        }
    }

    private static void require(Content content, int found, int wanted, String what) throws IOException {
        if (found != wanted) {
            throw new IOException(content.name() + " has " + found + " " + what + ", not " + wanted);
        }
    }

    private static DataSet yahoo(String name, String title, String logs) {
        return new DataSet(
                name,
                title,
                "Needs a signed agreement with Yahoo (Webscope), which gives out the data itself; not to be passed on."
                        + " Attune never downloads it: you bring your copy.",
                "https://webscope.sandbox.yahoo.com/catalog.php?datatype=r",
                "",
                List.of(),
                logs);
    }
}
