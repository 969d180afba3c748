package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The C files of a library depend on each other in one direction, as Java packages do, so a reader can begin at
/// the bottom.
@Tag("architecture")
final class NativeCirclesTest {

    @ParameterizedTest
    @FieldSource("io.rocprofiler.conformance.NativeCircles#LIBRARIES")
    void no_files_of_a_library_use_each_other_in_a_circle(String folders) {
        Map<String, String> sources = NativeCircles.sources(folders);
        assertThat(sources).hasSizeGreaterThan(1);
        assertThat(NativeCircles.circle(CSources.uses(sources))).isEmpty();
    }

    @Test
    void every_folder_with_several_c_files_is_looked_at() {
        List<String> looked = List.of(String.join(" ", NativeCircles.LIBRARIES).split(" "));
        Set<Path> seen = new HashSet<>();
        assertThat(NativeCircles.files())
                .extracting(Path::getParent)
                .filteredOn(folder -> !seen.add(folder))
                .allMatch(folder -> looked.stream().anyMatch(folder::startsWith));
    }

    @Test
    void a_circle_is_found_through_functions_and_variables() {
        Map<String, String> sources = Map.of(
                "a.c", "int a(int (*f)(void)) {\n    return b_count;\n}\n",
                "b.c", "int b_count = 1; // a\nstatic int hidden(void) { return c(2, \"x\"); }\n",
                "c.c", "#define CALL(x) a(x)\n__attribute__((noinline)) int c(int n, const char* text) { CALL(n); }\n",
                "d.c", "int d(void) { return a(0); }\n");
        assertThat(NativeCircles.circle(CSources.uses(sources))).containsExactly("a.c: b_count", "b.c: c", "c.c: a");
    }

    @Test
    void what_is_static_or_a_member_or_a_comment_is_no_use() {
        Map<String, String> sources = Map.of(
                "a.c", "#include <b.h>\nstruct b { int c; };\nint a(struct b* x) { return x->b + x->c; } // b\n",
                "b.c", "int b(void) { return a(0) + \"c\"[0]; }\nstatic int c;\nextern int declared;\n");
        assertThat(CSources.uses(sources).get("a.c")).isEmpty();
        assertThat(NativeCircles.circle(CSources.uses(sources))).isEmpty();
    }
}
