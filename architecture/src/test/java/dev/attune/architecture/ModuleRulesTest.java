package dev.attune.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The rules of the modules above core: what each may use of the modules below and of the JDK. */
class ModuleRulesTest {
    private static final JavaClasses JOURNAL = ArchitectureTest.classesOf("journal");
    private static final JavaClasses LIVE = ArchitectureTest.classesOf("live");
    private static final JavaClasses LAB = ArchitectureTest.classesOf("lab");
    private static final JavaClasses SERVER = ArchitectureTest.classesOf("server");
    private static final JavaClasses STREAM =
            ArchitectureTest.ALL.that(resideInAnyPackage("dev.attune.flink.fold", "dev.attune.kafka.wire"));

    /** What each package of the lab must not use: all that follows it on the way from a spec, or a log, to a report. */
    private static final Map<String, String[]> MUST_NOT_USE = Map.of(
            "config", new String[] {"data", "env", "spec", "run", "report", "reproduce", "log", "evaluate"},
            "data", new String[] {"env", "spec", "run", "report", "reproduce", "log", "evaluate"},
            "env", new String[] {"spec", "run", "report", "reproduce", "evaluate"},
            "spec", new String[] {"run", "report", "reproduce", "log", "evaluate"},
            "run", new String[] {"data", "report", "reproduce", "log", "evaluate"},
            "report", new String[] {"data", "env", "spec", "reproduce", "log", "evaluate"},
            "log", new String[] {"env", "spec", "run", "report", "reproduce", "evaluate"},
            "evaluate", new String[] {"data", "env", "spec", "run", "reproduce"});

    /** Functions of Math whose last bit may differ between machines; StrictMath defines every bit. */
    private static final Set<String> INEXACT = Set.of(
            "exp", "expm1", "log", "log10", "log1p", "pow", "sin", "cos", "tan", "atan", "atan2", "tanh", "cbrt");

    @Test
    void theJournalUsesOnlyTheVocabularyOfCoreAndTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.attune.journal",
                        "dev.attune.api",
                        "dev.attune.encode",
                        "org.jspecify.annotations",
                        "java.io",
                        "java.lang..",
                        "java.nio..",
                        "java.time",
                        "java.util..")
                .check(JOURNAL);
    }

    @Test
    void readingAFileRunsNoCodeThatTheFileChooses() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.attune.journal..", "dev.attune.live..", "dev.attune.server..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
                .check(ArchitectureTest.ALL);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.reflect")
                .check(JOURNAL);
    }

    @Test
    void liveUsesThePureParts() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.attune",
                        "dev.attune.api",
                        "dev.attune.catalog",
                        "dev.attune.encode",
                        "dev.attune.engine",
                        "dev.attune.math",
                        "dev.attune.state",
                        "dev.attune.journal",
                        "dev.attune.live..",
                        "com.fasterxml.jackson..",
                        "org.jspecify.annotations",
                        "java.io", // Jackson's exceptions and streams in memory
                        "java.lang",
                        "java.lang.invoke",
                        "java.lang.runtime",
                        "java.math",
                        "java.nio",
                        "java.nio.charset",
                        "java.time",
                        "java.util",
                        "java.util.concurrent", // CompletionStage, in the interface of an outbox
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream")
                .check(LIVE);
        noClasses()
                .that()
                .haveNameNotMatching("dev\\.attune\\.live\\.FollowedStream.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent..")
                .check(LIVE);
    }

    @Test
    void liveUsesOnlyTheEventsOfTheJournal() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "dev\\.attune\\.journal\\..*(Journal(Writer|Reader|Folder|Options)|Recovery|Retention|.*Snapshot.*)")
                .check(LIVE);
    }

    @Test
    void liveHasNoClocksThreadsFilesOrRandomNumbers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(
                        Clock.class,
                        Thread.class,
                        ThreadLocal.class,
                        Random.class,
                        SplittableRandom.class,
                        UUID.class,
                        java.io.File.class,
                        java.io.FileInputStream.class,
                        java.io.FileOutputStream.class,
                        java.io.RandomAccessFile.class)
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Math.class, "random")
                .check(LIVE);
    }

    @Test
    void theFoldOfTheStreamHasNoClockNoThreadsAndNoClient() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache..", "kafka..", "java.util.concurrent..", "java.nio.file..", "dev.attune.kafka")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Math.class, "random")
                .check(STREAM);
    }

    @Test
    void theRunnerOfTheLabNeverFormatsAndItsReportNeverRuns() {
        MUST_NOT_USE.forEach((name, others) -> {
            String[] packages = new String[others.length];
            for (int i = 0; i < others.length; i++) {
                packages[i] = "dev.attune.lab." + others[i] + "..";
            }
            noClasses()
                    .that()
                    .resideInAPackage("dev.attune.lab." + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages)
                    .check(LAB);
        });
    }

    @Test
    void onlyTheReadersOfLogsUseTheJournalInTheLab() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.attune.lab.log..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.attune.journal..")
                .check(LAB);
    }

    @Test
    void noNumberOfTheLabDependsOnTheMachine() {
        DescribedPredicate<JavaMethodCall> inexact = describe(
                "a function of Math that is not exactly defined",
                call -> call.getTargetOwner().isEquivalentTo(Math.class)
                        && INEXACT.contains(call.getTarget().getName()));
        noClasses()
                .should()
                .callMethodWhere(inexact)
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class)
                .check(LAB);
    }

    @Test
    void theRuntimeOfTheServerKnowsNothingOfHttp() {
        noClasses()
                .that()
                .resideInAPackage("dev.attune.server.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.attune.server.http..", "dev.attune.server.security..", "dev.attune.server", "java.net..")
                .check(SERVER);
    }

    @Test
    void theRuntimeOfTheServerTakesTheTimeFromItsOptions() {
        noClasses()
                .that()
                .resideInAPackage("dev.attune.server.runtime..")
                .and()
                .doNotHaveSimpleName("RuntimeOptions")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.time.Clock")
                .check(SERVER);
    }
}
