package dev.attune.lab.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs reproductions one after the other and writes down what they come to. */
public final class Reproducer {
    private Reproducer() {}

    /**
     * Runs them. Writes into the folder of each a file comparison.csv, the report and the figure; for several, also an index
     * page and REPRODUCTION.md over all.
     *
     * @param reproductions what to run; those without a spec are left out
     * @param out folder for everything
     * @param session how to run
     * @param done is told the findings of each as soon as they are there
     * @throws IOException if the data of everything were missing, or something cannot be written
     */
    public static List<Findings> run(
            List<Reproduction> reproductions, Path out, Workshop.Session session, Consumer<Findings> done)
            throws IOException, InterruptedException {
        Workshop workshop = new Workshop(out, session);
        List<Findings> all = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (Reproduction reproduction : reproductions) {
            if (reproduction.specs().isEmpty()) {
                continue;
            }
            Findings findings = reproduction.study().run(reproduction, workshop);
            List<String> missing = workshop.leftOut();
            leftOut.addAll(missing);
            if (findings.rows().isEmpty()) {
                continue;
            }
            Findings complete = findings.withRemarks(missing);
            ComparisonFile.write(complete, workshop.folder(reproduction));
            all.add(complete);
            done.accept(complete);
        }
        if (all.isEmpty()) {
            throw new IOException("nothing could be run. "
                    + String.join(" ", leftOut.stream().distinct().toList()));
        }
        if (all.size() > 1) {
            ReproductionText.write(all, session.version(), out);
            ReproductionPage.write(all, session.version(), out);
        }
        return all;
    }
}
