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

    private static final double[] POWER_OF_TEN = new double[16];

    static {
        POWER_OF_TEN[0] = 1;
        for (int i = 1; i < POWER_OF_TEN.length; i++) {
            POWER_OF_TEN[i] = 10 * POWER_OF_TEN[i - 1];
        }
    }

    private long time;
    private long shown;
    private boolean clicked;
    private int userFeatures;
    private int[] userFeature = new int[160];
    private int articles;
    private long[] article = new long[64];
    private Kind[] kind = new Kind[64];
    private double[][] features = new double[64][FEATURES];

    private String line = "";
    private int at;
    private boolean ok;

    /** Reads a line; false if it is malformed, and then nothing here means anything. */
    boolean read(String text) {
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
        while (ok && at < line.length()) {
            expect("|");
            articleWithFeatures();
        }
        return ok && articles > 0;
    }

    /** Unix time. */
    long time() {
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

    /** Its features where it has them, by id - 1; overwritten by the next line. */
    double[] features(int a) {
        return features[a];
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
        blanks();
        while (ok && at < line.length() && line.charAt(at) != '|') {
            long id = digits();
            if (peek(':')) {
                at++;
                decimal();
            }
            ok &= id <= Integer.MAX_VALUE && endOfToken();
            if (userFeatures == userFeature.length) {
                userFeature = Arrays.copyOf(userFeature, 2 * userFeatures);
            }
            userFeature[userFeatures++] = (int) id;
            blanks();
        }
    }

    private void articleWithFeatures() {
        if (articles == article.length) {
            article = Arrays.copyOf(article, 2 * articles);
            kind = Arrays.copyOf(kind, 2 * articles);
            features = Arrays.copyOf(features, 2 * articles);
            for (int a = articles; a < features.length; a++) {
                features[a] = new double[FEATURES];
            }
        }
        article[articles] = articleId();
        ok &= endOfToken();
        blanks();
        int seen = 0; // one bit for each of the features 1 to 6
        boolean other = false;
        while (ok && at < line.length() && line.charAt(at) != '|') {
            long id = digits();
            expect(":");
            double value = decimal();
            ok &= endOfToken();
            if (id >= 1 && id <= FEATURES) {
                seen |= 1 << (int) id;
                features[articles][(int) id - 1] = value;
            } else {
                other = true;
            }
            blanks();
        }
        boolean complete = seen == (1 << (FEATURES + 1)) - 2;
        kind[articles] = seen == 0 && !other ? Kind.NONE : complete && !other ? Kind.COMPLETE : Kind.OTHER;
        articles++;
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
