package dev.attune.cases;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a property on random cases: the test method has one parameter, a {@link Draw}, and runs with the seeds 1, 2, 3 and so on. A
 * failure prints its seed. {@code -Dattune.seed=17} repeats one case; {@code -Dattune.cases=5000} sets another number of cases.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(Cases.Draws.class)
@ExtendWith(Cases.SeedOfFailure.class)
public @interface Cases {
    /** Number of cases. */
    int value();

    /** The seeds of a property. */
    final class Draws implements ArgumentsProvider, AnnotationConsumer<Cases> {
        private int cases;

        @Override
        public void accept(Cases annotation) {
            cases = Integer.getInteger("attune.cases", annotation.value());
        }

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            Long seed = Long.getLong("attune.seed");
            LongStream seeds = seed == null ? LongStream.rangeClosed(1, cases) : LongStream.of(seed);
            return seeds.mapToObj(one -> Arguments.of(new Draw(one)));
        }
    }

    /** Prints the seed of a case that failed. */
    final class SeedOfFailure implements AfterTestExecutionCallback {
        @Override
        public void afterTestExecution(ExtensionContext context) {
            if (context.getExecutionException().isPresent()) {
                System.err.println(context.getRequiredTestClass().getSimpleName() + "."
                        + context.getRequiredTestMethod().getName() + " failed with " + context.getDisplayName());
            }
        }
    }
}
