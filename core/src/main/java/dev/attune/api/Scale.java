package dev.attune.api;

/** How a hyperparameter is spread over the unit interval that tuners search. */
public enum Scale {
    /** Equal steps of the value are equal steps of the unit interval. */
    LINEAR {
        @Override
        double fromUnit(double u, double low, double high) {
            return Math.fma(u, high - low, low);
        }

        @Override
        double toUnit(double value, double low, double high) {
            return (value - low) / (high - low);
        }
    },
    /** Equal factors of the value are equal steps of the unit interval; both ends must be positive. */
    LOG {
        @Override
        double fromUnit(double u, double low, double high) {
            return low * StrictMath.exp(u * StrictMath.log(high / low));
        }

        @Override
        double toUnit(double value, double low, double high) {
            return StrictMath.log(value / low) / StrictMath.log(high / low);
        }
    };

    abstract double fromUnit(double u, double low, double high);

    abstract double toUnit(double value, double low, double high);
}
