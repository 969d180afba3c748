package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Table;
import io.rocprofiler.facts.model.Tracer;
import io.rocprofiler.facts.output.Output;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Writes the generated parts of the software runtimes: the API tables, the exported functions that call through
/// them, a default for every slot, and the HIP and HSA headers that programs compile against.
public final class SoftGpuEmitter {
    private static final String TABLES_ABOUT = """
            The API tables with typed entries, and sg_<name>: the implementation behind each slot (hidden; a weak default
            in %1$s_defaults.inc answers "not supported" until a file defines the strong one).""";

    private final Output output;

    private SoftGpuEmitter(Output output) {
        this.output = output;
    }

    public static void emit(Facts facts, Output output) {
        SoftGpuEmitter emitter = new SoftGpuEmitter(output);
        Library hip = facts.library("hip");
        Library hsa = facts.library("hsa");
        emitter.library("hip", hip, hipTables(hip), emitter.hipTablesHeader(hip));
        emitter.library("hsa", hsa, hsa.tables(), emitter.hsaTablesHeader(hsa));
        emitter.traced(hip, facts);
        emitter.names("hip_error_names.inc", hip, "hipError_t");
        emitter.names("hsa_status_names.inc", hsa, "hsa_status_t");
        new RuntimeHeaders(output, hip, hipTables(hip), hsa, facts).emit();
    }

    /// Returns the tables that HIP registers, which excludes the tools table.
    private static List<Table> hipTables(Library hip) {
        return hip.tables().stream()
                .filter(table -> table.callbackKind() != null)
                .toList();
    }

    private void library(String name, Library library, List<Table> tables, String header) {
        output.write("generated/" + name + "_tables.h", header);
        CText exports = new CText();
        exports.comment("The exported functions: each calls through the registered table copy. Any thread.");
        CText defaults = new CText();
        defaults.comment("What a slot answers that this runtime does not implement.");
        StringBuilder symbols = new StringBuilder();
        Set<String> seen = new HashSet<>();
        for (Table table : tables) {
            CText initializers = new CText();
            for (Slot slot : table.slots()) {
                initializers.line(".%s = %s_%s,", slot.field(), isTraced(library, slot) ? "traced" : "sg", slot.name());
                if (seen.add(slot.name())) {
                    exports.add(SlotText.export(table, slot));
                    defaults.add(SlotText.fallback(library.name(), slot));
                    symbols.append(slot.name()).append('\n');
                }
            }
            output.write("generated/init_" + table.struct() + ".inc", initializers.toString());
        }
        output.write("generated/" + name + "_exports.inc", exports.toString());
        output.write("generated/" + name + "_defaults.inc", defaults.toString());
        output.write("generated/" + name + "_symbols.txt", symbols.toString());
    }

    private static boolean isTraced(Library library, Slot slot) {
        return library.name().equals("hip") && slot.runtimeId() > 0;
    }

    private void traced(Library hip, Facts facts) {
        CText traced = new CText();
        traced.comment("The implementations with hipRegisterTracerCallback's protocol around them; see tracer.h.");
        CText names = new CText();
        names.comment("SOFTGPU_X(name, id) once per id of that protocol; define it before the include.");
        for (Table table : hipTables(hip)) {
            for (Slot slot : table.slots()) {
                if (isTraced(hip, slot)) {
                    traced.add(SlotText.traced(slot, offsets(slot, facts)));
                    names.line("SOFTGPU_X(%s, %d)", slot.runtimeName().replace("HIP_API_ID_", ""), slot.runtimeId());
                }
            }
        }
        output.write("generated/hip_traced.inc", traced.toString());
        output.write("generated/hip_api_names.inc", names.toString());
    }

    /// Returns the offsets of the arguments in order; empty for a function for which the protocol has no layout.
    private static List<Integer> offsets(Slot slot, Facts facts) {
        Tracer tracer = facts.tracer();
        String function = tracer.functions("hip_api_id_t").getOrDefault(slot.runtimeId(), slot.name());
        ApiArguments arguments = tracer.hip().get(function);
        if (arguments == null) {
            return List.of();
        }
        List<Integer> offsets =
                arguments.given().stream().map(ApiArguments.ApiArgument::offset).toList();
        if (offsets.size() > slot.params().size()) {
            throw new IllegalStateException("slot=" + slot.name());
        }
        return offsets;
    }

    private String hipTablesHeader(Library hip) {
        StringBuilder body = new StringBuilder("#include <hip/hip_runtime_api.h>\n\n");
        body.append("#define HIP_TABLE_SLOTS %d\n"
                .formatted(hip.table("HipDispatchTable").slots().size()));
        body.append("#define HIP_COMPILER_TABLE_SLOTS %d\n"
                .formatted(hip.table("HipCompilerDispatchTable").slots().size()));
        hipTables(hip).forEach(table -> body.append(SlotText.table(table, "size_t size;")));
        return CText.header("hip_tables.h", TABLES_ABOUT.formatted("hip"), body.toString());
    }

    private String hsaTablesHeader(Library hsa) {
        StringBuilder body = new StringBuilder("#include <hsa/hsa.h>\n#include <hsa/hsa_ext_amd.h>\n\n");
        body.append("typedef struct ApiTableVersion {\n    uint32_t major_id;\n    uint32_t minor_id;\n")
                .append("    uint32_t step_id;\n    uint32_t reserved;\n} ApiTableVersion;\n");
        for (Table table : hsa.tables()) {
            body.append(SlotText.table(table, "ApiTableVersion version;"));
            body.append("#define %1$s_MAJOR %2$d\n#define %1$s_STEP %3$d\n"
                    .formatted(table.struct(), table.majorVersion(), table.step()));
        }
        body.append('\n').append(CDeclarations.struct(Objects.requireNonNull(hsa.container())));
        body.append("#define HsaApiTable_MAJOR 3\n#define HsaApiTable_STEP 1\n");
        return CText.header("hsa_tables.h", TABLES_ABOUT.formatted("hsa"), body.toString());
    }

    /// Writes the first name of each value, which a runtime returns when asked for the name.
    private void names(String file, Library library, String enumeration) {
        EnumType type = library.enumeration(enumeration);
        CText text = new CText();
        text.comment("SOFTGPU_X(name, value) once per value; define it before the include.");
        Set<Long> seen = new HashSet<>();
        type.values().forEach((name, value) -> {
            if (seen.add(value)) {
                text.line("SOFTGPU_X(%s, %d)", name, value);
            }
        });
        output.write("generated/" + file, text.toString());
    }
}
