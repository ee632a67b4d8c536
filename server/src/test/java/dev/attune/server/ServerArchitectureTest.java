package dev.attune.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls of the service. */
class ServerArchitectureTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune.server");

    @Test
    void theRuntimeKnowsNothingOfHttp() {
        noClasses()
                .that()
                .resideInAPackage("dev.attune.server.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.attune.server.http..",
                        "dev.attune.server.security..",
                        "dev.attune.server",
                        "io.vertx..",
                        "io.netty..",
                        "io.micrometer..",
                        "java.net..")
                .check(classes);
    }

    @Test
    void nothingSerializes() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectOutputStream")
                .check(classes);
    }

    @Test
    void theRuntimeAsksItsOptionsForTheTime() {
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
                .check(classes);
    }
}
