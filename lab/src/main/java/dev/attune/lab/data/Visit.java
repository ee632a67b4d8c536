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
    enum Kind {
        COMPLETE,
        NONE,
        OTHER
    }

    private static final double[] POWER_OF_TEN = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private long time;
    private long shown;
    private boolean clicked;
    private int userFeatures;
    private int[] userFeature = new int[160];
    private double[] userValue = new double[160];
    private boolean bare;
    private boolean valued;
    private int articles;
    private long[] article = new long[64];
    private Kind[] kind = new Kind[64];
    private final double[] features = new double[FEATURES];
    private int[] featuresFrom = new int[64]; // place of an article's first feature among those of all articles
    private int articleFeatures;
    private int[] articleFeature = new int[512];
    private double[] articleValue = new double[512];

    private String line = "";
    private int at;
    private boolean ok;

    /** Reads a line; false if it is malformed, and then nothing here means anything. */
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
        user();
        articles = 0;
        articleFeatures = 0;
        while (ok && at < line.length()) {
            expect("|");
            articleWithFeatures();
        }
        return ok && articles > 0;
    }

    /** Unix time. */
    public long time() {
        return time;
    }

    /** The article that was shown. */
    long shown() {
        return shown;
    }

    /** Whether it was clicked. */
    public boolean clicked() {
        return clicked;
    }

    /** Number of features that the user has. */
    public int userFeatures() {
        return userFeatures;
    }

    /** The id of one of them. */
    public int userFeature(int i) {
        return userFeature[i];
    }

    /** Its value; 1 where the line has only the id. */
    public double userValue(int i) {
        return userValue[i];
    }

    /** Whether there are features that have only an id, as in R6B. */
    public boolean bareFeatures() {
        return bare;
    }

    /** Whether there are features with a value, as in R6A. */
    public boolean valuedFeatures() {
        return valued;
    }

    /** Number of articles on offer. */
    public int articles() {
        return articles;
    }

    /** One of them. */
    public long article(int a) {
        return article[a];
    }

    /** What is known of it. */
    Kind kind(int a) {
        return kind[a];
    }

    /** Its features where it has them, by id - 1; overwritten by the next call. */
    double[] features(int a) {
        for (int place = featuresFrom(a); place < featuresFrom(a + 1); place++) {
            if (articleFeature[place] >= 1 && articleFeature[place] <= FEATURES) {
                features[articleFeature[place] - 1] = articleValue[place];
            }
        }
        return features;
    }

    /** Place of the first feature of an article, or the end of the last, among the features of all articles. */
    public int featuresFrom(int a) {
        return a == articles ? articleFeatures : featuresFrom[a];
    }

    /** The id of the feature at a place, whatever it is. */
    public int articleFeature(int place) {
        return articleFeature[place];
    }

    /** Its value. */
    public double articleValue(int place) {
        return articleValue[place];
    }

    /** Place of the shown article in the list, -1 if it is not there. */
    public int shownPlace() {
        for (int a = 0; a < articles; a++) {
            if (article[a] == shown) {
                return a;
            }
        }
        return -1;
    }

    /** Whether nothing is known of the user but the constant. */
    boolean userUnknown() {
        return userFeatures == 0 || (userFeatures == 1 && userFeature[0] == 1);
    }

    private void user() {
        userFeatures = 0;
        bare = false;
        valued = false;
        blanks();
        while (ok && at < line.length() && line.charAt(at) != '|') {
            long id = digits();
            boolean colon = peek(':');
            at += colon ? 1 : 0;
            double value = colon ? decimal() : 1;
            valued |= colon;
            bare |= !colon;
            ok &= id <= Integer.MAX_VALUE && endOfToken();
            if (userFeatures == userFeature.length) {
                userFeature = Arrays.copyOf(userFeature, 2 * userFeatures);
                userValue = Arrays.copyOf(userValue, 2 * userFeatures);
            }
            userValue[userFeatures] = value;
            userFeature[userFeatures++] = (int) id;
            blanks();
        }
    }

    private void articleWithFeatures() {
        if (articles == article.length) {
            article = Arrays.copyOf(article, 2 * articles);
            kind = Arrays.copyOf(kind, 2 * articles);
            featuresFrom = Arrays.copyOf(featuresFrom, 2 * articles);
        }
        article[articles] = articleId();
        ok &= endOfToken();
        blanks();
        featuresFrom[articles] = articleFeatures;
        int seen = 0; // one bit for each of the features 1 to 6
        boolean other = false;
        while (ok && at < line.length() && line.charAt(at) != '|') {
            long id = digits();
            expect(":");
            double value = decimal();
            ok &= id <= Integer.MAX_VALUE && endOfToken();
            keep((int) id, value);
            if (id >= 1 && id <= FEATURES) {
                seen |= 1 << (int) id;
            } else {
                other = true;
            }
            blanks();
        }
        boolean complete = seen == (1 << (FEATURES + 1)) - 2;
        kind[articles] = seen == 0 && !other ? Kind.NONE : complete && !other ? Kind.COMPLETE : Kind.OTHER;
        articles++;
    }

    private void keep(int id, double value) {
        valued = true;
        if (articleFeatures == articleFeature.length) {
            articleFeature = Arrays.copyOf(articleFeature, 2 * articleFeatures);
            articleValue = Arrays.copyOf(articleValue, 2 * articleFeatures);
        }
        articleValue[articleFeatures] = value;
        articleFeature[articleFeatures++] = id;
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

    /** A decimal number: exact where it has at most 15 digits, which is then one correctly rounded division. */
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
        double value = Cells.number(line.substring(from, at));
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
