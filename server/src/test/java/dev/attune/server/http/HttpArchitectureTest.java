package dev.attune.server.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls around the door: nobody else knows the libraries behind it. */
class HttpArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune.server", "dev.attune.live");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.attune.server.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyHttpKnowsVertxAndMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.attune.server.http")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..", "io.micrometer..")
                .check(CLASSES);
    }

    @Test
    void theLiveBanditKnowsNobodyAbove() {
        noClasses()
                .that()
                .resideInAPackage("dev.attune.live..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.attune.server..")
                .check(CLASSES);
    }
}
