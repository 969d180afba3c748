package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// `hip_api_data_t` and `hsa_api_data_t`: what a callback is told of a call.
final class TracerArguments {
    private final Facts facts;
    private final Tracer tracer;

    TracerArguments(Facts facts) {
        this.facts = facts;
        this.tracer = facts.tracer();
    }

    String hsa() {
        Library hsa = facts.library("hsa");
        String data = CDeclarations.enumeration(
                        "hsa_api_id_t", tracer.enumeration("hsa_api_id_t").values())
                + "\n/// What a callback of HSA's functions is told; the result at EXIT.\n"
                + "typedef struct hsa_api_data_t {\n    uint64_t correlation_id;\n    uint32_t phase;\n    union {\n"
                + "        uint64_t uint64_t_retval;\n        uint32_t uint32_t_retval;\n"
                + "        hsa_signal_value_t hsa_signal_value_t_retval;\n        hsa_status_t hsa_status_t_retval;\n    };\n"
                + union(tracer.hsa(), hsa)
                + "    uint64_t* phase_data;\n} hsa_api_data_t;\n";
        return "#include <stddef.h>\n#include <stdint.h>\n#include \"../rocprofiler-sdk/abi/hsa.h\"\n\n"
                + CText.externC(data);
    }

    String hip() {
        Library hip = facts.library("hip");
        String data = CDeclarations.enumeration(
                        "hip_api_id_t", tracer.enumeration("hip_api_id_t").values())
                + "\n/// What a callback of HIP's functions is told. What stands in the `__val` members is up to the client\n"
                + "/// (hipApiArgsInit).\n"
                + "typedef struct hip_api_data_t {\n    uint64_t correlation_id;\n    uint32_t phase;\n"
                + union(tracer.hip(), hip)
                + "    uint64_t* phase_data;\n} hip_api_data_t;\n";
        return "#include <stddef.h>\n#include <stdint.h>\n#include \"../../rocprofiler-sdk/abi/hip.h\"\n\n"
                + CText.externC(data);
    }

    private String union(Map<String, ApiArguments> functions, Library library) {
        Map<String, Slot> slots = slots(library);
        StringBuilder text = new StringBuilder("    union {\n");
        functions.values().stream()
                .filter(function -> !function.fields().isEmpty())
                .forEach(function -> text.append(members(function, slots, library)));
        return text.append("    } args;\n").toString();
    }

    private static Map<String, Slot> slots(Library library) {
        Map<String, Slot> result = new HashMap<>();
        library.tables().forEach(table -> table.slots().forEach(slot -> result.putIfAbsent(slot.name(), slot)));
        return result;
    }

    private String members(ApiArguments function, Map<String, Slot> slots, Library library) {
        // One spelling of the same function has no slot.
        Slot slot = Objects.requireNonNull(
                slots.getOrDefault(function.name(), slots.get(function.name().replaceFirst("R0600$", ""))),
                function.name());
        StringBuilder text = new StringBuilder("        struct {\n");
        int parameter = -1;
        for (ApiArgument field : function.fields()) {
            if (!field.isDereferenced()) {
                parameter++;
            }
            String type = slot.params().get(parameter).type();
            text.append("            ")
                    .append(field.isDereferenced() ? copy(field, type, library) : given(field, type, slot))
                    .append(";\n");
        }
        return text.append("        } ").append(function.name()).append(";\n").toString();
    }

    /// The type of a function that a later release added may be missing in an installed runtime's headers.
    private static String given(ApiArgument field, String type, Slot slot) {
        boolean known =
                slot.source().isEmpty() || type.matches("(const )?(void|char|int|unsigned int|size_t)( ?const)?\\**");
        return CDeclarations.declare(
                known || field.kind().isStruct() ? type : CDeclarations.scalar(field.kind()), field.name());
    }

    /// What the pointer points at. A struct that some headers only declare is as many bytes as it has.
    private String copy(ApiArgument field, String pointer, Library library) {
        Kind kind = field.kind();
        if (kind.isStruct()
                && !library.structs().containsKey(kind.reference())
                && !kind.reference().equals("dim3")) {
            Struct struct = Objects.requireNonNull(tracer.argumentStructs().get(kind.reference()), kind.reference());
            return "uint8_t %s[%d] __attribute__((aligned(%d)))".formatted(field.name(), struct.size(), struct.align());
        }
        if (kind.isStruct()) {
            return kind.reference() + " " + field.name();
        }
        if (kind.isPointer()) {
            return "void* " + field.name();
        }
        if (kind.isEnum() && library.enums().containsKey(kind.reference())) {
            return kind.reference() + " " + field.name();
        }
        return (kind.base().equals("i8") ? "char" : CDeclarations.scalar(kind)) + " " + field.name();
    }
}
