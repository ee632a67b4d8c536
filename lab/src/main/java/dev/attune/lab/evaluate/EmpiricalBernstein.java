package dev.attune.lab.evaluate;

/**
 * An interval for the mean of bounded independent terms that holds for any number of them, not only in the limit:
 *
 * <pre>
 *   |mean - estimate| &lt;= sqrt(2 v ln(4/error) / n) + 7 L ln(4/error) / (3 (n - 1))
 * </pre>
 *
 * <p>with v the sample variance and L the length of the range: Maurer, Pontil: Empirical Bernstein bounds and sample variance
 * penalization. COLT 2009, Theorem 4, for both sides.
 */
final class EmpiricalBernstein {
    private long n;
    private double mean;
    private double squares; // of deviations from the mean so far (Welford 1962)

    void add(double term) {
        n++;
        double before = term - mean;
        mean += before / n;
        squares += before * (term - mean);
    }

    /** Around the mean; none if the range is not known or there are fewer than two terms. */
    Interval interval(Interval range, double error) {
        if (n < 2 || Double.isNaN(range.length())) {
            return Interval.NONE;
        }
        double logs = StrictMath.log(4 / error);
        double half = Math.sqrt(2 * squares / (n - 1) * logs / n) + 7 * range.length() * logs / (3.0 * (n - 1));
        return new Interval(Math.max(range.low(), mean - half), Math.min(range.high(), mean + half));
    }
}
