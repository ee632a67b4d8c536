package dev.attune.journal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** The walls of the journal: it knows the vocabulary of core and the JDK, and reading a file runs no code that the file chooses. */
class JournalArchitectureTest {
    private static final JavaClasses JOURNAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune.journal");

    @Test
    void theJournalKnowsOnlyTheVocabularyOfCoreAndTheJdk() {
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
    void nothingIsSerialized() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.reflect")
                .check(JOURNAL);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)").check(JOURNAL);
    }
}
