package dev.attune.lab.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A table with one decision a row. */
final class CsvSource implements FileLog.ParserSource {
    private final Path file;
    private final CsvColumns columns;
    private Optional<CsvSurvey> survey = Optional.empty();

    CsvSource(Path file, CsvColumns columns) {
        this.file = file;
        this.columns = columns;
    }

    @Override
    public synchronized boolean surveys() {
        return survey.isEmpty() && CsvSurvey.needsAllRows(columns);
    }

    @Override
    public synchronized LineParser open(LongConsumer progress) throws IOException {
        ArmTable arms = columns.armFeatures().isPresent()
                ? ArmTable.read(
                        columns.armFeatures().get(),
                        columns.delimiter(),
                        columns.armId(),
                        columns.kinds(),
                        columns.separator())
                : ArmTable.EMPTY;
        if (survey.isEmpty()) {
            CsvSurvey first = new CsvSurvey(columns);
            FileLog.scan(file, LogFormat.CSV, new CsvLines(columns.delimiter(), first), progress, first::enough);
            survey = Optional.of(first);
        }
        return new CsvLines(columns.delimiter(), new CsvRows(columns, survey.get(), arms));
    }
}
