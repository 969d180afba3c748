package io.rocprofiler.conformance.project;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.rocprofiler.conformance.Product;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.foreign.Linker;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checks the dependencies of modules, the sizes of packages and the two entry points to C, in the installed jars.
@Tag("architecture")
final class ArchitectureTest {
    private static final long LARGEST_PACKAGE = 45;

    private static final Set<String> LARGER_PACKAGES = Set.of(
            "io.rocprofiler.abi", // generated
            "io.rocprofiler.abi.internal", // generated
            "io.rocprofiler.export.pftrace.schema", // generated
            "io.rocprofiler.sdk", // the API for authors of tools, who import one package
            "io.rocprofiler.sdk.internal.view"); // most of it generated

    private static JavaClasses product;

    @BeforeAll
    static void read() throws IOException {
        List<JarFile> jars = new ArrayList<>();
        for (String name : List.of(
                "rocprofiler-abi",
                "rocprofiler-sdk",
                "rocprofiler-collector",
                "rocprofiler-roctx",
                "rocprofiler-roctracer",
                "rocprofiler-jfr",
                "cli/rocprofiler-trace",
                "cli/rocprofiler-questions",
                "cli/rocprofiler-export",
                "cli/rocprofiler-cli")) jars.add(new JarFile(Product.file("lib/java/" + name + ".jar")));
        product = new ClassFileImporter().importJars(jars);
        assertThat(product).hasSizeGreaterThan(200);
    }

    /// A module uses only itself and the modules listed above it in this project.
    @ParameterizedTest
    @CsvSource({
        "abi,       io.rocprofiler.abi..",
        "sdk,       io.rocprofiler.sdk.. io.rocprofiler.abi..",
        "roctx,     io.rocprofiler.roctx..",
        "roctracer, io.rocprofiler.roctracer.. io.rocprofiler.abi..",
        "collector, io.rocprofiler.collector.. io.rocprofiler.sdk io.rocprofiler.sdk.internal.description io.rocprofiler.abi..",
        "jfr,       io.rocprofiler.jfr.. io.rocprofiler.sdk io.rocprofiler.abi",
        "trace,     io.rocprofiler.trace.. io.rocprofiler.abi..",
        "questions, io.rocprofiler.questions..",
        "export,    io.rocprofiler.export.. io.rocprofiler.trace.. io.rocprofiler.abi..",
        "cli,       io.rocprofiler.cli.. io.rocprofiler.sdk.internal.image io.rocprofiler.questions.. io.rocprofiler.export.. io.rocprofiler.trace.. io.rocprofiler.abi.."
    })
    void arrows_between_modules_point_one_way(String module, String allowed) {
        String[] packages = allowed.split(" ");
        ArchRule rule = noClasses()
                .that(resideInAPackage("io.rocprofiler." + module + ".."))
                .should()
                .dependOnClassesThat(resideInAPackage("io.rocprofiler..").and(resideOutsideOfPackages(packages)));
        rule.check(product);
    }

    @Test
    void a_package_holds_what_a_reader_can_overlook() {
        Map<String, Long> sizes = product.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
        assertThat(sizes).containsKeys("io.rocprofiler.trace", "io.rocprofiler.cli.options");
        sizes.keySet().removeAll(LARGER_PACKAGES);
        assertThat(sizes).allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(LARGEST_PACKAGE));
    }

    @Test
    void nothing_of_others_enters_a_traced_process() {
        ArchRule rule = classes()
                .that(resideInAnyPackage(
                        "io.rocprofiler.abi..",
                        "io.rocprofiler.sdk..",
                        "io.rocprofiler.roctx..",
                        "io.rocprofiler.roctracer..",
                        "io.rocprofiler.collector..",
                        "io.rocprofiler.jfr.."))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("java..", "jdk.jfr..", "io.rocprofiler..", "org.jspecify.."));
        rule.check(product);
    }

    /// Checks the public API for authors of tools.
    @ParameterizedTest
    @CsvSource({
        "rocprofiler-sdk, io.rocprofiler.sdk io.rocprofiler.sdk.testing",
        "rocprofiler-abi, io.rocprofiler.abi",
        "rocprofiler-roctx, io.rocprofiler.roctx",
        "rocprofiler-roctracer, io.rocprofiler.roctracer",
        "rocprofiler-jfr, io.rocprofiler.jfr"
    })
    void a_module_exports_its_api_to_all(String jar, String exported) {
        Path path = Path.of(Product.file("lib/java/" + jar + ".jar"));
        ModuleDescriptor module =
                ModuleFinder.of(path).findAll().iterator().next().descriptor();
        assertThat(module.exports())
                .filteredOn(exports -> !exports.isQualified())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(exported.split(" "));
        assertThat(module.requires())
                .filteredOn(required -> !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .extracting(ModuleDescriptor.Requires::name)
                .isSubsetOf("java.base", "io.rocprofiler.abi", "io.rocprofiler.sdk", "java.instrument", "jdk.jfr");
    }

    /// The command runs in its own process. It starts the program through one class, demangles names through another
    /// and asks for the holes of files through a third.
    @Test
    void one_class_calls_c_and_one_class_is_called_by_c() {
        assertThat(callers("downcallHandle"))
                .containsExactlyInAnyOrder(
                        "io.rocprofiler.sdk.internal.seam.Native",
                        "io.rocprofiler.roctx.Native",
                        "io.rocprofiler.roctracer.Native",
                        "io.rocprofiler.cli.run.Launcher",
                        "io.rocprofiler.cli.options.CxxNames",
                        "io.rocprofiler.trace.segment.DataPlaces");
        assertThat(callers("upcallStub"))
                .containsExactlyInAnyOrder(
                        "io.rocprofiler.sdk.internal.seam.Upcalls", "io.rocprofiler.roctracer.Upcalls");
    }

    /// Files of ours are made in one way, as if others could write the directory. What reads, deletes or renames files,
    /// or makes temporary ones, which are new and nobody else's, does so itself.
    @Test
    void one_class_of_the_command_and_one_of_the_traced_process_open_files_to_write() {
        assertThat(product.stream()
                        .flatMap(type -> type.getCodeUnitAccessesFromSelf().stream())
                        .filter(ArchitectureTest::opensFileToWrite)
                        .map(call -> call.getOriginOwner().getFullName())
                        .distinct())
                .containsExactlyInAnyOrder(
                        "io.rocprofiler.trace.file.NewFile",
                        "io.rocprofiler.collector.OwnFile",
                        "io.rocprofiler.trace.segment.Segment$Opened", // reads
                        "io.rocprofiler.trace.segment.SegmentPart", // reads
                        "io.rocprofiler.trace.pack.PackReader", // reads
                        "io.rocprofiler.cli.journal.Journal", // reads
                        "io.rocprofiler.cli.doctor.DynamicSection", // reads
                        "io.rocprofiler.cli.doctor.DriverCheck", // opens the driver's device
                        "io.rocprofiler.cli.run.UntraceableReason", // reads
                        "io.rocprofiler.cli.rocpd.RocpdPackage"); // copies a user's database, to a new name
    }

    private static boolean opensFileToWrite(JavaCodeUnitAccess<?> call) {
        String name = call.getName();
        JavaClass owner = call.getTargetOwner();
        if (owner.isEquivalentTo(Files.class)) {
            return Set.of(
                                    "newOutputStream",
                                    "newBufferedWriter",
                                    "newByteChannel",
                                    "write",
                                    "writeString",
                                    "createFile",
                                    "createDirectory",
                                    "createDirectories")
                            .contains(name)
                    || (name.equals("copy") && !takes(call, OutputStream.class));
        }
        if (owner.isEquivalentTo(FileChannel.class)) return name.equals("open");
        if (owner.isEquivalentTo(RandomAccessFile.class)
                || owner.isEquivalentTo(FileOutputStream.class)
                || owner.isEquivalentTo(FileWriter.class)) return name.equals("<init>");
        return owner.isEquivalentTo(PrintStream.class) && name.equals("<init>") && takes(call, File.class);
    }

    private static boolean takes(JavaCodeUnitAccess<?> call, Class<?> type) {
        return call.getTarget().getRawParameterTypes().stream().anyMatch(one -> one.isEquivalentTo(type));
    }

    private static List<String> callers(String method) {
        return product.stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(call -> call.getTargetOwner().isEquivalentTo(Linker.class))
                .filter(call -> call.getName().equals(method))
                .map(call -> call.getOriginOwner().getFullName())
                .distinct()
                .toList();
    }
}
