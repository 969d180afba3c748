package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Layouts;
import io.rocprofiler.facts.model.Struct;
import java.util.Locale;

/// Writes our own layouts for C and assembly: `#define`s of every size and offset, and for C also the structs, with
/// static assertions that both agree.
final class LayoutHeader {
    private LayoutHeader() {}

    static String text(String file, Layouts layouts) {
        StringBuilder body = new StringBuilder();
        layouts.constants()
                .forEach((name, value) ->
                        body.append("#define RPJ_%s %s\n".formatted(name, value < 0 ? "(" + value + ")" : value)));
        layouts.texts().forEach((name, value) -> body.append("#define RPJ_%s \"%s\"\n".formatted(name, value)));
        layouts.structs().values().forEach(struct -> body.append(defines(struct)));
        body.append("\n#ifndef __ASSEMBLER__\n\n#include <stddef.h>\n#include <stdint.h>\n");
        layouts.structs().values().forEach(struct -> body.append(declaration(struct)));
        body.append("\n#endif\n");
        return CText.header(
                file,
                layouts.about()
                        + "\nRPJ_<STRUCT>_SIZEOF and RPJ_<STRUCT>_<FIELD> (byte offsets) are usable from assembly.",
                body.toString());
    }

    private static String defines(Struct struct) {
        String prefix = "RPJ_" + upper(struct.name().replaceFirst("_t$", ""));
        StringBuilder text = new StringBuilder("\n#define %s_SIZEOF %d\n".formatted(prefix, struct.size()));
        for (Field field : struct.fields()) {
            text.append("#define %s_%s %d\n".formatted(prefix, upper(field.name()), field.offset()));
        }
        return text.toString();
    }

    private static String declaration(Struct struct) {
        StringBuilder text = new StringBuilder("\ntypedef struct %s {\n".formatted(struct.name()));
        int end = 0;
        for (Field field : struct.fields()) {
            text.append(padding(end, field.offset()));
            text.append("    %s;\n".formatted(CDeclarations.declare(type(field), field.name())));
            end = field.offset() + field.size();
        }
        text.append(padding(end, struct.size()));
        text.append("} %s __attribute__((aligned(%d)));\n".formatted(struct.name(), struct.align()));
        return text.append(assertions(struct)).toString();
    }

    /// Returns the field's type with its array length, which may be in its kind only.
    private static String type(Field field) {
        return field.kind().count() == 0 || field.type().contains("[")
                ? field.type()
                : field.type() + "[" + field.kind().count() + "]";
    }

    private static String padding(int from, int to) {
        return from == to ? "" : "    uint8_t padding_%d[%d];\n".formatted(from, to - from);
    }

    private static String assertions(Struct struct) {
        StringBuilder text = new StringBuilder();
        text.append("_Static_assert(sizeof(%1$s) == %2$d, \"%1$s\");\n".formatted(struct.name(), struct.size()));
        for (Field field : struct.fields()) {
            text.append("_Static_assert(offsetof(%1$s, %2$s) == %3$d, \"%1$s.%2$s\");\n"
                    .formatted(struct.name(), field.name(), field.offset()));
        }
        return text.toString();
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
