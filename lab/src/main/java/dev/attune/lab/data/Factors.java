package dev.attune.lab.data;

/**
 * Feature vectors of users and movies whose inner products stand for ratings. Stored feature-major: {@code
 * movies[i][m]} is feature i of movie m.
 */
public final class Factors {
    private final double[][] users;
    private final double[][] movies;

    /** Vectors given feature-major; not copied. */
    public Factors(double[][] users, double[][] movies) {
        if (users.length != movies.length || users.length == 0) {
            throw new IllegalArgumentException(
                    "users have " + users.length + " features and movies " + movies.length + "; both need the same");
        }
        this.users = users;
        this.movies = movies;
    }

    /** Number of features. */
    public int rank() {
        return users.length;
    }

    /** Features of the users, {@code [feature][user]}; to be read only. */
    public double[][] users() {
        return users;
    }

    /** Features of the movies, {@code [feature][movie]}; to be read only. */
    public double[][] movies() {
        return movies;
    }

    /** The rating that the vectors foretell. */
    public double rating(int user, int movie) {
        double sum = 0;
        for (int i = 0; i < users.length; i++) {
            sum += users[i][user] * movies[i][movie];
        }
        return sum;
    }

    /** Root mean squared error over some ratings. */
    public double rmse(Ratings ratings) {
        double sum = 0;
        for (int e = 0; e < ratings.size(); e++) {
            double error = ratings.value(e) - rating(ratings.user(e), ratings.movie(e));
            sum += error * error;
        }
        return Math.sqrt(sum / ratings.size());
    }
}
