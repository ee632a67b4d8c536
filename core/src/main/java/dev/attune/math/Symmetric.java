package dev.attune.math;

/** Small symmetric matrices held as full rows (both triangles kept equal, bit for bit). */
public final class Symmetric {
    private Symmetric() {}

    public static double[][] scaledIdentity(int d, double s) {
        double[][] a = new double[d][d];
        for (int i = 0; i < d; i++) {
            a[i][i] = s;
        }
        return a;
    }

    public static double[][] copy(double[][] a) {
        double[][] c = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i].clone();
        }
        return c;
    }

    public static void rankOne(double[][] a, double w, double[] x) {
        int d = a.length;
        for (int i = 0; i < d; i++) {
            double[] row = a[i];
            double xi = x[i];
            for (int j = 0; j < d; j++) {
                row[j] = Math.fma(w, xi * x[j], row[j]);
            }
        }
    }

    public static void multiply(double[][] a, double[] x, double[] out) {
        ArmForms.linear(x, a, a.length, out);
    }

    public static double quadratic(double[][] a, double[] x) {
        double q = 0;
        for (int i = 0; i < a.length; i++) {
            q = Math.fma(x[i], dot(a[i], x, a.length), q);
        }
        return q;
    }

    public static double shermanMorrison(double[][] b, double w, double[] x, double[] work) {
        multiply(b, x, work);
        double q = dot(x, work, b.length);
        double denominator = Math.fma(w, q, 1.0);
        if (!(denominator > 1e-12) || !(denominator < Double.POSITIVE_INFINITY)) {
            throw new ArithmeticException(
                    "rank-one change of weight " + w + " is not invertible: 1 + w x'Bx = " + denominator);
        }
        rankOne(b, -w / denominator, work);
        return q;
    }

    public static void addWeightedOuter(double[][] a, double[][] rows, double[] w, int n) {
        for (int s = 0; s < n; s++) {
            rankOne(a, w[s], rows[s]);
        }
    }

    public static double dot(double[] a, double[] b, int n) {
        double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        int i = 0;
        for (; i + 3 < n; i += 4) {
            s0 = Math.fma(a[i], b[i], s0);
            s1 = Math.fma(a[i + 1], b[i + 1], s1);
            s2 = Math.fma(a[i + 2], b[i + 2], s2);
            s3 = Math.fma(a[i + 3], b[i + 3], s3);
        }
        for (; i < n; i++) {
            s0 = Math.fma(a[i], b[i], s0);
        }
        return (s0 + s1) + (s2 + s3);
    }
}
