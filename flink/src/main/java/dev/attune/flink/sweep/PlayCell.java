package dev.attune.flink.sweep;

import dev.attune.lab.run.Plan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.jspecify.annotations.Nullable;

/**
 * Plays cells, given their positions in a list. Returns the number of the cell, whether it was played, and its line of results
 * or the reason of its failure. A cell that fails repeatedly does not fail the job, which would delay all others.
 */
final class PlayCell extends RichMapFunction<Long, Tuple3<Integer, Boolean, String>> {
    static final TypeInformation<Tuple3<Integer, Boolean, String>> PLAYED =
            Types.TUPLE(Types.INT, Types.BOOLEAN, Types.STRING);
    static final int ATTEMPTS = 3;

    private static final long serialVersionUID = 1;

    private final Plan.Maker maker;
    private final String hash;
    private final String version;
    private final int[] cells;
    private transient @Nullable Plan plan;

    PlayCell(Plan.Maker maker, Plan plan, List<Integer> cells) throws IOException {
        this.maker = maker;
        this.hash = plan.hash();
        this.version = JobVersion.number();
        this.cells = cells.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Reads the data once for all cells of this subtask. */
    @Override
    public void open(OpenContext context) throws UnfitWorkerException {
        String here = "on " + host() + ": ";
        Plan made;
        try {
            if (!JobVersion.number().equals(version)) {
                throw new UnfitWorkerException(here + "the worker has Attune " + JobVersion.number()
                        + ", and the sweep was started by " + version);
            }
            made = maker.make();
        } catch (IOException | IllegalArgumentException e) {
            throw new UnfitWorkerException(here + why(e) + "; a worker reads data from its own ATTUNE_DATASETS, and"
                    + " files of a spec from the same path as here");
        }
        if (!made.hash().equals(hash)) {
            throw new UnfitWorkerException(
                    here
                            + "the worker's data are not those that the sweep was started with; copy them to its ATTUNE_DATASETS");
        }
        plan = made;
    }

    private static String why(Exception e) {
        return e instanceof NoSuchFileException ? "no such file: " + e.getMessage() : String.valueOf(e.getMessage());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "a worker";
        }
    }

    @Override
    public Tuple3<Integer, Boolean, String> map(Long place) {
        Plan opened = plan;
        if (opened == null) {
            throw new IllegalStateException("a cell came before the plan was made");
        }
        int cell = cells[place.intValue()];
        for (int attempt = 1; ; attempt++) {
            try {
                return Tuple3.of(cell, true, opened.play(cell));
            } catch (CancellationException e) {
                throw e; // the job is being stopped
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                if (attempt == ATTEMPTS) {
                    return Tuple3.of(cell, false, e.toString());
                }
            }
        }
    }
}
