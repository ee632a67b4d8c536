package dev.attune.lab.data;

import dev.attune.lab.data.Ratings.Rating;
import java.io.IOException;

/**
 * Feature vectors of users and movies whose inner products are predicted ratings. Stored feature-major: {@code movies[i][m]} is feature i of movie m.
 *
 * @param users features of the users, {@code [feature][user]}; read-only, not copied
 * @param movies features of the movies, {@code [feature][movie]}; read-only, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Factors(double[][] users, double[][] movies) {
    /** Checks that both have the same number of features. */
    public Factors {
        if (users.length != movies.length || users.length == 0) {
            throw new IllegalArgumentException(
                    "users have " + users.length + " features and movies " + movies.length + "; both need the same");
        }
    }

    /**
     * Reads vectors as pandas writes them: a header, the row's number in the first column, then one column for each feature.
     *
     * @return feature-major, {@code [feature][row]}
     */
    public static double[][] read(Content file) throws IOException {
        Table table = Table.read(file, "comma", true);
        int first = table.name(0).isEmpty() ? 1 : 0; // the column of row numbers has no name
        if (table.columns() == first) {
            throw new IOException(file.name() + " has no columns of features");
        }
        double[][] features = new double[table.columns() - first][table.rows()];
        for (int row = 0; row < table.rows(); row++) {
            for (int i = 0; i < features.length; i++) {
                features[i][row] = table.number(row, i + first);
            }
        }
        return features;
    }

    /** Returns the number of features. */
    public int rank() {
        return users.length;
    }

    /** Returns the predicted rating. */
    public double rating(int user, int movie) {
        double sum = 0;
        for (int i = 0; i < users.length; i++) {
            sum += users[i][user] * movies[i][movie];
        }
        return sum;
    }

    /** Returns the root mean squared error over some ratings. */
    public double rmse(Ratings ratings) {
        return Math.sqrt(squaredError(ratings) / ratings.size());
    }

    /** Returns the sum of squared errors over some ratings. */
    double squaredError(Ratings ratings) {
        double sum = 0;
        for (Rating rating : ratings.ratings()) {
            double error = rating.value() - rating(rating.user(), rating.movie());
            sum += error * error;
        }
        return sum;
    }
}
