package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Struct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Our headers beside those of ROCm's releases, as `src/test/sh/fetch-rocm-headers` unpacks them: a release of Debian
/// each, the oldest and the newest also with HIP or HSA alone. Without them nothing is tested, and the report says so.
class RocmHeadersTest {
    /// Three minutes instead of one.
    private static final boolean TESTS_ALL =
            System.getProperty("rocm.headers", "").equals("all");

    private static final List<List<String>> LANGUAGES = List.of(
            List.of("gcc", "-std=c11", "-x", "c"),
            List.of("gcc", "-std=c++17", "-x", "c++", "-Wno-invalid-offsetof"),
            List.of("clang", "-std=c11", "-x", "c"),
            List.of("clang", "-std=c++17", "-x", "c++", "-Wno-invalid-offsetof"));

    /// What programs include of ROCm, before or after our headers.
    private static final List<String> ROCM = List.of(
            "hip/hip_runtime_api.h",
            "hip/hip_runtime.h",
            "hip/hip_deprecated.h",
            "hip/hip_gl_interop.h",
            "hip/hip_ext.h",
            "hip/hiprtc.h",
            "hip/linker_types.h",
            "hip/amd_detail/hip_prof_str.h",
            "hip/amd_detail/hip_api_trace.hpp",
            "hsa/hsa.h",
            "hsa/hsa_ext_amd.h",
            "hsa/hsa_ext_image.h",
            "hsa/hsa_ext_finalize.h",
            "hsa/hsa_amd_tool.h",
            "hsa/hsa_ven_amd_loader.h",
            "hsa/hsa_api_trace_version.h",
            "hsa/hsa_api_trace.h",
            "hsakmt/hsakmttypes.h",
            "rccl/rccl.h",
            "omp-tools.h");

    @TempDir
    static Path include;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);

    @BeforeAll
    static void generate() {
        Compiler.generate("c-public", include);
    }

    /// Headers of ROCm in a release of Debian, and which part of them alone is installed, if not all.
    record Release(Path folder, String parts) {
        String suite() {
            return String.valueOf(folder.getFileName());
        }

        boolean isNewest() {
            return suite().equals("experimental");
        }

        boolean isOuter() {
            return suite().equals("bookworm") || isNewest();
        }

        Path include() {
            return folder.resolve("include");
        }

        @Override
        public String toString() {
            return suite() + (parts.isEmpty() ? "" : " with " + parts + " alone");
        }
    }

    static Stream<Release> releases() throws IOException {
        Path cache = cache();
        assumeTrue(Files.isDirectory(cache), () -> "no headers of ROCm in " + cache + ": run fetch-rocm-headers");
        List<Release> releases = new ArrayList<>();
        try (Stream<Path> folders = Files.list(cache)) {
            folders.sorted().map(folder -> new Release(folder, "")).forEach(releases::add);
        }
        for (Release release : List.copyOf(releases)) {
            if (release.isOuter()) {
                releases.add(new Release(release.folder(), "hip"));
                releases.add(new Release(release.folder(), "hsa"));
            }
        }
        return releases.stream();
    }

    private static Path cache() {
        Map<String, String> environment = System.getenv();
        String home = environment.getOrDefault("XDG_CACHE_HOME", environment.getOrDefault("HOME", "") + "/.cache");
        return Path.of(environment.getOrDefault("ROCM_HEADERS", home + "/rocprofiler-java/rocm-headers"));
    }

    /// Of the oldest and the newest release; the others' differences are also met by headers in a row.
    static Stream<Release> outerReleases() throws IOException {
        return releases().filter(release -> TESTS_ALL || (release.parts().isEmpty() && release.isOuter()));
    }

    @ParameterizedTest
    @MethodSource("outerReleases")
    void everyHeaderCompilesAlone(Release release) throws IOException {
        List<Path> files = Compiler.headers(include).stream()
                .map(header -> including(header.replace('/', '.'), List.of(header)))
                .filter(RocmHeadersTest::includesRocm)
                .toList();
        assertThat(files).hasSizeBetween(30, 80);
        compile(release, files);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void headersCompileInEitherOrderOfEachPair(Release release) throws IOException {
        List<String> ascending = Compiler.headers(include);
        List<String> descending = new ArrayList<>(ascending);
        Collections.reverse(descending);
        compile(release, List.of(including("ascending", ascending), including("descending", descending)));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void helpersForCxxCompileBesideThem(Release release) throws IOException {
        List<String> ascending = Compiler.helpers(include);
        List<String> descending = new ArrayList<>(ascending);
        Collections.reverse(descending);
        List<Path> files = List.of(including("ascending", ascending), including("descending", descending));
        for (List<String> language : languages()) {
            if (language.contains("-std=c++17")) {
                run(command(language, release), files);
            }
        }
    }

    /// The others are the same beside ROCm and without it.
    private static boolean includesRocm(Path file) {
        return Compiler.run(List.of("gcc", "-MM", "-I" + include, file.toString()))
                .contains("/abi/");
    }

    /// All of them at once; with `-Drocm.headers=all` of the newest release each by itself in C++, too.
    @ParameterizedTest
    @MethodSource("releases")
    void rocmsHeadersMayComeBeforeAndAfter(Release release) throws IOException {
        for (List<String> language : languages()) {
            List<String> command = command(language, release);
            command.addAll(List.of("-D__HIP_PLATFORM_AMD__=1", "-DAMD_INTERNAL_BUILD=1"));
            List<String> theirs = new ArrayList<>();
            for (String header : ROCM) {
                Path alone = including("alone", List.of(header));
                if (Files.exists(rocm(release).resolve(header)) && succeeds(command, alone)) {
                    theirs.add(header); // those that are of this language, as ROCm's are without ours
                }
            }
            run(command, aroundOurs("all", theirs));
            if (TESTS_ALL && language.contains("-std=c++17") && release.isNewest()) {
                List<Path> files = new ArrayList<>();
                for (String header : theirs) {
                    files.addAll(aroundOurs(header.replace('/', '.'), List.of(header)));
                }
                run(command, files);
            }
        }
    }

    private List<Path> aroundOurs(String name, List<String> theirs) {
        List<String> before = new ArrayList<>(theirs);
        before.addAll(Compiler.headers(include));
        List<String> after = new ArrayList<>(Compiler.headers(include));
        after.addAll(theirs);
        return List.of(including("before." + name, before), including("after." + name, after));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void payloadsAreLaidOutAsWithoutRocm(Release release) throws IOException {
        Probe probe = new Probe("rocprofiler-sdk/rocprofiler.h", "rocprofiler-sdk/registration.h");
        for (Struct struct : facts.sdk().structs().values()) {
            if (!struct.fieldsIn().isEmpty()) {
                probe.equal("sizeof(%s)".formatted(struct.name()), struct.size());
                probe.arguments(struct, facts.library(struct.fieldsIn().replace(".json", "")));
            }
        }
        assertThat(probe.assertions()).isGreaterThan(3000);
        compile(release, List.of(Compiler.write(work.resolve("probe.c"), probe.toString())));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void clientsWrittenForAmdsHeadersCompile(Release release) throws IOException {
        run(command(LANGUAGES.get(0), release), List.of(Compiler.source("tool.c", work)));
        run(command(LANGUAGES.get(1), release), List.of(Compiler.source("tool.cpp", work)));
        Path printing = Compiler.write(work.resolve("printing.cpp"), """
                #define HIP_PROF_HIP_API_STRING 1
                #include <roctracer/hip_ostream_ops.h>
                #include <roctracer/roctracer_hip.h>
                #include <roctracer/hsa_ostream_ops.h>
                #include <roctracer/roctracer_hsa.h>
                const char* text(hip_api_id_t id, const hip_api_data_t* data) { return hipApiString(id, data); }
                """);
        run(command(LANGUAGES.get(1), release), List.of(printing));
    }

    private Path including(String name, List<String> headers) {
        StringBuilder text = new StringBuilder();
        headers.forEach(header -> text.append("#include <").append(header).append(">\n"));
        return Compiler.write(work.resolve(name + ".c"), text.toString());
    }

    private void compile(Release release, List<Path> files) throws IOException {
        for (List<String> language : languages()) {
            run(command(language, release), files);
        }
    }

    /// gcc's, and with `-Drocm.headers=all` also clang's.
    private static List<List<String>> languages() {
        return LANGUAGES.stream()
                .filter(language -> TESTS_ALL || language.getFirst().equals("gcc"))
                .filter(language -> Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, language.getFirst()))))
                .toList();
    }

    private List<String> command(List<String> language, Release release) throws IOException {
        List<String> command = new ArrayList<>(language);
        command.addAll(List.of("-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I" + include));
        command.add("-isystem");
        command.add(rocm(release).toString());
        return command;
    }

    /// The folder to search for the release's headers.
    private Path rocm(Release release) throws IOException {
        if (release.parts().isEmpty()) {
            return release.include();
        }
        Path folder = Files.createDirectories(work.resolve("rocm"));
        Path link = folder.resolve(release.parts());
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, release.include().resolve(release.parts()));
        }
        return folder;
    }

    private static void run(List<String> command, List<Path> files) {
        files.parallelStream().forEach(file -> {
            List<String> one = new ArrayList<>(command);
            one.add(file.toString());
            Compiler.run(one);
        });
    }

    private static boolean succeeds(List<String> command, Path file) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.add(file.toString());
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.onExit().join().exitValue() == 0;
    }
}
