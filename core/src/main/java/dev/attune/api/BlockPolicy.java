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
    default void check(ActionSet arms) {
        Blocks.require(Require.dimension(arms, dimension()));
    }
}
