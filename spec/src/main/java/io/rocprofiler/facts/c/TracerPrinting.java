package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import io.rocprofiler.facts.model.CTypes;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Writes the C++ half of roctracer's headers: structs and calls as text, in the reference's format.
final class TracerPrinting {
    /// Functions for values with a format of their own; the stream prints all others.
    private static final String VALUES = """
            template <typename T> inline void show(std::ostream& out, const T& value, std::false_type) { out << value; }
            template <typename T> inline void show(std::ostream& out, const T&, std::true_type) { out << "{}"; }

            /// A member of a struct, or an argument; of a struct that this header does not know, braces.
            template <typename T> inline void show(std::ostream& out, const T& value) {
                show(out, value, std::integral_constant<bool, std::is_class<T>::value || std::is_union<T>::value>());
            }
            inline void show(std::ostream& out, unsigned char value) { out << static_cast<unsigned>(value); }
            inline void show(std::ostream& out, signed char value) { out << static_cast<int>(value); }
            inline void show(std::ostream& out, bool value) { out << (value ? 1 : 0); }
            inline void show(std::ostream& out, const char* text) {
                if (text == NULL) {
                    out << "NULL";
                    return;
                }
                out << '"';
                for (; *text != '\\0'; text++) {
                    if (*text == '"' || *text == '\\\\') {
                        out << '\\\\' << *text;
                    } else if (*text == '\\n') {
                        out << "\\\\n";
                    } else {
                        out << *text;
                    }
                }
                out << '"';
            }
            inline void show(std::ostream& out, char* text) { show(out, static_cast<const char*>(text)); }
            """;

    /// Last, so that nothing above is ambiguous.
    private static final String ANY = """

            #if defined(__has_include)
            #if __has_include(<hip/amd_detail/hip_prof_str.h>)
            /// That header calls this by its qualified name for arguments of every type.
            template <typename T> inline std::ostream& operator<<(std::ostream& out, const T& value) {
                show(out, value);
                return out;
            }
            #endif
            #endif
            """;

    /// HIP's older hip_prof_str.h, for which operators have to be visible without a name.
    private static final String GLOBAL = """

            #if defined(HIP_PROF_HIP_API_STRING) && defined(HIP_VERSION) && HIP_VERSION < 50700000
            namespace roctracer {
            namespace hip_support {
            namespace global {
            template <typename T>
            inline typename std::enable_if<(std::is_class<T>::value || std::is_union<T>::value)
                && std::is_trivially_copyable<T>::value, std::ostream&>::type
            operator<<(std::ostream& out, const T& value) {
                detail::show(out, value);
                return out;
            }
            } // namespace global
            } // namespace hip_support
            } // namespace roctracer
            using roctracer::hip_support::global::operator<<;
            #endif
            """;

    private final Tracer tracer;
    private final CTypes types;
    private final Library library;
    private final String name;

    TracerPrinting(Tracer tracer, CTypes types, Library library) {
        this.tracer = tracer;
        this.types = types;
        this.library = library;
        this.name = library.name();
    }

    /// Writes `hip_ostream_ops.h` or `hsa_ostream_ops.h`: members from last to first, one level deep,
    /// without void*.
    String structs(String header) {
        StringBuilder text = new StringBuilder(
                "#ifdef __cplusplus\n\n#include <ostream>\n#include <type_traits>\n#include \"" + header + "\"\n\n");
        text.append("namespace roctracer {\nnamespace ").append(name).append("_support {\nnamespace detail {\n\n");
        text.append(VALUES).append('\n');
        structs().forEach(struct -> text.append(struct(struct)));
        structs()
                .forEach(
                        struct -> text.append("inline void show(std::ostream& out, const %s& value) { out << value; }\n"
                                .formatted(struct.name())));
        return text.append(name.equals("hip") ? ANY : "")
                .append("\n} // namespace detail\n} // namespace ")
                .append(name)
                .append("_support\n} // namespace roctracer\n")
                .append(name.equals("hip") ? GLOBAL : "")
                .append("\n#endif\n")
                .toString();
    }

    private List<Struct> structs() {
        return tracer.argumentStructs().values().stream()
                .filter(struct -> library.structs().containsKey(struct.name()))
                .toList();
    }

    private static String struct(Struct struct) {
        List<Field> fields = new ArrayList<>(struct.fields());
        Collections.reverse(fields);
        StringBuilder text = new StringBuilder(
                "inline std::ostream& operator<<(std::ostream& out, const %s& value) {\n    out << '{';\n"
                        .formatted(struct.name()));
        String separator = "";
        for (Field field : fields) {
            if (isShown(field)) {
                text.append("    out << \"%s%s=\";\n".formatted(separator, field.name()));
                text.append(member(field));
                separator = ", ";
            }
        }
        if (separator.isEmpty()) {
            text.append("    (void) value;\n");
        }
        return text.append("    return out << '}';\n}\n").toString();
    }

    private static boolean isShown(Field field) {
        return field.bits() == 0 && !field.name().isEmpty() && !field.type().matches("(const )?void ?\\*");
    }

    private static String member(Field field) {
        boolean nested = field.kind().isStruct() || field.isInline();
        boolean array = field.kind().count() > 0 && !field.kind().base().equals("i8");
        return nested || array ? "    out << \"{}\";\n" : "    show(out, value.%s);\n".formatted(field.name());
    }

    /// Returns a function that writes a call with its arguments: HIP's with their names, HSA's with the result.
    String call() {
        SortedMap<Integer, String> functions = tracer.functions(name + "_api_id_t");
        SortedMap<Integer, Slot> slots = tracer.slots(name + "_api_id_t", library);
        Map<String, ApiArguments> known = name.equals("hip") ? tracer.hip() : tracer.hsa();
        StringBuilder text = new StringBuilder(
                "inline void show(std::ostream& out, uint32_t id, const %s_api_data_t& data) {\n    switch (id) {\n"
                        .formatted(name));
        functions.forEach((id, function) -> {
            text.append("    case %d:\n        out << \"%s(\";\n".formatted(id, function));
            Slot slot = slots.get(id);
            ApiArguments arguments = known.get(function);
            if (arguments != null && slot != null) {
                text.append(arguments(function, arguments, slot));
            }
            text.append("        out << ").append(end(slot)).append(";\n        break;\n");
        });
        return text.append("    default: out << \"unknown\"; break;\n    }\n}\n")
                .toString();
    }

    private String end(@Nullable Slot slot) {
        if (!name.equals("hsa")) {
            return "')'";
        }
        return slot == null || slot.result().kind().isVoid()
                ? "\") = void\""
                : "\") = \" << data." + slot.result().type() + "_retval";
    }

    private String arguments(String function, ApiArguments arguments, Slot slot) {
        StringBuilder text = new StringBuilder();
        List<ApiArgument> fields = arguments.fields();
        int parameter = -1;
        for (int i = 0; i < fields.size(); i++) {
            ApiArgument field = fields.get(i);
            if (field.isDereferenced()) {
                continue;
            }
            parameter++;
            String label = name.equals("hip") ? field.name() + "=" : "";
            text.append("        out << \"")
                    .append(parameter == 0 ? "" : ", ")
                    .append(label)
                    .append("\";\n");
            String member = "data.args." + function + "." + field.name();
            boolean copied = i + 1 < fields.size() && fields.get(i + 1).isDereferenced();
            text.append("        ")
                    .append(value(member, slot.params().get(parameter).type(), copied ? fields.get(i + 1) : null));
        }
        return text.toString();
    }

    private String value(String member, String type, @Nullable ApiArgument copy) {
        boolean text = type.matches("(const )?char ?\\*");
        if (text && name.equals("hsa")) {
            return "out << static_cast<const void*>(%s);\n".formatted(member);
        }
        if (copy == null || text || !isWhole(copy.kind())) {
            return isFunction(type) ? "out << (%s != NULL);\n".formatted(member) : "show(out, %s);\n".formatted(member);
        }
        return "if (%1$s == NULL) out << \"NULL\"; else show(out, %1$s__val);\n".formatted(member);
    }

    private boolean isFunction(String type) {
        return types.expressions().getOrDefault(type, type).contains("(*)");
    }

    /// Whether a kind is anything but a struct that the headers hold as bytes.
    private boolean isWhole(Kind kind) {
        return !kind.isStruct() || library.structs().containsKey(kind.reference());
    }
}
