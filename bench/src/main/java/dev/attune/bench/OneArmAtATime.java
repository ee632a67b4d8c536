package dev.attune.bench;

/** The textbook way to compute widths, arm by arm: what the kernels are compared with. */
public final class OneArmAtATime {
    private OneArmAtATime() {}

    /** out[k] = sqrt(x_k' B x_k), with a row vector for each arm. */
    public static void widths(double[][] b, double[][] rows, double[] out) {
        for (int k = 0; k < rows.length; k++) {
            double[] x = rows[k];
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                double[] bi = b[i];
                double dot = 0;
                for (int j = 0; j < x.length; j++) {
                    dot += bi[j] * x[j];
                }
                sum += x[i] * dot;
            }
            out[k] = Math.sqrt(sum);
        }
    }
}
