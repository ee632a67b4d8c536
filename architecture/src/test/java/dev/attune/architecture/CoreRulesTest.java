package dev.attune.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of core: which package may use which, and what decisions must never depend on. */
class CoreRulesTest {
    private static final JavaClasses CORE = ArchitectureTest.classesOf("core");

    /** Which package may use which. The root package uses all of them, and none of them uses it. */
    private static final Map<String, Set<String>> MAY_USE = Map.of(
            "math", Set.of(),
            "state", Set.of(),
            "api", Set.of("math", "state"),
            "encode", Set.of("math", "state", "api"),
            "model", Set.of("math", "state", "api"),
            "tuner", Set.of("math", "state", "api"),
            "policy", Set.of("math", "state", "api", "model"),
            "catalog", Set.of("math", "state", "api", "encode", "model", "tuner", "policy"),
            "engine", Set.of("math", "state", "api", "encode", "model", "tuner", "policy", "catalog"));

    private static final Set<String> PACKAGES = MAY_USE.keySet();

    /** The part of java.base that neither waits, nor looks outside the program, nor depends on the machine. */
    private static final String[] JDK = {
        "java.lang",
        "java.lang.annotation",
        "java.lang.invoke", // lambdas and string concatenation
        "java.lang.runtime", // records and switches
        "java.nio", // ByteBuffer, for saved state
        "java.nio.charset",
        "java.util",
        "java.util.function",
        "java.util.random",
        "java.util.stream",
        "java.util.zip" // CRC32C, for saved state
    };

    private static final Set<String> JAVA_IO = Set.of(
            "java.io.DataInput",
            "java.io.DataOutput",
            "java.io.ByteArrayInputStream",
            "java.io.ByteArrayOutputStream",
            "java.io.IOException",
            "java.io.UncheckedIOException",
            "java.io.Serializable"); // every enum, exception and lambda type mentions it

    /** What one package alone may use: the front classes are thread-safe and draw default seeds, the catalogue loads services. */
    private static final Map<String, Set<String>> ONLY_IN = Map.of(
            "dev.attune",
            Set.of("java.util.concurrent", "java.util.concurrent.locks", "java.security.SecureRandom"),
            "dev.attune.catalog",
            Set.of("java.util.ServiceLoader"));

    private static final Set<String> FORBIDDEN = Set.of(
            "java.lang.InheritableThreadLocal",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.Runtime",
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.util.Calendar",
            "java.util.Date",
            "java.util.GregorianCalendar",
            "java.util.Random",
            "java.util.Scanner",
            "java.util.ServiceLoader",
            "java.util.SplittableRandom", // its nextGaussian goes through Math.exp
            "java.util.Timer",
            "java.util.TimerTask",
            "java.util.UUID");

    /** The JVM may compute these functions of Math in its own way; StrictMath has them with every bit defined. */
    private static final Set<String> TRANSCENDENTAL = Set.of(
            "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "expm1", "log",
            "log10", "log1p", "pow", "cbrt", "hypot");

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageUsesOnlyThePackagesBelowIt(String name) {
        Stream<String> allowed = Stream.concat(Stream.of(name), MAY_USE.get(name).stream());
        noClasses()
                .that()
                .resideInAPackage(fullName(name))
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.attune..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                allowed.map(CoreRulesTest::fullName).toArray(String[]::new)))))
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void nothingInCoreUsesTheFrontClasses() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.attune")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.attune")
                .check(CORE);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void coreUsesOnlyTheDeterministicPartOfTheJdk(String name) {
        Set<String> extra = ONLY_IN.getOrDefault(name, Set.of());
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat(describe(
                        "are of Attune or of the JDK, without clocks, threads, files, sockets, logging and java.util.Random",
                        used -> mayBeUsed(used)
                                || extra.contains(used.getName())
                                || extra.contains(used.getPackageName())))
                .check(CORE);
    }

    static Stream<String> packages() {
        return Stream.concat(Stream.of("dev.attune"), PACKAGES.stream().map(CoreRulesTest::fullName));
    }

    @Test
    void systemServesOnlyToCopyArrays() {
        noClasses()
                .should()
                .accessTargetWhere(targets("System, except arraycopy", System.class, name -> !name.equals("arraycopy")))
                .because("clocks, properties and standard streams lie outside core")
                .check(CORE);
    }

    @Test
    void transcendentalFunctionsComeFromStrictMath() {
        noClasses()
                .should()
                .accessTargetWhere(targets(
                        "a function of Math whose last bits are the JVM's choice",
                        Math.class,
                        TRANSCENDENTAL::contains))
                .because("the same seed must give the same bits on every machine")
                .check(CORE);
    }

    @Test
    void randomnessIsAnArgumentAndTheSameOnEveryJvm() {
        noClasses()
                .should()
                .accessTargetWhere(targets("Math.random", Math.class, "random"::equals))
                .orShould()
                .accessTargetWhere(targets(
                        "a generator or a distribution of the JDK's choice",
                        RandomGenerator.class,
                        Set.of("of", "getDefault", "nextExponential")::contains))
                .because("a hidden generator cannot be replayed, and the JDK may change how it draws")
                .check(CORE);
    }

    @Test
    void nothingRunsInParallel() {
        noClasses()
                .should()
                .accessTargetWhere(describe(
                        "a parallel stream or array operation",
                        access -> access.getTarget().getName().startsWith("parallel")
                                && access.getTargetOwner().getPackageName().startsWith("java.util")))
                .because("a reduction in another order gives other bits")
                .check(CORE);
    }

    @Test
    void staticFieldsAreConstants() {
        fields().that()
                .areStatic()
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(describe("a mutable collection", CoreRulesTest::isMutableCollection))
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void staticArraysAreNotPublic() {
        fields().that(describe("are static arrays", CoreRulesTest::isStaticArray))
                .should()
                .notBePublic()
                .because("anyone could write into a shared array")
                .allowEmptyShould(true)
                .check(CORE);
    }

    private static String fullName(String name) {
        return "dev.attune." + name;
    }

    private static boolean mayBeUsed(JavaClass used) {
        JavaClass type = used.getBaseComponentType();
        if (type.isPrimitive() || type.getPackageName().startsWith("dev.attune")) {
            return true;
        }
        String name = outermost(type.getName());
        return !FORBIDDEN.contains(name)
                && (JAVA_IO.contains(name) || Set.of(JDK).contains(type.getPackageName()));
    }

    private static String outermost(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    private static DescribedPredicate<JavaAccess<?>> targets(
            String description, Class<?> owner, Predicate<String> member) {
        return describe(description, access -> {
            AccessTarget target = access.getTarget();
            return target.getOwner().isEquivalentTo(owner) && member.test(target.getName());
        });
    }

    private static boolean isMutableCollection(JavaClass type) {
        boolean collection = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
        return (collection && !type.isInterface()) || type.isEquivalentTo(StringBuilder.class);
    }

    private static boolean isStaticArray(JavaField field) {
        return field.getModifiers().contains(JavaModifier.STATIC)
                && field.getRawType().isArray()
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }
}
