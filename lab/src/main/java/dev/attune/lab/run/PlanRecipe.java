package dev.attune.lab.run;

import dev.attune.lab.spec.Spec;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A plan as text. It makes the same cells on every machine with the same version of Attune and the same data, which
 * {@link Plan#hash} verifies.
 *
 * @param name of the spec's file
 * @param text of the spec
 * @param repetitions instead of the spec's
 * @param seed instead of the spec's
 * @param version of Attune
 */
public record PlanRecipe(String name, String text, int repetitions, long seed, String version) implements Plan.Maker {
    private static final long serialVersionUID = 1;

    /**
     * Returns the recipe of a spec.
     *
     * @param spec what was read from the file, with repetitions and seed as they are to be
     */
    public static PlanRecipe of(Path file, Spec spec, String version) throws IOException {
        return new PlanRecipe(file.toString(), Files.readString(file), spec.repetitions(), spec.seed(), version);
    }

    @Override
    public Plan make() throws IOException {
        Spec spec = SpecReader.read(name, text).withRepetitions(repetitions).withSeed(seed);
        return Plan.of(spec, version, label -> {});
    }
}
