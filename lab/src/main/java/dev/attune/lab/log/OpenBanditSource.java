package dev.attune.lab.log;

import dev.attune.lab.data.Cells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** A file of the Open Bandit Dataset, with {@code item_context.csv} beside it where there is one. */
final class OpenBanditSource implements FileLog.ParserSource {
    private static final char DELIMITER = ',';

    private final Path file;

    OpenBanditSource(Path file) {
        this.file = file;
    }

    @Override
    public LineParser open(LongConsumer progress) throws IOException {
        Path context = file.resolveSibling("item_context.csv");
        ArmTable items = Files.isRegularFile(context)
                ? ArmTable.read(context, DELIMITER, "item_id", Map.of(), '|')
                : ArmTable.EMPTY;
        BaseSearch search = new BaseSearch();
        FileLog.scan(file, LogFormat.OPENBANDIT, new CsvLines(DELIMITER, search), bytes -> {}, search::found);
        return new CsvLines(DELIMITER, new OpenBanditRows(search.columns, search.columnsInAll, search.base, items));
    }

    /** Reads until an item 0 or an item n has been seen: the first says that they count from 0, the second from 1. */
    private static final class BaseSearch implements CsvLines.Rows {
        private OpenBanditColumns columns = new OpenBanditColumns(List.of());
        private int columnsInAll;
        private int base;
        private boolean found;

        boolean found() {
            return found;
        }

        @Override
        public void header(List<String> names, Intake intake) throws IOException {
            columns = new OpenBanditColumns(names);
            columnsInAll = names.size();
            if (!columns.missing().isEmpty()) {
                throw intake.refused("there is no column " + columns.missing());
            }
        }

        @Override
        public void row(List<String> cells, Intake intake) throws MalformedLineException {
            double item = columns.item < cells.size() ? Cells.number(cells.get(columns.item)) : Double.NaN;
            if (Double.isNaN(item)) {
                throw new MalformedLineException("item_id is not a number");
            }
            intake.aside("row");
            base = item == columns.affinity.length ? 1 : 0;
            found = item == 0 || base == 1;
        }
    }
}
