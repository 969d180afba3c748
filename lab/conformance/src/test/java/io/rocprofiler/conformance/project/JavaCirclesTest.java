package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The packages of each module depend on each other in one direction, and few classes in circles.
@Tag("architecture")
final class JavaCirclesTest {
    private static final int LARGEST_CIRCLE = 12;

    @ParameterizedTest
    @MethodSource("modules")
    void there_is_no_circle_of_packages(Path module) throws IOException {
        assertThat(uses(module).circlesOfPackages()).isEmpty();
    }

    /// The list of kinds of a sealed type is not counted: it closes a circle with each of them.
    @ParameterizedTest
    @MethodSource("modules")
    void a_circle_of_classes_is_small(Path module) throws IOException {
        assertThat(uses(module).circlesOfClasses())
                .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(LARGEST_CIRCLE));
    }

    @Test
    void every_module_of_the_product_is_looked_at() {
        assertThat(modules())
                .extracting(Path::toString)
                .contains("runtime/abi", "runtime/sdk", "command/trace", "command/cli", "spec");
    }

    @Test
    void circles_that_touch_are_one() {
        Map<String, Set<String>> uses = new TreeMap<>(Map.of(
                "a", Set.of("b"), "b", Set.of("a", "c"), "c", Set.of("b"), "d", Set.of("a", "e"), "e", Set.of()));
        assertThat(JavaUses.circles(uses)).containsExactly(Set.of("a", "b", "c"));
    }

    @Test
    void what_a_class_file_names_is_used() throws IOException {
        JavaUses sdk = uses(Path.of("runtime/sdk"));
        String event = "io.rocprofiler.sdk.CallbackRecord";
        String call = "io.rocprofiler.sdk.ApiCall";
        assertThat(sdk.uses().get(call)).contains(event);
        assertThat(sdk.uses().get(event)).doesNotContain(call);
        assertThat(sdk.kinds().get(event)).contains(call);
        assertThat(sdk.uses().get("io.rocprofiler.sdk.BufferHandler")).contains("io.rocprofiler.sdk.RecordBatch");
    }

    private static JavaUses uses(Path module) throws IOException {
        Path classes = SourceTree.ROOT.resolve(module).resolve("target/classes");
        assumeTrue(Files.isDirectory(classes), "the module is not part of this build");
        JavaUses uses = JavaUses.read(classes);
        assertThat(uses.uses()).isNotEmpty();
        return uses;
    }

    private static Set<Path> modules() {
        Set<Path> modules = new TreeSet<>();
        Path sources = Path.of("src/main/java");
        for (Path file : SourceTree.files(name -> name.endsWith(".java"))) {
            Path module = file;
            while (module != null && !module.endsWith(sources)) module = module.getParent();
            if (module != null) modules.add(module.getParent().getParent().getParent());
        }
        return modules;
    }
}
