package io.rocprofiler.conformance;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The C files of a library depend on each other in one direction, as Java packages do, so a reader can begin at
/// the bottom.
@Tag("architecture")
final class NativeCirclesTest {

    /// The folders that make one library each, with the folders in them.
    private static final List<String> LIBRARIES = List.of(
            "command/launch",
            "lab/softgpu/src/common lab/softgpu/src/hip",
            "lab/softgpu/src/common lab/softgpu/src/hsa",
            "lab/softkfd/src",
            "runtime/native/register",
            "runtime/native/roctracer",
            "runtime/native/roctracer-tool",
            "runtime/native/roctx",
            "runtime/native/sdk",
            "runtime/native/signals");

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void no_files_of_a_library_use_each_other_in_a_circle(String folders) {
        Map<String, String> sources = sources(Set.of(folders.split(" ")));
        assertThat(sources).hasSizeGreaterThan(1);
        assertThat(circle(CSources.uses(sources))).isEmpty();
    }

    @Test
    void every_folder_with_several_c_files_is_looked_at() {
        List<String> folders = List.of(String.join(" ", LIBRARIES).split(" "));
        Set<Path> alone = new HashSet<>();
        for (Path file : files())
            if (folders.stream().noneMatch(file::startsWith))
                assertThat(alone.add(file.getParent())).as(file.toString()).isTrue();
    }

    @Test
    void a_circle_is_found_through_functions_and_variables() {
        Map<String, String> sources = Map.of(
                "a.c", "int a(int (*f)(void)) {\n    return b_count;\n}\n",
                "b.c", "int b_count = 1; // a\nstatic int hidden(void) { return c(2, \"x\"); }\n",
                "c.c", "#define CALL(x) a(x)\n__attribute__((noinline)) int c(int n, const char* text) { CALL(n); }\n",
                "d.c", "int d(void) { return a(0); }\n");
        assertThat(circle(CSources.uses(sources))).containsExactly("a.c: b_count", "b.c: c", "c.c: a");
    }

    @Test
    void what_is_static_or_a_member_or_a_comment_is_no_use() {
        Map<String, String> sources = Map.of(
                "a.c", "#include <b.h>\nstruct b { int c; };\nint a(struct b* x) { return x->b + x->c; } // b\n",
                "b.c", "int b(void) { return a(0) + \"c\"[0]; }\nstatic int c;\nextern int declared;\n");
        assertThat(CSources.uses(sources).get("a.c")).isEmpty();
        assertThat(circle(CSources.uses(sources))).isEmpty();
    }

    private static List<Path> files() {
        return SourceTree.files(name -> name.endsWith(".c")).stream()
                .filter(file ->
                        file.toString().matches("(command/launch|lab/softgpu/src|lab/softkfd/src|runtime/native)/.*"))
                .filter(file -> !file.toString().matches(".*/(test|bench)/.*"))
                .toList();
    }

    private static Map<String, String> sources(Set<String> folders) {
        Map<String, String> sources = new TreeMap<>();
        for (Path file : files())
            if (folders.stream().anyMatch(file::startsWith))
                sources.put(file.toString(), SourceTree.lines(file).stream().collect(joining("\n", "", "\n")));
        return sources;
    }

    /// Returns a cycle, each file with the name that it uses from the next; empty without one.
    private static List<String> circle(Map<String, Map<String, String>> uses) {
        Set<String> done = new HashSet<>();
        for (String file : new TreeSet<>(uses.keySet())) {
            List<String> circle = circle(file, uses, new ArrayList<>(), done);
            if (!circle.isEmpty()) return circle;
        }
        return List.of();
    }

    private static List<String> circle(
            String file, Map<String, Map<String, String>> uses, List<String> way, Set<String> done) {
        int start = way.indexOf(file);
        if (start >= 0) return described(way.subList(start, way.size()), uses);
        if (!done.add(file)) return List.of();
        way.add(file);
        for (String next : uses.get(file).keySet()) {
            List<String> circle = circle(next, uses, way, done);
            if (!circle.isEmpty()) return circle;
        }
        way.removeLast();
        return List.of();
    }

    private static List<String> described(List<String> circle, Map<String, Map<String, String>> uses) {
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < circle.size(); i++) {
            String next = circle.get((i + 1) % circle.size());
            steps.add(circle.get(i) + ": " + uses.get(circle.get(i)).get(next));
        }
        return steps;
    }
}
