package dev.attune.live;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The walls of this module: a function of state, command and time. No clock, no threads, no files, no luck of its own. */
class LiveArchitectureTest {
    private static final JavaClasses LIVE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune.live");

    @Test
    void liveKnowsCoreTheVocabularyOfTheJournalAndJackson() {
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
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream")
                .check(LIVE);
    }

    @Test
    void ofTheJournalOnlyEventsAreKnown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "dev\\.attune\\.journal\\..*(Journal(Writer|Reader|Folder|Options)|Recovery|Retention|Snapshot.*)")
                .check(LIVE);
    }

    @Test
    void thereAreNoClocksThreadsFilesOrRandomNumbers() {
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
    void namesSayWhatAClassIs() {
        noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)").check(LIVE);
    }
}
