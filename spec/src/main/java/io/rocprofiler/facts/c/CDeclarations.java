package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Function;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Struct;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Spells declarations in C.
final class CDeclarations {
    private CDeclarations() {}

    /// Returns `uint8_t x[56]` for type `uint8_t[56]`, `void (*x)(int)` for `void (*)(int)`, `char* x` for `char*`.
    static String declare(String type, String name) {
        if (type.contains("(*)")) {
            return type.replaceFirst("\\(\\*\\)", "(*" + name + ")");
        }
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
        return struct(struct, struct.name());
    }

    static String struct(Struct struct, String tag) {
        String keyword = struct.union() ? "union" : "struct";
        return "typedef %s %s {\n%s} %s;\n".formatted(keyword, tag, members(struct.fields(), "    "), struct.name());
    }

    static String enumeration(String name, Map<String, Long> values) {
        return enumeration(name, name, values);
    }

    static String enumeration(String name, String tag, Map<String, Long> values) {
        StringBuilder text = new StringBuilder("typedef enum ").append(tag).append(" {\n");
        values.forEach((enumerator, value) -> text.append("    ")
                .append(enumerator)
                .append(" = ")
                .append(literal(value))
                .append(",\n"));
        return text.append("} ").append(name).append(";\n").toString();
    }

    private static String literal(long value) {
        return value > Integer.MAX_VALUE ? "0x%xu".formatted(value) : Long.toString(value);
    }

    static String scalar(Kind kind) {
        return switch (kind.base()) {
            case "u64" -> "uint64_t";
            case "i64" -> "int64_t";
            case "u32", "enum" -> "uint32_t";
            case "i32" -> "int32_t";
            case "u16" -> "uint16_t";
            case "u8" -> "uint8_t";
            case "f32" -> "float";
            case "f64" -> "double";
            case "void" -> "void";
            case "pointer" -> "void*";
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }

    static String callback(Function callback) {
        return "typedef %s (*%s)(%s);\n"
                .formatted(callback.result().type(), callback.name(), parameters(callback.params()));
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
