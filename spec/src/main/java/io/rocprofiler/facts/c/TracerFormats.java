package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.ApiArguments;
import io.rocprofiler.facts.model.ApiArguments.ApiArgument;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Result;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Writes how the tracer tool shows arguments: names, offsets and formats of the members of `hip_api_data_t`
/// and `hsa_api_data_t`.
final class TracerFormats {
    private static final String TYPES = """
            // For one C file: how the tracer tool shows arguments.
            #include <stdint.h>

            enum rt_form {
                RT_FORM_NONE,
                RT_FORM_POINTER,  // an address
                RT_FORM_FUNCTION, // address of a function
                RT_FORM_STRING,   // char*
                RT_FORM_CHARS,    // char[count]
                RT_FORM_I8, RT_FORM_U8, RT_FORM_I16, RT_FORM_U16, RT_FORM_I32, RT_FORM_U32, RT_FORM_I64, RT_FORM_U64,
                RT_FORM_F32, RT_FORM_F64,
                RT_FORM_STRUCT    // `shape` says more
            };

            // `pointer`: -1, or where the pointer stands that leads to the value. What it points at belongs to `value`, `bytes` long;
            // who shows it copies it there first. Offsets from the start of the API data.
            struct rt_argument { const char* name; int16_t pointer; uint16_t value, bytes; uint8_t form; uint8_t shape; };

            // The arguments of an id, from `first` on. An id that is not known has no name.
            struct rt_arguments { const char* name; uint16_t first; uint8_t count; uint8_t result; };

            // A struct's members, last one first; no bit fields, no void*.
            struct rt_member { const char* name; uint16_t offset, count; uint8_t form; };
            struct rt_shape { const char* name; uint16_t first, count; };
            """;

    private final Facts facts;
    private final Tracer tracer;
    private final Map<String, Integer> shapes = new LinkedHashMap<>();

    TracerFormats(Facts facts) {
        this.facts = facts;
        this.tracer = facts.tracer();
    }

    String text() {
        CText text = new CText().add(TYPES).blank();
        library(text, "hip", tracer.hip());
        library(text, "hsa", tracer.hsa());
        shapes(text);
        return text.toString();
    }

    private void library(CText text, String name, Map<String, ApiArguments> known) {
        String enumeration = name + "_api_id_t";
        Library library = facts.library(name);
        int origin = tracer.data(name).arguments();
        SortedMap<Integer, String> functions = tracer.functions(enumeration);
        List<String> arguments = new ArrayList<>();
        text.line("static const struct rt_arguments rt_%s_arguments_of[] = {", name);
        tracer.slots(enumeration, library).forEach((id, slot) -> {
            int first = arguments.size();
            String title = functions.getOrDefault(id, slot.name());
            ApiArguments function = known.get(title);
            if (function != null) {
                arguments.addAll(arguments(function, slot, origin, library));
            }
            text.line(
                    "    [%d] = {\"%s\", %d, %d, %s},",
                    id, title, first, arguments.size() - first, result(slot.result()));
        });
        text.line("};").blank().line("static const struct rt_argument rt_%s_arguments[] = {", name);
        arguments.forEach(text::add);
        text.line("};").blank();
    }

    private List<String> arguments(ApiArguments function, Slot slot, int origin, Library library) {
        List<String> result = new ArrayList<>();
        List<ApiArgument> fields = function.fields();
        int parameter = -1;
        for (int i = 0; i < fields.size(); i++) {
            ApiArgument field = fields.get(i);
            if (field.isDereferenced()) {
                continue;
            }
            parameter++;
            String type = slot.params().get(parameter).type();
            ApiArgument copied = isText(type) ? null : copyBehind(fields, i);
            ApiArgument shown = copied == null ? field : copied;
            result.add("    {\"%s\", %d, %d, %d, %s, %d},"
                    .formatted(
                            field.name(),
                            copied == null ? -1 : origin + field.offset(),
                            origin + shown.offset(),
                            size(shown.kind(), library),
                            copied == null ? form(field.kind(), type) : form(shown.kind(), ""),
                            shown.kind().isStruct() ? shape(shown.kind().reference()) : 0));
        }
        return result;
    }

    private static @Nullable ApiArgument copyBehind(List<ApiArgument> fields, int field) {
        boolean has = field + 1 < fields.size() && fields.get(field + 1).isDereferenced();
        return has ? fields.get(field + 1) : null;
    }

    private static boolean isText(String type) {
        return type.matches("(const )?char ?\\*");
    }

    private String form(Kind kind, String type) {
        if (kind.count() > 0) {
            return kind.base().equals("i8") ? "RT_FORM_CHARS" : "RT_FORM_" + machine(kind);
        }
        if (kind.isStruct()) {
            return "RT_FORM_STRUCT";
        }
        if (kind.isPointer()) {
            String meaning = facts.types().expressions().getOrDefault(type, type);
            return isText(type) ? "RT_FORM_STRING" : meaning.contains("(*)") ? "RT_FORM_FUNCTION" : "RT_FORM_POINTER";
        }
        return kind.isVoid() ? "RT_FORM_NONE" : "RT_FORM_" + machine(kind);
    }

    private static String machine(Kind kind) {
        return kind.isEnum()
                ? "I32"
                : kind.isPointer() ? "POINTER" : kind.base().toUpperCase(java.util.Locale.ROOT);
    }

    private String result(Result result) {
        return form(result.kind(), result.type());
    }

    private int size(Kind kind, Library library) {
        return kind.isStruct() ? struct(kind.reference(), library).size() : kind.scalarBytes();
    }

    private Struct struct(String name, Library library) {
        Struct known = library.structs().get(name);
        return known != null
                ? known
                : Objects.requireNonNull(tracer.argumentStructs().get(name), name);
    }

    private int shape(String name) {
        return shapes.computeIfAbsent(name, key -> shapes.size());
    }

    private void shapes(CText text) {
        List<String> members = new ArrayList<>();
        text.line("static const struct rt_shape rt_shapes[] = {");
        shapes.forEach((name, index) -> {
            int first = members.size();
            List<Field> fields = new ArrayList<>(
                    Objects.requireNonNull(tracer.argumentStructs().get(name), name)
                            .fields());
            Collections.reverse(fields);
            fields.stream().filter(TracerFormats::isShown).forEach(field -> members.add(member(field)));
            text.line("    [%d] = {\"%s\", %d, %d},", index, name, first, members.size() - first);
        });
        text.line("};").blank().line("static const struct rt_member rt_members[] = {");
        members.forEach(text::add);
        text.line("};");
    }

    private static boolean isShown(Field field) {
        return field.bits() == 0 && !field.name().isEmpty() && !field.type().matches("(const )?void ?\\*");
    }

    private String member(Field field) {
        return "    {\"%s\", %d, %d, %s},"
                .formatted(
                        field.name(),
                        field.offset(),
                        Math.max(1, field.kind().count()),
                        form(field.kind(), field.type()));
    }
}
