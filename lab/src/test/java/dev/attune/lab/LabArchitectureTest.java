package dev.attune.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The walls of the lab: data flows from environments to results to reports, and numbers do not depend on the machine. */
class LabArchitectureTest {
    private static final JavaClasses LAB = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune.lab");

    /** What each room must not know: all that comes after it on the walks from a spec, or a log, to a report. */
    private static final Map<String, String[]> MUST_NOT_USE = Map.of(
            "data", new String[] {"env", "spec", "run", "report", "reproduce", "log", "evaluate"},
            "env", new String[] {"spec", "run", "report", "reproduce", "evaluate"},
            "spec", new String[] {"run", "report", "reproduce", "log", "evaluate"},
            "run", new String[] {"data", "report", "reproduce", "log", "evaluate"},
            "report", new String[] {"data", "env", "spec", "reproduce", "log", "evaluate"},
            "log", new String[] {"env", "spec", "run", "report", "reproduce", "evaluate"},
            "evaluate", new String[] {"data", "env", "spec", "run", "reproduce"});

    /** Functions of Math whose last bit may differ between machines; StrictMath has them defined. */
    private static final Set<String> LOOSE = Set.of(
            "exp", "expm1", "log", "log10", "log1p", "pow", "sin", "cos", "tan", "atan", "atan2", "tanh", "cbrt");

    @Test
    void theRunnerNeverFormatsAndTheReportNeverRuns() {
        MUST_NOT_USE.forEach((room, others) -> {
            String[] packages = new String[others.length];
            for (int i = 0; i < others.length; i++) {
                packages[i] = "dev.attune.lab." + others[i] + "..";
            }
            noClasses()
                    .that()
                    .resideInAPackage("dev.attune.lab." + room + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages)
                    .check(LAB);
        });
    }

    @Test
    void onlyTheReadersOfLogsKnowTheJournal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.attune.lab.log..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.attune.journal..")
                .check(LAB);
    }

    @Test
    void thereAreNoCyclesBetweenPackages() {
        slices().matching("dev.attune.lab.(*)..").should().beFreeOfCycles().check(LAB);
    }

    @Test
    void noNumberDependsOnTheMachine() {
        noClasses()
                .should()
                .callMethodWhere(
                        new DescribedPredicate<JavaMethodCall>("a function of Math that is not exactly defined") {
                            @Override
                            public boolean test(JavaMethodCall call) {
                                return call.getTargetOwner().isEquivalentTo(Math.class)
                                        && LOOSE.contains(call.getTarget().getName());
                            }
                        })
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class)
                .check(LAB);
    }
}
