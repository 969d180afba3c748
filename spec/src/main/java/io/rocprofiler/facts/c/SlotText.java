package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A slot of the software runtimes as C text. Types are spelled without `struct` and `enum`, which the typedefs in
/// the headers make superfluous.
final class SlotText {
    private SlotText() {}

    static String prototype(Slot slot, String name) {
        return "%s %s(%s)".formatted(type(slot.result().type()), name, parameters(slot));
    }

    static String table(Table table, String header) {
        StringBuilder text = new StringBuilder("\n");
        for (Slot slot : table.slots()) {
            text.append(prototype(slot, "sg_" + slot.name())).append(";\n");
        }
        text.append("\ntypedef struct %s {\n    %s\n".formatted(table.struct(), header));
        for (Slot slot : table.slots()) {
            text.append("    ")
                    .append(prototype(slot, "(*" + slot.field() + ")"))
                    .append(";\n");
        }
        return text.append("} ").append(table.struct()).append(";\n").toString();
    }

    static String export(Table table, Slot slot) {
        String names = params(slot).stream().map(Param::name).collect(Collectors.joining(", "));
        return "SOFTGPU_EXPORT %s { %s%s%s(%s); }\n"
                .formatted(
                        prototype(slot, slot.name()),
                        slot.result().kind().isVoid() ? "" : "return ",
                        accessor(table),
                        slot.field(),
                        names);
    }

    /// Returns the content of a slot in HIP's tables: the implementation, wrapped for the older tracer protocol. A
    /// slot without an id in that protocol holds the implementation itself.
    static String traced(Slot slot, List<Integer> offsets) {
        String names = params(slot).stream().map(Param::name).collect(Collectors.joining(", "));
        String call = "sg_%s(%s);".formatted(slot.name(), names);
        boolean isVoid = slot.result().kind().isVoid();
        StringBuilder text = new StringBuilder("static ")
                .append(prototype(slot, "traced_" + slot.name()))
                .append(" {\n    if (!sg_is_traced()) ")
                .append(isVoid ? "{ " + call + " return; }\n" : "return " + call + "\n")
                .append("    sg_trace trace_;\n    if (sg_trace_begin(&trace_, %d)) {\n".formatted(slot.runtimeId()));
        for (int i = 0; i < offsets.size(); i++) {
            text.append("        SG_TRACE_ARGUMENT(%d, %s);\n"
                    .formatted(offsets.get(i), params(slot).get(i).name()));
        }
        text.append("        sg_trace_enter(&trace_);\n    }\n    ");
        if (!isVoid) {
            text.append(type(slot.result().type())).append(" result_ = ");
        }
        text.append(call).append("\n    sg_trace_end(&trace_);\n");
        return text.append(isVoid ? "}\n" : "    return result_;\n}\n").toString();
    }

    private static String accessor(Table table) {
        if (!table.containerField().isEmpty()) {
            return "softgpu_hsa_table()->" + table.containerField() + "->";
        }
        return table.commonName().equals("hip") ? "softgpu_hip_table()->" : "softgpu_hip_compiler_table()->";
    }

    static String fallback(String library, Slot slot) {
        StringBuilder text = new StringBuilder("__attribute__((weak)) ")
                .append(prototype(slot, "sg_" + slot.name()))
                .append(" { ");
        params(slot).forEach(param -> text.append("(void)").append(param.name()).append("; "));
        return text.append(answer(library, slot)).append("}\n").toString();
    }

    private static String answer(String library, Slot slot) {
        Kind kind = slot.result().kind();
        if (kind.isVoid()) {
            return "";
        }
        if (kind.isEnum()) {
            return library.equals("hip") ? "return SOFTGPU_HIP_UNSUPPORTED; " : "return SOFTGPU_HSA_UNSUPPORTED; ";
        }
        if (kind.isStruct()) {
            return "return (%s){0}; ".formatted(type(slot.result().type()));
        }
        return kind.base().equals("i32") ? "return -1; " : "return 0; ";
    }

    private static String parameters(Slot slot) {
        return CDeclarations.parameters(params(slot));
    }

    private static List<Param> params(Slot slot) {
        List<Param> result = new ArrayList<>();
        for (Param param : slot.params()) {
            String name = param.name().isEmpty() ? "a" + result.size() : param.name();
            result.add(new Param(name, type(param.type()), param.kind()));
        }
        return result;
    }

    private static String type(String type) {
        return type.replace("struct ", "").replace("enum ", "");
    }
}
