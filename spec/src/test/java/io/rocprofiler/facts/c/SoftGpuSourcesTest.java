package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoftGpuSourcesTest {
    @TempDir
    static Path output;

    @TempDir
    Path work;

    private final Facts facts = Facts.read(Compiler.FACTS);

    @BeforeAll
    static void generate() {
        Compiler.generate("softgpu", output);
    }

    @Test
    void runtimeHeadersCompileAloneInCAndCxx() {
        for (String header : Compiler.headers(output.resolve("include"))) {
            Path file = Compiler.write(work.resolve("alone.c"), "#include <" + header + ">\n");
            for (List<String> language : List.of(Compiler.C99, Compiler.C11, Compiler.CXX17)) {
                Compiler.compile(language, file, output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
            }
        }
    }

    @Test
    void tablesHaveTheSizesAndSlotsOfTheFacts() {
        Probe probe = new Probe("hip_tables.h", "hsa_tables.h");
        for (Library library : List.of(facts.library("hip"), facts.library("hsa"))) {
            library.tables().stream()
                    .filter(table -> !table.struct().equals("HipToolsDispatchTable"))
                    .forEach(table ->
                            probe.table(table, Collections.max(table.sizes().values())));
            library.enums().values().forEach(probe::enumeration);
        }
        Path file = Compiler.write(work.resolve("probe.c"), probe.toString());
        Compiler.compile(
                Compiler.C11, file, output.resolve("generated"), output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
    }

    @Test
    void toolsHaveTheTablesOfHipAsTheyAreRegistered() {
        Probe probe = new Probe("hip/amd_detail/hip_api_trace.hpp");
        for (String name : List.of("HipDispatchTable", "HipCompilerDispatchTable")) {
            Table table = facts.library("hip").table(name);
            probe.table(table, Collections.max(table.sizes().values()));
        }
        Path file = Compiler.write(work.resolve("probe.c"), probe.toString());
        for (List<String> language : List.of(Compiler.C11, Compiler.CXX17)) {
            Compiler.compile(language, file, output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
        }
    }

    @Test
    void everySlotIsExportedAndHasADefault() throws IOException {
        assertThat(Files.readAllLines(output.resolve("generated/hip_symbols.txt")))
                .hasSize(554)
                .contains("hipMalloc", "__hipRegisterFunction");
        Path file = Compiler.source("softgpu_exports.c", work);
        Compiler.compile(
                Compiler.C11, file, output.resolve("generated"), output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
    }

    @Test
    void callsOfTheTracerProtocolHaveItsIdsAndArgumentsAtItsOffsets() throws IOException {
        assertThat(Files.readAllLines(output.resolve("generated/hip_api_names.inc")))
                .contains("SOFTGPU_X(hipMalloc, 108)", "SOFTGPU_X(__hipPushCallConfiguration, 2)");
        assertThat(Files.readString(output.resolve("generated/hip_traced.inc"))).contains("""
                static hipError_t traced_hipMalloc(void** ptr, size_t size) {
                    if (!sg_is_traced()) return sg_hipMalloc(ptr, size);
                    sg_trace trace_;
                    if (sg_trace_begin(&trace_, 108)) {
                        SG_TRACE_ARGUMENT(0, ptr);
                        SG_TRACE_ARGUMENT(16, size);
                        sg_trace_enter(&trace_);
                    }
                    hipError_t result_ = sg_hipMalloc(ptr, size);
                    sg_trace_end(&trace_);
                    return result_;
                }
                """);
    }

    @Test
    void payloadHeadersTakeTheRuntimesTypesWhereTheyAreInstalled() {
        Path include = work.resolve("include");
        Compiler.generate("c-public", include);
        Path file = Compiler.write(work.resolve("both.c"), """
                #include <rocprofiler-sdk/rocprofiler.h>
                #include <hip/hip_runtime_api.h>
                hipStream_t stream_of(rocprofiler_hip_api_args_t* args) { return args->hipMemcpyAsync.stream; }
                """);
        for (List<String> language : List.of(Compiler.C11, Compiler.CXX17)) {
            Compiler.compile(language, file, include, output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
        }
    }

    /// Compares the layouts that only texts of arguments need: the compiler's offsets must equal the measured ones.
    @Test
    void structsThatOnlyPointersNameHaveTheLayoutOfTheirMembers() {
        Path include = work.resolve("include");
        Compiler.generate("c-public", include);
        Probe probe = new Probe("declared.h");
        StringBuilder declared = new StringBuilder(
                "#include <hip/hip_runtime_api.h>\n#include <hsa/hsa.h>\n#include <rocprofiler-sdk/ompt.h>\n");
        Map<String, Struct> structs = facts.types().structs();
        Set<String> done = new HashSet<>();
        structs.values().forEach(struct -> declare(struct, structs, done, declared));
        structs.values().forEach(struct -> probe.struct(renamed(struct)));
        Compiler.write(work.resolve("declared.h"), declared.toString());
        Path file = Compiler.write(work.resolve("probe.c"), probe.toString());
        Compiler.compile(Compiler.C11, file, work, include, output.resolve("include"), Compiler.SOFTGPU_INCLUDE);
        assertThat(probe.assertions()).isGreaterThan(200);
    }

    private static Struct renamed(Struct struct) {
        return new Struct("probe_" + struct.name(), "", struct.size(), struct.align(), false, struct.fields(), "");
    }

    private static void declare(Struct struct, Map<String, Struct> structs, Set<String> done, StringBuilder text) {
        if (!done.add(struct.name())) {
            return;
        }
        StringBuilder members = new StringBuilder();
        for (Field field : struct.fields()) {
            Struct inner = structs.get(field.type());
            if (inner != null) {
                declare(inner, structs, done, text);
            }
            String type = inner == null ? field.type() : "probe_" + field.type();
            members.append("    ")
                    .append(CDeclarations.declare(type, field.name()))
                    .append(";\n");
        }
        text.append("typedef struct {\n%s} probe_%s;\n".formatted(members, struct.name()));
    }
}
