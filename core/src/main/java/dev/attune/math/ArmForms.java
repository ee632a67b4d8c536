package dev.attune.math;

/** Linear and quadratic forms of all arms of a round in one pass; x is feature-major: x[i][k] = feature i of arm k. */
public final class ArmForms {
    private ArmForms() {}

    /** Length of the scratch array that {@link #quadratic} and {@link #widths} need. */
    public static int workLength(int arms) {
        return arms;
    }

    public static void linear(double[] theta, double[][] x, int arms, double[] out) {
        java.util.Arrays.fill(out, 0, arms, 0.0);
        for (int i = 0; i < theta.length; i++) {
            double w = theta[i];
            double[] s = x[i];
            for (int k = 0; k < arms; k++) {
                out[k] = Math.fma(w, s[k], out[k]);
            }
        }
    }

    public static void linearPair(double[] u, double[] v, double[][] x, int arms, double[] outU, double[] outV) {
        linear(u, x, arms, outU);
        linear(v, x, arms, outV);
    }

    public static void quadratic(double[][] b, double[][] x, int arms, double[] work, double[] out) {
        java.util.Arrays.fill(out, 0, arms, 0.0);
        for (int i = 0; i < b.length; i++) {
            java.util.Arrays.fill(work, 0, arms, 0.0);
            for (int j = i; j < b.length; j++) {
                double w = i == j ? b[i][i] : 2 * b[i][j];
                double[] s = x[j];
                for (int k = 0; k < arms; k++) {
                    work[k] = Math.fma(w, s[k], work[k]);
                }
            }
            double[] s = x[i];
            for (int k = 0; k < arms; k++) {
                out[k] = Math.fma(work[k], s[k], out[k]);
            }
        }
    }

    public static void widths(double[][] b, double[][] x, int arms, double[] work, double[] out) {
        quadratic(b, x, arms, work, out);
        for (int k = 0; k < arms; k++) {
            out[k] = Math.sqrt(Math.max(0.0, out[k]));
        }
    }

    public static void indices(double[] mean, double alpha, double[] bonus, int arms, double[] out) {
        for (int k = 0; k < arms; k++) {
            out[k] = Math.fma(alpha, bonus[k], mean[k]);
        }
    }
}
