package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Layouts;
import io.rocprofiler.facts.model.Struct;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a struct as a class of constants: its size, and the offset of every member.
final class StructEmitter {
    private StructEmitter() {}

    static String struct(String type, Struct struct) {
        StringBuilder text = Source.open()
                .append("/// Layout of `")
                .append(struct.name())
                .append('`')
                .append(struct.file().isEmpty() ? "" : " (`" + struct.file() + "`)")
                .append(". Offsets and sizes in bytes.\n")
                .append("public final class ")
                .append(type)
                .append(" {\n");
        constant(text, "SIZEOF", struct.size(), "Size in bytes.");
        constant(text, "ALIGNOF", struct.align(), "Alignment in bytes.");
        Map<String, Integer> seen = new TreeMap<>(Map.of("SIZEOF", struct.size(), "ALIGNOF", struct.align()));
        members(text, "", struct.fields(), seen);
        return text.append("    private ").append(type).append("() {}\n}\n").toString();
    }

    private static void members(StringBuilder text, String prefix, List<Field> fields, Map<String, Integer> seen) {
        for (Field field : fields) {
            // The members of an anonymous struct or union belong to the enclosing struct, as in C.
            boolean named = !field.name().isEmpty();
            String name = named ? prefix + Names.constant(field.name()) : prefix;
            if (named) {
                member(text, name, field, seen);
            }
            members(text, named ? name + "_" : prefix, field.fields(), seen);
        }
    }

    private static void member(StringBuilder text, String name, Field field, Map<String, Integer> seen) {
        Integer before = seen.put(name, field.offset());
        if (before != null) {
            if (before != field.offset()) {
                throw new IllegalStateException(name + " at " + before + " and at " + field.offset());
            }
            return;
        }
        String kind = field.isInline() ? field.kind().base() : field.type();
        String of = "`" + field.name() + "`";
        constant(text, name, field.offset(), "Offset of " + of + ", " + "`" + kind + "`.");
        if (field.bits() > 0) {
            constant(text, name + "_BIT", field.bit(), "First bit of " + of + " in the byte at its offset.");
            constant(text, name + "_BITS", field.bits(), "Bits of " + of + ".");
        }
        if (field.kind().count() > 0) {
            constant(text, name + "_LENGTH", field.kind().count(), "Elements of " + of + ".");
        }
    }

    private static void constant(StringBuilder text, String name, int value, String comment) {
        text.append("    /// ")
                .append(comment)
                .append("\n    public static final int ")
                .append(name)
                .append(" = ")
                .append(value)
                .append(";\n\n");
    }

    static String constants(String prefix, Layouts layouts) {
        StringBuilder text = Source.open()
                .append("/// ")
                .append(layouts.about())
                .append('\n')
                .append("public final class ")
                .append(prefix)
                .append("Constants {\n");
        layouts.constants().forEach((name, value) -> {
            boolean isInt = value.intValue() == value;
            text.append("    /// `")
                    .append(name)
                    .append("` of the generated C header.\n    public static final ")
                    .append(isInt ? "int " : "long ")
                    .append(name)
                    .append(" = ")
                    .append(value)
                    .append(isInt ? "" : "L")
                    .append(";\n\n");
        });
        layouts.texts()
                .forEach((name, value) -> text.append("    /// `")
                        .append(name)
                        .append("` of the generated C header.\n    public static final String ")
                        .append(name)
                        .append(" = \"")
                        .append(value)
                        .append("\";\n\n"));
        return text.append("    private ")
                .append(prefix)
                .append("Constants() {}\n}\n")
                .toString();
    }
}
