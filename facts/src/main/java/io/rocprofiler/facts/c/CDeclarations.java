package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Struct;
import java.util.List;
import java.util.stream.Collectors;

/// How a declaration is spelled in C.
final class CDeclarations {
    private CDeclarations() {}

    /// `uint8_t x[56]` for type `uint8_t[56]`, `char* x` for `char*`.
    static String declare(String type, String name) {
        int bracket = type.indexOf('[');
        if (bracket >= 0) {
            return type.substring(0, bracket).strip() + " " + name + type.substring(bracket);
        }
        return name.isEmpty() ? type : type + " " + name;
    }

    static String parameters(List<Param> params) {
        if (params.isEmpty()) {
            return "void";
        }
        return params.stream().map(CDeclarations::parameter).collect(Collectors.joining(", "));
    }

    private static String parameter(Param param) {
        return declare(param.type(), param.name());
    }

    static String struct(Struct struct) {
        String keyword = struct.union() ? "union" : "struct";
        return "typedef %s %s {\n%s} %s;\n"
                .formatted(keyword, struct.name(), members(struct.fields(), "    "), struct.name());
    }

    static String members(List<Field> fields, String indent) {
        return fields.stream().map(field -> member(field, indent)).collect(Collectors.joining());
    }

    private static String member(Field field, String indent) {
        if (field.isInline()) {
            String name = field.name().isEmpty() ? "" : " " + field.name();
            return "%s%s {\n%s%s}%s;\n"
                    .formatted(indent, field.kind().base(), members(field.fields(), indent + "    "), indent, name);
        }
        String width = field.bits() == 0 ? "" : " : " + field.bits();
        return indent + declare(field.type(), field.name()) + width + ";\n";
    }
}
