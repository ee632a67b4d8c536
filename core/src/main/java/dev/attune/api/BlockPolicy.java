package dev.attune.api;

/** A policy with a model for each block of arms; see {@link Blocks}. */
public interface BlockPolicy extends ExplorationPath {
    /**
     * Forgets all about a block, such as that of a retired arm, so that another arm can have its number.
     *
     * @throws IllegalArgumentException if no block can have this number
     */
    void clear(int block);

    @Override
    default double predict(double[] x) {
        BlockPosterior all = (BlockPosterior) posterior();
        double[] theta = all.block(Blocks.require(x)).mean();
        double sum = 0;
        for (int i = 0; i < theta.length; i++) {
            sum = Math.fma(theta[i], x[i + 1], sum);
        }
        return reward(sum);
    }

    @Override
    default void check(ActionSet arms) {
        Blocks.require(Require.dimension(arms, dimension()));
    }
}
