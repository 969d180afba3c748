package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The helpers for tools in C++, `rocprofiler-sdk/cxx`: programs in C++ that use them, and check what they get.
final class CxxHelpersTest {
    private static final Path CLIENTS = Product.SOURCES.resolve("cxx");

    @TempDir
    Path work;

    @ParameterizedTest
    @CsvSource({"g++, 17", "g++, 20", "clang++, 17"})
    void handles_and_structs_are_keys_of_containers(String compiler, int standard) {
        assertNothingIsWrong(built(compiler, standard, CLIENTS.resolve("keys.cpp")));
    }

    @ParameterizedTest
    @CsvSource({"g++, 17", "g++, 20", "clang++, 17"})
    void numbers_texts_arrays_and_ranges_are_as_documented(String compiler, int standard) {
        assertNothingIsWrong(built(compiler, standard, CLIENTS.resolve("texts.cpp")));
    }

    @ParameterizedTest
    @CsvSource({"g++, 17, -DEITHER", "g++, 17, -DDETAILS_FIRST", "g++, 20, -DEITHER", "clang++, 17, -DEITHER"})
    void names_of_kinds_and_operations_are_those_of_the_library(String compiler, int standard, String first) {
        assertNothingIsWrong(built(compiler, standard, CLIENTS.resolve("names.cpp"), first, "-lrocprofiler-sdk"));
    }

    @ParameterizedTest
    @CsvSource({"g++, 17", "clang++, 17"})
    void structs_are_written_to_archives_of_cereal_and_read(String compiler, int standard) {
        Path source = CLIENTS.resolve("archives.cpp");
        assertNothingIsWrong(built(compiler, standard, source, "-isystem", libraries("cereal"), "-lrocprofiler-sdk"));
    }

    @ParameterizedTest
    @CsvSource({"g++, 17", "g++, 20", "clang++, 17"})
    void kinds_have_categories_of_perfetto_and_values_become_annotations(String compiler, int standard) {
        String perfetto = CLIENTS.resolve("perfetto").toString();
        assertNothingIsWrong(built(compiler, standard, CLIENTS.resolve("categories.cpp"), "-I" + perfetto));
    }

    /// Compared with the enumerators that the preprocessor leaves of the C headers.
    @ParameterizedTest
    @ValueSource(strings = {"g++", "clang++"})
    void every_enumerator_has_its_name_as_its_label(String compiler) throws IOException {
        String enumerations = enumerations(compiler);
        StringBuilder source = new StringBuilder("#include <rocprofiler-sdk/cxx/enum_string.hpp>\n");
        int labels = 0;
        for (MatchResult type : matches("typedef enum \\w* *\\{([^}]*)\\} *(rocprofiler_\\w+);", enumerations)) {
            Map<String, String> first = new HashMap<>();
            for (MatchResult enumerator : matches("(\\w+) *= *(-?\\w+)", type.group(1))) {
                String label = first.computeIfAbsent(enumerator.group(2), value -> enumerator.group(1));
                boolean none = enumerator.group(2).startsWith("-") || label.endsWith("_LAST");
                source.append("static_assert(rocprofiler::sdk::get_enum_label(%s) == \"%s\");\n"
                        .formatted(enumerator.group(1), none ? "unsupported_" + type.group(2) : label));
                ++labels;
            }
        }
        assertThat(labels).isGreaterThan(1200);
        source.append("""
                static_assert(rocprofiler::sdk::details::rocprofiler_enum_info<rocprofiler_runtime_library_t>::is_bitset);
                static_assert(rocprofiler::sdk::get_enum_label(static_cast<rocprofiler_runtime_library_t>(3))
                              == "unsupported_rocprofiler_runtime_library_t");
                int main() {}
                """);
        assertNothingIsWrong(built(compiler, 17, Files.writeString(work.resolve("labels.cpp"), source)));
    }

    @Test
    void an_enumeration_without_labels_does_not_compile() throws IOException {
        Path source = Files.writeString(work.resolve("other.cpp"), """
                #include <rocprofiler-sdk/cxx/enum_string.hpp>
                enum other { ONE };
                static_assert(rocprofiler::sdk::get_enum_label(ONE) == "ONE");
                """);
        Outcome outcome =
                Run.command(command("g++", 17, source, "-fsyntax-only")).go();
        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err()).contains("an enumeration with labels");
    }

    @ParameterizedTest
    @CsvSource({"g++, hash", "g++, version", "g++, container/c_array", "g++, codeobj/segment", "clang++, hash"})
    void some_need_no_more_than_cxx14(String compiler, String header) throws IOException {
        Path source = Files.writeString(work.resolve("older.cpp"), "#include <%s>\n".formatted(path(header)));
        assumeTrue(has(compiler), "no " + compiler);
        done(command(compiler, 14, source, "-fsyntax-only"));
    }

    private String enumerations(String compiler) throws IOException {
        assumeTrue(has(compiler), "no " + compiler);
        Path source = Files.writeString(work.resolve("headers.cpp"), """
                #include <rocprofiler-sdk/rocprofiler.h>
                #include <rocprofiler-sdk/experimental/spm.h>
                #include <rocprofiler-sdk/experimental/thread_trace.h>
                """);
        Path text = work.resolve("headers.txt");
        done(command(compiler, 17, source, "-E", "-P", "-o", text.toString()));
        return Files.readString(text).replaceAll("\\s+", " ");
    }

    private static List<MatchResult> matches(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }

    private Path built(String compiler, int standard, Path source, String... options) {
        assumeTrue(has(compiler), "no " + compiler);
        Path program = work.resolve("client");
        List<String> all = new ArrayList<>(List.of("-o", program.toString(), "-L" + Product.file("lib")));
        all.addAll(List.of(options));
        done(command(compiler, standard, source, all.toArray(String[]::new)));
        return program;
    }

    private static String[] command(String compiler, int standard, Path source, String... options) {
        List<String> command = new ArrayList<>(List.of(
                compiler,
                "-std=c++" + standard,
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I" + Product.file("include"),
                source.toString()));
        command.addAll(List.of(options));
        return command.toArray(String[]::new);
    }

    /// The folder of headers of other libraries, as spec/src/test/sh/fetch-rocm-headers unpacks them.
    private static String libraries(String header) {
        Map<String, String> environment = System.getenv();
        String cache = environment.getOrDefault("XDG_CACHE_HOME", environment.getOrDefault("HOME", "") + "/.cache");
        Path folder =
                Path.of(environment.getOrDefault("CXX_HEADERS", cache + "/rocprofiler-java/cxx-headers"), "include");
        assumeTrue(
                Files.exists(folder.resolve(header)),
                () -> "no " + header + " in " + folder + ": run fetch-rocm-headers");
        return folder.toString();
    }

    private static void assertNothingIsWrong(Path program) {
        Outcome outcome = Run.command(program.toString()).onSoftgpu().go();
        assertThat(outcome.out() + outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    private static void done(String... command) {
        Outcome outcome = Run.command(command).go();
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    }

    private static String path(String header) {
        return "rocprofiler-sdk/cxx/" + header + ".hpp";
    }

    private static boolean has(String tool) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
