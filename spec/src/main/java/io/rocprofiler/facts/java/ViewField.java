package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An expression with which a view reads a C field.
///
/// @param type the Java type
/// @param expression a call of a method of the views' base classes: `longAt(MemoryCopyRecord.BYTES)`
record ViewField(String type, String expression) {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    /// @param text `dispatch_info.grid_size.x`, `long kernarg_segment_size`, `start_timestamp | timestamp` or a number
    static ViewField of(Struct struct, String text, Map<String, Struct> structs) {
        if (NUMBER.matcher(text).matches()) {
            return new ViewField("long", text);
        }
        int space = text.startsWith("long ") || text.startsWith("int ") ? text.indexOf(' ') : -1;
        for (String path : text.substring(space + 1).split(" \\| ")) {
            Place place = Place.find(struct, path, structs);
            if (place != null) {
                String type = space < 0 ? type(place.field()) : text.substring(0, space);
                return new ViewField(type, expression(type, place));
            }
        }
        throw new IllegalArgumentException("no " + struct.name() + "." + text);
    }

    private static String type(Field field) {
        Kind kind = field.kind();
        if (kind.isPointer() && field.type().equals("const char*")) {
            return "String";
        }
        if (kind.isEnum()) {
            return Names.type(kind.reference());
        }
        if (kind.reference().equals("rocprofiler_dim3_t")) {
            return "Dimensions";
        }
        return switch (field.size()) {
            case Long.BYTES -> "long";
            case Integer.BYTES -> "int";
            default -> throw new IllegalArgumentException(field.name() + "=" + kind);
        };
    }

    private static String expression(String type, Place place) {
        String offset = place.offset();
        return switch (type) {
            case "long" -> (place.field().size() == Long.BYTES ? "longAt(" : "unsignedAt(") + offset + ")";
            case "int" -> "intAt(" + offset + ")";
            case "String" -> "stringAt(" + offset + ")";
            case "Dimensions" -> "dimensionsAt(" + offset + ")";
            default -> constant(type, "intAt(" + offset + ")");
        };
    }

    /// Returns an expression for an enum constant; an unknown enumerator reads as `NONE`.
    static String constant(String type, String value) {
        return "Objects.requireNonNullElse(%1$s.of(%2$s), %1$s.NONE)".formatted(type, value);
    }

    /// The location of a field.
    ///
    /// @param offset the sum of the layout constants that lead to it
    private record Place(Field field, String offset) {
        static @Nullable Place find(Struct struct, String path, Map<String, Struct> structs) {
            List<String> terms = new ArrayList<>();
            Struct within = struct;
            List<Field> fields = struct.fields();
            String prefix = "";
            Field field = null;
            for (String name : path.split("\\.")) {
                field = find(fields, name);
                if (field == null) {
                    return null;
                }
                String constant = prefix + Names.constant(name);
                if (field.isInline()) {
                    prefix = constant + "_";
                    fields = field.fields();
                    continue;
                }
                terms.add(Names.type(within.name()) + "." + constant);
                prefix = "";
                within = structs.getOrDefault(field.kind().reference(), within);
                fields = within.fields();
            }
            return field == null ? null : new Place(field, String.join(" + ", terms));
        }

        /// Finds a field; the members of an anonymous struct or union belong to the enclosing one.
        private static @Nullable Field find(List<Field> fields, String name) {
            for (Field field : fields) {
                Field found = field.name().isEmpty() ? find(field.fields(), name) : field;
                if (found != null && found.name().equals(name)) {
                    return found;
                }
            }
            return null;
        }
    }
}
