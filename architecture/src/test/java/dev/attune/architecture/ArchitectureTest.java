package dev.attune.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The walls between modules, packages and libraries, checked on the classes of all modules together. */
class ArchitectureTest {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages("dev.attune");

    /** The packages of core, which has no name of its own in the names of its packages. */
    private static final Set<String> CORE_PACKAGES =
            Set.of("", "api", "catalog", "encode", "engine", "math", "model", "policy", "state", "tuner");

    private static final String CORE = "core";

    /** Which module may use which. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry(CORE, Set.of()),
            Map.entry("journal", Set.of(CORE)),
            Map.entry("live", Set.of(CORE, "journal")),
            Map.entry("lab", Set.of(CORE, "journal")),
            Map.entry("kafka", Set.of(CORE, "journal", "live")),
            Map.entry("server", Set.of(CORE, "journal", "live")),
            Map.entry("client", Set.of(CORE, "journal", "live")),
            Map.entry("spring", Set.of(CORE, "journal", "live", "client")),
            Map.entry("flink", Set.of(CORE, "journal", "live", "lab", "kafka")),
            Map.entry("testkit", Set.of(CORE, "journal", "live", "lab")),
            Map.entry("examples", Set.of(CORE, "live", "lab", "client", "server")),
            Map.entry("site", Set.of()),
            Map.entry("bench", Set.of(CORE, "journal", "live", "lab", "kafka", "server", "client", "flink")),
            Map.entry("cli", Set.of(CORE, "journal", "live", "lab", "kafka", "server", "client", "flink", "bench")));

    private static final Set<String> MODULES = new TreeSet<>(MAY_USE.keySet());

    /** Which packages alone may use a library. Benchmarks measure libraries, so bench may use those that it measures. */
    private static final Map<String, List<String>> LIBRARIES = Map.ofEntries(
            Map.entry("org.apache.flink..", List.of("dev.attune.flink..", "dev.attune.bench.stream")),
            Map.entry(
                    "org.apache.kafka..", List.of("dev.attune.kafka", "dev.attune.flink..", "dev.attune.bench.stream")),
            Map.entry("kafka..", List.of("dev.attune.kafka")),
            Map.entry("io.vertx..", List.of("dev.attune.server.http")),
            Map.entry("io.netty..", List.of("dev.attune.server.http")),
            Map.entry("io.micrometer..", List.of("dev.attune.server.http", "dev.attune.spring")),
            Map.entry("org.springframework..", List.of("dev.attune.spring")),
            Map.entry("org.jfree..", List.of("dev.attune.lab..")),
            Map.entry("org.apache.batik..", List.of("dev.attune.lab..")),
            Map.entry("org.yaml..", List.of("dev.attune.lab.config")),
            Map.entry("org.commonmark..", List.of("dev.attune.site")),
            Map.entry("picocli..", List.of("dev.attune.cli")),
            Map.entry("org.openjdk.jmh..", List.of("dev.attune.bench..")),
            Map.entry("org.ejml..", List.of("dev.attune.bench..")),
            Map.entry("org.junit..", List.of("dev.attune.testkit..")),
            Map.entry("org.assertj..", List.of("dev.attune.testkit..")));

    @SuppressWarnings("UnusedVariable") // read by FieldSource
    private static final Set<String> LIBRARY_NAMES = new TreeSet<>(LIBRARIES.keySet());

    /** Returns the module of a class of Attune, by its package. */
    private static String module(JavaClass type) {
        String rest = type.getPackageName().replaceFirst("^dev\\.attune\\.?", "");
        String first = rest.replaceFirst("\\..*", "");
        return CORE_PACKAGES.contains(first) ? CORE : first;
    }

    /** Returns the classes of a module. */
    static JavaClasses classesOf(String name) {
        return ALL.that(describe("are of " + name, type -> module(type).equals(name)));
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals("dev.attune")
                || type.getPackageName().startsWith("dev.attune.");
    }

    @Test
    void allModulesAreSeen() {
        Set<String> seen = new TreeSet<>();
        ALL.forEach(type -> seen.add(module(type)));

        assertThat(seen).as("a new module needs a line in MAY_USE").isEqualTo(MODULES);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void aModuleUsesOnlyTheModulesBelowIt(String name) {
        Set<String> allowed = MAY_USE.get(name);
        noClasses()
                .that(describe("are of " + name, type -> module(type).equals(name)))
                .should()
                .dependOnClassesThat(describe("are of a module that " + name + " must not use", used -> {
                    JavaClass type = used.getBaseComponentType();
                    return isOurs(type) && !module(type).equals(name) && !allowed.contains(module(type));
                }))
                .check(ALL);
    }

    @ParameterizedTest
    @FieldSource("LIBRARY_NAMES")
    void aLibraryHasOneHome(String library) {
        String[] homes = LIBRARIES.get(library).toArray(String[]::new);
        noClasses()
                .that(not(resideInAnyPackage(homes)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(ALL);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return SliceIdentifier.of(type.getPackageName());
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(ALL);
    }

    @Test
    void aClassNameMeansOneThing() {
        Map<String, Set<String>> byName = new TreeMap<>();
        topLevel()
                .forEach(type -> byName.computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
                        .add(type.getName()));
        byName.values().removeIf(types -> types.size() == 1);

        assertThat(byName).isEmpty();
    }

    private static Stream<JavaClass> topLevel() {
        return ALL.stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.getSimpleName().equals("package-info")
                        && !type.getSimpleName().equals("module-info"));
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Manager|Utils?|Helper)")
                .because("such a name hides what the class does")
                .check(ALL);
    }
}
