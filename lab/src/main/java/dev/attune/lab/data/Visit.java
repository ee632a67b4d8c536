package dev.attune.lab.data;

import java.util.Arrays;

/**
 * One line of a Yahoo click log, read in place: {@code time shown click |user features |article features |article ...}. The
 * object is reused for every line.
 *
 * <p>R6A has features {@code id:value}, in any order and the constant 1 last; R6B has only ids for the user and nothing for
 * articles, whose names begin with {@code id-}.
 */
public final class Visit {
    /** Number of features of an R6A article, the constant included. */
    public static final int FEATURES = 6;

    /** What is known of an article. */
    public enum Kind {
        /** It has the features 1 to 6. */
        COMPLETE,
        /** It has no features. */
        NONE,
        /** It has others, or only some of them. */
        OTHER
    }

    private static final double[] POWER_OF_TEN = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private long time;
    private long shown;
    private boolean clicked;
    private final FeatureList user = new FeatureList();
    private final FeatureList ofArticles = new FeatureList();
    private boolean bare;
    private boolean valued;
    private int articles;
    private long[] article = new long[64];
    private final double[] features = new double[FEATURES];
    private int[] featuresFrom = new int[64]; // position of an article's first feature among those of all articles

    private String line = "";
    private int at;
    private boolean ok;

    /** Ids and values of features. */
    private static final class FeatureList {
        int size;
        int[] id = new int[512];
        double[] value = new double[512];

        void add(int newId, double newValue) {
            if (size == id.length) {
                id = Arrays.copyOf(id, 2 * size);
                value = Arrays.copyOf(value, 2 * size);
            }
            id[size] = newId;
            value[size++] = newValue;
        }
    }

    /** Parses a line; returns false if it is malformed, and all other values are undefined then. */
    public boolean read(String text) {
        line = text;
        at = 0;
        ok = true;
        time = digits();
        blanks();
        shown = articleId();
        blanks();
        long click = digits();
        clicked = click == 1;
        ok &= click <= 1;
        blanks();
        expect("|user");
        user.size = 0;
        ofArticles.size = 0;
        articles = 0;
        bare = false;
        valued = false;
        features(user, true);
        while (ok && at < line.length()) {
            expect("|");
            articleWithFeatures();
        }
        return ok && articles > 0;
    }

    /** Returns the Unix time. */
    public long time() {
        return time;
    }

    /** Returns the article that was shown. */
    public long shown() {
        return shown;
    }

    /** Returns whether it was clicked. */
    public boolean clicked() {
        return clicked;
    }

    /** Returns the number of features that the user has. */
    public int userFeatures() {
        return user.size;
    }

    /** Returns the id of a feature of the user. */
    public int userFeature(int i) {
        return user.id[i];
    }

    /** Returns the value of a feature of the user; 1 where the line has only the id. */
    public double userValue(int i) {
        return user.value[i];
    }

    /** Returns whether there are features that have only an id, as in R6B. */
    public boolean bareFeatures() {
        return bare;
    }

    /** Returns whether there are features with a value, as in R6A. */
    public boolean valuedFeatures() {
        return valued;
    }

    /** Returns the number of articles on offer. */
    public int articles() {
        return articles;
    }

    /** Returns the id of an article. */
    public long article(int a) {
        return article[a];
    }

    /** Returns what is known of an article. */
    public Kind kind(int a) {
        int seen = 0; // one bit for each of the features 1 to 6
        for (int place = featuresFrom(a); place < featuresFrom(a + 1); place++) {
            int id = ofArticles.id[place];
            if (id < 1 || id > FEATURES) {
                return Kind.OTHER;
            }
            seen |= 1 << id;
        }
        return seen == 0 ? Kind.NONE : seen == (1 << (FEATURES + 1)) - 2 ? Kind.COMPLETE : Kind.OTHER;
    }

    /** Returns the features of a complete article, by id - 1; overwritten by the next call. */
    public double[] features(int a) {
        for (int place = featuresFrom(a); place < featuresFrom(a + 1); place++) {
            features[ofArticles.id[place] - 1] = ofArticles.value[place];
        }
        return features;
    }

    /** Returns the position of the first feature of an article, or the end of the last, among the features of all articles. */
    public int featuresFrom(int a) {
        return a == articles ? ofArticles.size : featuresFrom[a];
    }

    /** Returns the id of the feature at a position. */
    public int articleFeature(int place) {
        return ofArticles.id[place];
    }

    /** Returns the value of the feature at a position. */
    public double articleValue(int place) {
        return ofArticles.value[place];
    }

    /** Returns the position of the shown article in the list, -1 if it is missing. */
    public int shownPlace() {
        for (int a = 0; a < articles; a++) {
            if (article[a] == shown) {
                return a;
            }
        }
        return -1;
    }

    /** Returns whether nothing is known of the user but the constant. */
    public boolean userUnknown() {
        return user.size == 0 || (user.size == 1 && user.id[0] == 1);
    }

    /** Reads features up to the next bar; {@code bareAllowed} whether they may have only an id. */
    private void features(FeatureList list, boolean bareAllowed) {
        blanks();
        while (ok && at < line.length() && line.charAt(at) != '|') {
            long id = digits();
            boolean colon = peek(':');
            at += colon ? 1 : 0;
            double value = colon ? decimal() : 1;
            valued |= colon;
            bare |= !colon;
            ok &= (colon || bareAllowed) && id <= Integer.MAX_VALUE && endOfToken();
            list.add((int) id, value);
            blanks();
        }
    }

    private void articleWithFeatures() {
        if (articles == article.length) {
            article = Arrays.copyOf(article, 2 * articles);
            featuresFrom = Arrays.copyOf(featuresFrom, 2 * articles);
        }
        article[articles] = articleId();
        ok &= endOfToken();
        featuresFrom[articles++] = ofArticles.size;
        features(ofArticles, false);
    }

    private long articleId() {
        if (line.startsWith("id-", at)) {
            at += 3;
        }
        return digits();
    }

    private long digits() {
        long value = 0;
        int from = at;
        while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            value = 10 * value + (line.charAt(at++) - '0');
        }
        ok &= at > from && at - from <= 18;
        return value;
    }

    /** Reads a decimal number: exact where it has at most 15 digits, which is then one correctly rounded division. */
    private double decimal() {
        int from = at;
        boolean negative = peek('-');
        at += negative ? 1 : 0;
        int first = at;
        long whole = digits();
        int point = at;
        if (peek('.')) {
            at++;
            while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
                whole = 10 * whole + (line.charAt(at++) - '0');
            }
        }
        int decimals = Math.max(0, at - point - 1);
        if (ok && at - first <= 15 && !peek('e') && !peek('E')) {
            double value = whole / POWER_OF_TEN[decimals];
            return negative ? -value : value;
        }
        return longDecimal(from);
    }

    private double longDecimal(int from) {
        while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '|') {
            at++;
        }
        double value = Table.numberIn(line.substring(from, at));
        ok &= !Double.isNaN(value);
        return value;
    }

    private boolean peek(char wanted) {
        return at < line.length() && line.charAt(at) == wanted;
    }

    private boolean endOfToken() {
        return at == line.length() || line.charAt(at) == ' ' || line.charAt(at) == '|';
    }

    private void expect(String text) {
        if (line.startsWith(text, at)) {
            at += text.length();
        } else {
            ok = false;
        }
    }

    private void blanks() {
        while (peek(' ')) {
            at++;
        }
    }
}
