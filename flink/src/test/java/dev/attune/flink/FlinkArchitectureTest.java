package dev.attune.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls of this module. */
class FlinkArchitectureTest {
    private static final String FLINK = "org.apache.flink..";
    private static final String KAFKA = "org.apache.kafka..";
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.attune");

    @Test
    void nobodyElseSeesFlinkOrKafka() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.attune.flink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FLINK, KAFKA, "kafka..", "dev.attune.flink..")
                .check(ALL);
    }

    @Test
    void recordsAndTheirFoldKnowNothingOfFlinkAndKafka() {
        noClasses()
                .that()
                .resideInAPackage("dev.attune.flink.wire..")
                .or()
                .haveNameMatching(
                        "dev\\.attune\\.flink\\.stream\\.(Arrived|Outgoing|Origin|Channel|StreamRules|StreamFold"
                                + "|StreamOutput|KeyedBandit|EarlyRewards|Counters|Schedule|Definition|DefinitionHistory|Place)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FLINK, KAFKA, "kafka..")
                .check(ALL);
    }

    @Test
    void theFoldHasNoClockAndNoLuck() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.attune.flink.wire..", "dev.attune.flink.stream")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(Math.class, "random")
                .check(ALL);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helper)").check(ALL);
    }
}
