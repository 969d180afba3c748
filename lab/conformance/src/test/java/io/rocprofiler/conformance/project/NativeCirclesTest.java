package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.CSources;
import io.rocprofiler.conformance.NativeCircles;
import io.rocprofiler.conformance.SourceTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The C files of a library depend on each other in one direction, as Java packages do, and so do its folders: a
/// reader can begin at the bottom.
@Tag("architecture")
final class NativeCirclesTest {

    /// The list of the native folders: each uses only those before it.
    private static final Path LIST = Path.of("runtime/native/README.md");

    private static final Pattern LISTED = Pattern.compile("\\| \\[[^]]+]\\((?<folder>[^)]+)\\) \\|.*");
    private static final Pattern INCLUDE = Pattern.compile(" *# *include +\"(?<file>[^\"]+)\".*");
    private static final int MOST_FILES = 25;

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
    void every_native_folder_is_in_the_list() {
        Set<Path> folders = new TreeSet<>();
        for (Path file : nativeFiles()) folders.add(file.getParent());
        assertThat(listed()).containsExactlyInAnyOrderElementsOf(folders);
    }

    @Test
    void a_native_folder_has_few_files() {
        Map<Path, Integer> sizes = new TreeMap<>();
        for (Path file : nativeFiles()) sizes.merge(file.getParent(), 1, Integer::sum);
        assertThat(sizes).allSatisfy((folder, size) -> assertThat(size).isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void a_native_folder_uses_only_those_above_it_in_the_list() {
        List<Path> order = listed();
        List<String> upwards = new ArrayList<>();
        int arrows = 0;
        Map<Path, Set<Path>> uses = nativeUses();
        for (Path file : uses.keySet())
            for (Path other : uses.get(file)) {
                int up = order.indexOf(other.getParent()) - order.indexOf(file.getParent());
                if (up > 0) upwards.add(file + " uses " + other);
                if (up < 0) arrows++;
            }
        assertThat(upwards).isEmpty();
        assertThat(arrows).isGreaterThan(500);
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

    private static List<Path> nativeFiles() {
        return SourceTree.files(name -> name.matches(".*\\.[chS]")).stream()
                .filter(file -> file.startsWith(LIST.getParent()))
                .filter(file -> !file.toString().matches(".*/(test|bench)/.*"))
                .toList();
    }

    private static List<Path> listed() {
        return SourceTree.lines(LIST).stream()
                .map(LISTED::matcher)
                .filter(Matcher::matches)
                .map(row -> LIST.resolveSibling(row.group("folder")).normalize())
                .toList();
    }

    /// Returns for each native file the files that it includes, or whose definitions it uses.
    private static Map<Path, Set<Path>> nativeUses() {
        Map<Path, Set<Path>> uses = new TreeMap<>();
        Set<Path> files = new TreeSet<>(nativeFiles());
        for (Path file : files) uses.put(file, new TreeSet<>(included(file, files)));
        for (String folders : NativeCircles.LIBRARIES)
            CSources.uses(NativeCircles.sources(folders)).forEach((file, used) -> {
                Set<Path> others = uses.get(Path.of(file));
                if (others != null) used.keySet().forEach(other -> others.add(Path.of(other)));
            });
        return uses;
    }

    /// A header is found beside the file that includes it, or from its library's folder.
    private static List<Path> included(Path file, Set<Path> files) {
        Path library = file.subpath(0, Math.min(LIST.getNameCount(), file.getNameCount() - 1));
        return SourceTree.lines(file).stream()
                .map(INCLUDE::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group("file"))
                .flatMap(name -> Stream.of(file.resolveSibling(name).normalize(), library.resolve(name)))
                .filter(files::contains)
                .toList();
    }
}
