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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes `hip_api_data_t` and `hsa_api_data_t`: the data that a callback gets for a call.
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
                + union(tracer.hsa(), hsa, this::copy)
                + "    uint64_t* phase_data;\n} hsa_api_data_t;\n";
        String print = """

                #ifdef __cplusplus
                #include <utility>
                #include "hsa_ostream_ops.h"

                namespace roctracer {
                namespace hsa_support {
                namespace detail {

                """ + printing("hsa").call() + """

                } // namespace detail
                } // namespace hsa_support
                } // namespace roctracer

                /// A call with its arguments and its result, for streams.
                typedef std::pair<uint32_t, hsa_api_data_t> hsa_api_data_pair_t;

                inline std::ostream& operator<<(std::ostream& out, const hsa_api_data_pair_t& call) {
                    roctracer::hsa_support::detail::show(out, call.first, call.second);
                    return out;
                }
                #endif
                """;
        return includes("<stddef.h>", "<stdint.h>", "\"../rocprofiler-sdk/abi/hsa.h\"") + CText.externC(data) + print;
    }

    /// For roctracer's headers, beside whatever headers of HIP there are.
    String hip() {
        return includes("<stddef.h>", "<stdint.h>", "<string.h>", "\"../../rocprofiler-sdk/abi/hip.h\"")
                + hip(this::copy, """
                #include "../hip_ostream_ops.h"

                namespace roctracer {
                namespace hip_support {
                namespace detail {

                %s
                } // namespace detail
                } // namespace hip_support
                } // namespace roctracer
                """, "roctracer::hip_support::detail");
    }

    /// For HIP's headers, which declare all types of arguments.
    ///
    /// @param isComplete whether they have the members of a struct
    String hipOfHip(Predicate<String> isComplete) {
        return includes("<hip/hip_runtime_api.h>", "<string.h>")
                + hip((field, type, library) -> target(field, type, isComplete), """
                #include <roctracer/hip_ostream_ops.h>

                namespace softgpu {
                using roctracer::hip_support::detail::show;

                %s
                } // namespace softgpu
                """, "softgpu");
    }

    /// Declares the copy of what an argument of this type points at.
    private interface Copy {
        String declare(ApiArgument field, String type, Library library);
    }

    /// @param printing the functions that print a call, where `%s` stands for them
    private String hip(Copy copy, String printing, String namespace) {
        Library hip = facts.library("hip");
        String data = CDeclarations.enumeration(
                        "hip_api_id_t", tracer.enumeration("hip_api_id_t").values())
                + "\n/// What a callback of HIP's functions is told. What stands in the `__val` members is up to the client\n"
                + "/// (hipApiArgsInit).\n"
                + "typedef struct hip_api_data_t {\n    uint64_t correlation_id;\n    uint32_t phase;\n"
                + union(tracer.hip(), hip, copy)
                + "    uint64_t* phase_data;\n} hip_api_data_t;\n\n"
                + names()
                + copies();
        String print = """

                #if defined(__cplusplus) && defined(HIP_PROF_HIP_API_STRING)
                #include <sstream>
                """ + printing.formatted(printing("hip").call()) + """

                /// A call with its arguments, after hipApiArgsInit. The caller frees it.
                static inline const char* hipApiString(hip_api_id_t id, const hip_api_data_t* data) {
                    std::ostringstream out;
                    %s::show(out, id, *data);
                    return strdup(out.str().c_str());
                }
                #endif
                """.formatted(namespace);
        return CText.externC(data) + print;
    }

    TracerPrinting printing(String library) {
        return new TracerPrinting(tracer, facts.types(), facts.library(library));
    }

    private static String includes(String... files) {
        return Stream.of(files).map(file -> "#include " + file + "\n").collect(Collectors.joining("", "", "\n"));
    }

    private String names() {
        StringBuilder text = new StringBuilder(
                "/// The function's name, \"unknown\" for none.\nstatic inline const char* hip_api_name(const uint32_t id) {\n    switch (id) {\n");
        StringBuilder ids = new StringBuilder(
                "/// The function of that name, HIP_API_ID_NONE for none.\nstatic inline uint32_t hipApiIdByName(const char* name) {\n");
        tracer.functions("hip_api_id_t").forEach((id, name) -> {
            text.append("    case %d: return \"%s\";\n".formatted(id, name));
            ids.append("    if (strcmp(\"%s\", name) == 0) return HIP_API_ID_%1$s;\n".formatted(name));
        });
        return text.append("    default: return \"unknown\";\n    }\n}\n\n")
                .append(ids)
                .append("    return HIP_API_ID_NONE;\n}\n\n")
                .toString();
    }

    private String copies() {
        StringBuilder text = new StringBuilder(
                "/// Fills the `__val` members: what the pointers point at now.\n"
                        + "static inline void hipApiArgsInit(hip_api_id_t id, hip_api_data_t* data) {\n    switch ((uint32_t) id) {\n");
        tracer.functions("hip_api_id_t").forEach((id, name) -> {
            ApiArguments function = tracer.hip().get(name);
            if (function != null && function.fields().size() > function.given().size()) {
                text.append("    case %d:\n".formatted(id));
                function.fields().stream()
                        .filter(ApiArgument::isDereferenced)
                        .forEach(field -> text.append(copy(name, field)));
                text.append("        break;\n");
            }
        });
        return text.append("    default: break;\n    }\n}\n").toString();
    }

    private static String copy(String function, ApiArgument field) {
        String value = "data->args." + function + "." + field.name();
        String pointer = value.substring(0, value.length() - "__val".length());
        return "        if (%2$s != NULL) memcpy((void*) &%1$s, (const void*) %2$s, sizeof %1$s);\n"
                .formatted(value, pointer);
    }

    private String union(Map<String, ApiArguments> functions, Library library, Copy copy) {
        Map<String, Slot> slots = slots(library);
        StringBuilder text = new StringBuilder("    union {\n");
        functions.values().stream()
                .filter(function -> !function.fields().isEmpty())
                .forEach(function -> text.append(members(function, slots, library, copy)));
        return text.append("    } args;\n").toString();
    }

    private static Map<String, Slot> slots(Library library) {
        Map<String, Slot> result = new HashMap<>();
        library.tables().forEach(table -> table.slots().forEach(slot -> result.putIfAbsent(slot.name(), slot)));
        return result;
    }

    private String members(ApiArguments function, Map<String, Slot> slots, Library library, Copy copy) {
        // Only one of a function's spellings has a slot.
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
                    .append(field.isDereferenced() ? copy.declare(field, type, library) : given(field, type, slot))
                    .append(";\n");
        }
        return text.append("        } ").append(function.name()).append(";\n").toString();
    }

    /// Declares an argument. The types of a function added in a later release may be missing in an installed
    /// runtime's headers.
    private static String given(ApiArgument field, String type, Slot slot) {
        boolean known =
                slot.source().isEmpty() || type.matches("(const )?(void|char|int|unsigned int|size_t)( ?const)?\\**");
        return CDeclarations.declare(
                known || field.kind().isStruct() ? type : CDeclarations.scalar(field.kind()), field.name());
    }

    /// Declares the copy of a pointer's target in its type. A struct that is only declared becomes an array of bytes of
    /// its size.
    private String target(ApiArgument field, String pointer, Predicate<String> isComplete) {
        if (field.kind().isStruct() && !isComplete.test(field.kind().reference())) {
            return bytes(field);
        }
        String type = pointer.replaceFirst("\\*\\s*$", "")
                .replaceFirst("^(const|struct) ", "")
                .strip();
        return type.replaceFirst("^(const|struct) ", "") + " " + field.name();
    }

    private String bytes(ApiArgument field) {
        String name = field.kind().reference();
        Struct struct = Objects.requireNonNull(tracer.argumentStructs().get(name), name);
        return "uint8_t %s[%d] __attribute__((aligned(%d)))".formatted(field.name(), struct.size(), struct.align());
    }

    /// Declares the copy of a pointer's target. A struct that some headers only declare becomes an array of bytes
    /// of its size.
    private String copy(ApiArgument field, String type, Library library) {
        Kind kind = field.kind();
        if (kind.isStruct()
                && !library.structs().containsKey(kind.reference())
                && !kind.reference().equals("dim3")) {
            return bytes(field);
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
