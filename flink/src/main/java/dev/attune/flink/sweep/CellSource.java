package dev.attune.flink.sweep;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;

/**
 * The positions of cells in a list, each a split. A subtask requests the next one when it has finished the last, so slow cells do not queue
 * behind each other, and a failure loses only the cells in progress.
 */
final class CellSource extends NumberSequenceSource {
    private static final long serialVersionUID = 1;

    CellSource(int cells) {
        super(0, cells - 1L);
    }

    @Override
    protected List<NumberSequenceSplit> splitNumberRange(long from, long to, int splits) {
        List<NumberSequenceSplit> cells = new ArrayList<>();
        for (long cell = from; cell <= to; cell++) {
            cells.add(new NumberSequenceSplit(String.valueOf(cell), cell, cell));
        }
        return cells;
    }
}
