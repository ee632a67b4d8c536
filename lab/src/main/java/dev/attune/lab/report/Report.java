package dev.attune.lab.report;

import dev.attune.lab.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report of a run, finished or not: tables, figures and the page. */
public final class Report {
    private final RunFolder.Results results;
    private final Analysis analysis;
    private final Standings standings;

    private Report(RunFolder.Results results) {
        this.results = results;
        this.analysis = Analysis.of(results.title(), results.finished());
        this.standings = Standings.of(results.finished());
    }

    /** Returns the report of the results of a run. */
    public static Report of(RunFolder.Results results) {
        if (results.finished().isEmpty()) {
            throw new IllegalArgumentException("no cell of this run is finished yet; there is nothing to report");
        }
        return new Report(results);
    }

    /** Writes tables, figures and the page into a folder. */
    public void write(Path folder) throws IOException {
        Figures.write(analysis, folder);
        writeWithoutFigures(folder);
    }

    /** Writes tables and the page, which has figures of its own. */
    public void writeWithoutFigures(Path folder) throws IOException {
        SummaryCsv.write(analysis, standings, folder);
        Files.writeString(folder.resolve("standings.md"), standings.markdown());
        ReportPage.write(analysis, about(), folder.resolve("index.html"));
    }

    private List<String> about() {
        List<String> about = new ArrayList<>();
        about.add("Attune " + results.version() + ", seed " + results.seed() + ", "
                + results.finished().size() + " of " + results.planned() + " cells finished");
        about.addAll(results.notes());
        about.add("Java " + results.finished().get(0).origin().jvm());
        return about;
    }

    /** Returns the table for a terminal. */
    public String table() {
        String text = SummaryTable.toText(analysis, standings);
        for (String note : results.notes()) {
            text += note + "\n";
        }
        int missing = results.planned() - results.finished().size();
        return missing == 0
                ? text
                : text + "Unfinished: " + missing + " of " + results.planned() + " cells are missing.\n";
    }

    /** Returns the table as one JSON object a line. */
    public String json() {
        return SummaryTable.toJson(analysis);
    }
}
