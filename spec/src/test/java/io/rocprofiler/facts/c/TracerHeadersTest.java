package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Tracer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests roctracer's headers, and the data for its library that is generated from the same facts.
class TracerHeadersTest {
    private static final List<String> HEADERS = List.of(
            "roctracer.h",
            "roctracer_ext.h",
            "roctracer_hip.h",
            "roctracer_hcc.h",
            "roctracer_hsa.h",
            "roctracer_roctx.h",
            "roctracer_plugin.h",
            "roctx.h",
            "hip_ostream_ops.h",
            "hsa_ostream_ops.h",
            "hsa_prof_str.h",
            "ext/prof_protocol.h");

    @TempDir
    static Path include;

    @TempDir
    static Path generated;

    @TempDir
    static Path softgpu;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);
    private final Tracer tracer = facts.tracer();

    @BeforeAll
    static void generate() {
        Compiler.generate("c-public", include);
        Compiler.generate("c-native", generated);
        Compiler.generate("softgpu", softgpu);
    }

    @Test
    void everyHeaderCompilesWithEitherFolderInThePathWithAndWithoutTheRuntimesHeaders() {
        for (String header : HEADERS) {
            Path alone = Compiler.write(work.resolve("alone.c"), "#include <" + header + ">\n");
            Path full = Compiler.write(work.resolve("full.c"), "#include <roctracer/" + header + ">\n");
            for (List<String> language : List.of(Compiler.C99, Compiler.CXX17)) {
                Compiler.compile(language, alone, include.resolve("roctracer"));
                Compiler.compile(language, full, include);
                Compiler.compile(language, full, include, softgpu.resolve("include"), Compiler.SOFTGPU_INCLUDE);
            }
        }
    }

    @Test
    void structsEnumeratorsAndArgumentsAreWhereTheFactsMeasuredThem() {
        Probe probe = new Probe(
                "roctracer/roctracer_ext.h",
                "roctracer/roctracer_hip.h",
                "roctracer/roctracer_hsa.h",
                "roctracer/roctracer_roctx.h");
        tracer.structs().values().forEach(probe::struct);
        tracer.enums().values().forEach(probe::enumeration);
        tracer.apiData().forEach((name, data) -> {
            probe.equal("sizeof(%s)".formatted(name), data.size());
            probe.equal("offsetof(%s, args)".formatted(name), data.arguments());
            probe.equal("offsetof(%s, phase_data)".formatted(name), data.clientData());
        });
        arguments(probe, "hip_api_data_t", tracer.hip());
        arguments(probe, "hsa_api_data_t", tracer.hsa());
        assertThat(probe.assertions()).isEqualTo(3353);
        Path file = Compiler.write(work.resolve("probe.c"), probe.toString());
        Compiler.compile(Compiler.C11, file, include);
        Compiler.compile(Compiler.C11, file, include, softgpu.resolve("include"), Compiler.SOFTGPU_INCLUDE);
        Compiler.compile(Compiler.CXX17, file, include);
    }

    private void arguments(Probe probe, String data, Map<String, ApiArguments> functions) {
        int origin = tracer.data(data.substring(0, 3)).arguments();
        functions
                .values()
                .forEach(function -> function.fields()
                        .forEach(field -> probe.equal(
                                "offsetof(%s, args.%s.%s)".formatted(data, function.name(), field.name()),
                                origin + field.offset())));
    }

    @Test
    void aClientWrittenForRoctracerCompilesInCAndCxx() {
        Path client = Compiler.source("tracer.c", work);
        Compiler.compile(Compiler.C99, client, include.resolve("roctracer"));
        Compiler.compile(Compiler.CXX17, client, include.resolve("roctracer"));
    }

    @Test
    void aClientThatReadsLaunchesCompilesBesideTheSoftwareGpusHeaders() {
        Path client = Compiler.source("kernels_of_calls.cpp", work);
        Compiler.compile(Compiler.CXX17, client, include, softgpu.resolve("include"), Compiler.SOFTGPU_INCLUDE);
    }

    @Test
    void callsPrintAsTheReferencePrintsThem() {
        assertThat(run(List.of("g++", "-std=c++17"), Compiler.source("printing.cpp", work), include))
                .isEqualTo("""
                        hipMalloc(ptr=NULL, size=4096)
                        hipMalloc(ptr=0x1000, size=4096)
                        hipLaunchKernel(function_address=0x10, numBlocks={z=3, y=2, x=1}, dimBlocks={z=6, y=5, x=4}, args=NULL, sharedMemBytes=7, stream=0)
                        hipModuleLoad(module=NULL, fname="a \\"b\\"")
                        hipDeviceSynchronize()
                        unknown
                        hsa_init() = 0
                        hsa_signal_destroy({handle=11}) = 4097
                        hsa_signal_store_relaxed({handle=11}, 5) = void
                        108 125 0 unknown
                        """);
    }

    @Test
    void theSdksArgumentsArriveWhereTheHeadersHaveThem() {
        StringBuilder program = new StringBuilder("""
                #include <rocprofiler-sdk/rocprofiler.h>
                #include <roctracer/roctracer_hip.h>
                #include <roctracer/roctracer_hsa.h>
                #include <stdio.h>
                #include "rt_hip_moves.inc"
                #include "rt_hsa_moves.inc"
                static unsigned char from[4096], to[4096];
                static int wrong;
                static void call(const struct rt_call* call, const struct rt_move* moves) {
                    for (int i = 0; i < 4096; i++) from[i] = (unsigned char) (i * 7 + i / 256 + 1);
                    memset(to, 0, sizeof to);
                    for (int i = 0; i < call->count; i++) {
                        const struct rt_move* move = &moves[call->first + i];
                        if (!move->pointed) memcpy(to + move->to, from + move->from, move->bytes);
                    }
                }
                static void check(const char* what, size_t source, size_t target, size_t bytes) {
                    if (memcmp(from + source, to + target, bytes) == 0) return;
                    puts(what);
                    wrong++;
                }
                int main(void) {
                """);
        int arguments = moves(program, "hip", tracer.hip()) + moves(program, "hsa", tracer.hsa());
        program.append("    printf(\"%d wrong\\n\", wrong);\n    return 0;\n}\n");
        assertThat(arguments).isGreaterThan(1900);
        Path file = Compiler.write(work.resolve("moves.c"), program.toString());
        assertThat(run(List.of("gcc", "-std=gnu11"), file, include, generated)).isEqualTo("0 wrong\n");
    }

    private int moves(StringBuilder program, String library, Map<String, ApiArguments> known) {
        SortedMap<Integer, String> functions = tracer.functions(library + "_api_id_t");
        int[] count = {0};
        tracer.slots(library + "_api_id_t", facts.library(library)).forEach((id, slot) -> {
            ApiArguments function = known.get(functions.get(id));
            Args args = slot.args();
            if (function != null && args != null) {
                program.append("    call(&rt_%1$s_calls[%2$d], rt_%1$s_moves);\n".formatted(library, id));
                count[0] += checks(program, library, slot, args, function);
            }
        });
        return count[0];
    }

    private static int checks(StringBuilder program, String library, Slot slot, Args args, ApiArguments function) {
        for (int i = 0; i < function.given().size(); i++) {
            String target =
                    "args." + function.name() + "." + function.given().get(i).name();
            program.append(
                    "    check(\"%1$s\", offsetof(rocprofiler_%2$s_api_args_t, %3$s.%4$s), offsetof(%2$s_api_data_t, %1$s), sizeof ((%2$s_api_data_t*) 0)->%1$s);\n"
                            .formatted(
                                    target, library, slot.name(), args.names().get(i)));
        }
        return function.given().size();
    }

    @Test
    void whatIsKeptOfArgumentsIsKnownForEveryFunction() {
        assertThat(run(List.of("gcc", "-std=gnu11"), Compiler.source("kept_arguments.c", work), include, generated))
                .isEqualTo("""
                        108: 24 through 16, 8 bytes; 32; end 40
                        107: 16; 24; 36; 56 through 48, 8 bytes; 64; 72; end 80
                        365: 24 through 16, 4 bytes; 40 through 32, 1472 bytes; end 1512
                        """);
    }

    private String run(List<String> compiler, Path source, Path... includes) {
        Path program = work.resolve("program");
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-o", program.toString()));
        Stream.of(includes).forEach(folder -> command.add("-I" + folder));
        command.add(source.toString());
        Compiler.run(command);
        return Compiler.run(List.of(program.toString()));
    }
}
