package dev.attune.live.statistics;

/**
 * What exploring costs: the estimated means of the best arms minus those of the chosen ones, added up. The interval tells how much
 * that sum would vary from day to day if nothing changed; it does not tell how wrong the estimated means are.
 *
 * @param perDay reward given away a day
 * @param decisionsPerDay decisions a day; NaN if nothing is known
 */
public record ExplorationCost(Estimate perDay, double decisionsPerDay) {
    /** Nothing is known. */
    public static final ExplorationCost UNKNOWN = new ExplorationCost(Estimate.UNKNOWN, Double.NaN);
}
