package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.CTypes;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import io.rocprofiler.facts.output.Output;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes HIP's and HSA's headers for machines without ROCm: enums, structs and prototypes from the facts, all
/// other types from the software GPU's hand-written `softgpu/*_layouts.h`.
final class RuntimeHeaders {
    /// What HSA's headers bring.
    private static final String STANDARD = "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";

    /// What HIP's headers of ROCm 5.2 to 7.2 bring, of which programs make use.
    private static final String HIP_STANDARD = STANDARD + """
            #include <limits.h>
            #include <stdlib.h>
            #include <string.h>
            #ifdef __cplusplus
            #include <climits>
            #include <cstddef>
            #include <cstdint>
            #include <cstdlib>
            #include <cstring>
            #include <utility>
            #endif
            """;

    private static final String HIP_RUNTIME = """
            #include <assert.h>
            #include <math.h>
            #include <stdio.h>
            #ifdef __cplusplus
            #include <cmath>
            #include <thread>
            #include <tuple>
            #endif
            #include <hip/hip_runtime_api.h>
            """;

    private static final String DIM3 = """
            #ifdef __cplusplus
                constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}
            #endif
            """;

    /// Headers of HIP's of which nothing but what is in others is here.
    private static final List<String> FURTHER_HIP =
            List.of("driver_types", "hip_common", "hip_deprecated", "hip_ext", "amd_detail/hip_runtime_prof");

    /// The structs of `softgpu/hip_layouts.h` that have all their members there.
    private static final Set<String> COMPLETE = Set.of(
            "hip_Memcpy2D",
            "hipFuncAttributes",
            "hipFunctionLaunchParams",
            "hipFunctionLaunchParams_t",
            "hipHostNodeParams",
            "hipKernelNodeParams",
            "hipLaunchParams",
            "hipLaunchParams_t",
            "hipDeviceProp_tR0600",
            "hipMemcpy3DParms",
            "hipMemcpy3DPeerParms",
            "hipMemPoolProps",
            "hipMemsetParams",
            "hipPointerAttribute_t");

    private final Output output;
    private final Library hip;
    private final List<Table> hipTables;
    private final Library hsa;
    private final CTypes types;
    private final TracerArguments arguments;

    RuntimeHeaders(Output output, Library hip, List<Table> hipTables, Library hsa, Facts facts) {
        this.output = output;
        this.hip = hip;
        this.hipTables = hipTables;
        this.hsa = hsa;
        this.types = facts.types();
        this.arguments = new TracerArguments(facts);
    }

    void emit() {
        write(
                "hip/hip_version.h",
                "The HIP release whose interface these headers describe.",
                "#define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 1\n#define HIP_VERSION_PATCH 0\n"
                        + "#define HIP_VERSION 70100000\n");
        write(
                "hip/hip_runtime_api.h",
                "HIP's runtime interface, as far as a program without device code needs it.",
                "#include <hip/hip_version.h>\n"
                        + HIP_STANDARD
                        + runtime(hip, hipTables, "softgpu/hip_layouts.h")
                        + "\n#include <softgpu/hip_cxx.h>\n");
        write(
                "hip/linker_types.h",
                "Everything stands in hip_runtime_api.h.",
                "#include <hip/hip_runtime_api.h>\n#define hipKernelNodeAttrID hipLaunchAttributeID\n");
        write(
                "hip/amd_detail/hip_api_trace.hpp",
                "HIP's tables, and which of its functions there are, as HIP counts their growth.",
                tables());
        write(
                "hip/amd_detail/hip_prof_str.h",
                "Ids and arguments of HIP's functions in its older tracer protocol.",
                arguments.hipOfHip(
                        name -> COMPLETE.contains(name) || hip.structs().containsKey(name)));
        write("hip/hip_runtime.h", "Same as hip_runtime_api.h: no device code here.", HIP_RUNTIME);
        for (String name : FURTHER_HIP) {
            write(
                    "hip/" + name + ".h",
                    "Everything stands in hip_runtime_api.h.",
                    "#include <hip/hip_runtime_api.h>\n");
        }
        write(
                "hsa/hsa.h",
                "The HSA runtime interface with AMD's extensions.",
                "#define HSA_AMD_INTERFACE_VERSION_MAJOR 1\n#define HSA_AMD_INTERFACE_VERSION_MINOR 15\n\n"
                        + STANDARD
                        + runtime(hsa, hsa.tables(), "softgpu/hsa_layouts.h"));
        for (String name : List.of(
                "hsa_ext_amd",
                "hsa_ext_image",
                "hsa_ext_finalize",
                "hsa_amd_tool",
                "hsa_ven_amd_loader",
                "hsa_ven_amd_pc_sampling")) {
            write("hsa/" + name + ".h", "Everything stands in hsa.h.", "#include <hsa/hsa.h>\n");
        }
    }

    /// The tables' structs, with the types of their members as AMD's header names them.
    private String tables() {
        StringBuilder text = new StringBuilder("#include <hip/hip_runtime.h>\n\n")
                .append(
                        "#define HIP_RUNTIME_API_TABLE_MAJOR_VERSION 0\n#define HIP_RUNTIME_API_TABLE_STEP_VERSION 18\n\n");
        for (Table table : hipTables) {
            table.slots()
                    .forEach(slot -> text.append("typedef ")
                            .append(SlotText.prototype(slot, "(*t_" + slot.name() + ")"))
                            .append(";\n"));
            text.append("\ntypedef struct %s {\n    size_t size;\n".formatted(table.struct()));
            table.slots().forEach(slot -> text.append("    t_%s %s;\n".formatted(slot.name(), slot.field())));
            text.append("} ").append(table.struct()).append(";\n\n");
        }
        return text.toString();
    }

    private void write(String path, String about, String body) {
        output.write("include/" + path, CText.header(path, about, body));
    }

    private String runtime(Library library, List<Table> tables, String layouts) {
        StringBuilder declarations = new StringBuilder();
        library.enums()
                .values()
                .forEach(type -> declarations.append(enumeration(type)).append('\n'));
        Set<String> written = new LinkedHashSet<>();
        library.structs().values().stream()
                .filter(struct -> isSelfContained(struct, library))
                .forEach(struct -> struct(struct, library, written, declarations));
        StringBuilder functions = new StringBuilder();
        library.structs().values().stream()
                .filter(struct -> !written.contains(struct.name()) && known(struct.fields(), library))
                .forEach(struct -> struct(struct, library, written, functions));
        for (Table table : tables) {
            for (Slot slot : table.slots()) {
                functions.append(SlotText.prototype(slot, slot.name())).append(";\n");
            }
        }
        return CText.externC(declarations.toString())
                + "\n#include <" + layouts + ">\n\n"
                + CText.externC(functions.toString());
    }

    private void struct(Struct struct, Library library, Set<String> written, StringBuilder text) {
        if (!written.add(struct.name())) {
            return;
        }
        for (Field field : struct.fields()) {
            Struct needed = library.structs().get(field.kind().reference());
            if (needed != null) {
                struct(needed, library, written, text);
            }
        }
        String declared = CDeclarations.struct(struct, types.tag(struct));
        // As HIP's: a size has one dimension, or two, or three.
        String made = struct.name().equals("dim3") ? declared.replace("}", DIM3 + "}") : declared;
        text.append(made).append('\n');
    }

    /// Whether a struct points to plain memory only, so that it needs no type of the layouts header, which itself
    /// includes these structs.
    private static boolean isSelfContained(Struct struct, Library library) {
        return known(struct.fields(), library) && struct.fields().stream().allMatch(RuntimeHeaders::isPlain);
    }

    private static boolean isPlain(Field field) {
        return field.isInline()
                ? field.fields().stream().allMatch(RuntimeHeaders::isPlain)
                : !field.type().contains("*") || field.type().matches("(const )?(void|char)\\*");
    }

    /// Whether every struct held by value has its layout in the facts.
    private static boolean known(List<Field> fields, Library library) {
        return fields.stream()
                .allMatch(field -> field.isInline()
                        ? known(field.fields(), library)
                        : !field.kind().isStruct()
                                || library.structs().containsKey(field.kind().reference()));
    }

    private String enumeration(EnumType type) {
        Map<String, Long> values = new LinkedHashMap<>(type.values());
        type.later().forEach(values::putIfAbsent);
        return CDeclarations.enumeration(type.name(), types.tag(type), values);
    }
}
