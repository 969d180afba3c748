package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import io.rocprofiler.facts.types.CType;
import io.rocprofiler.facts.types.CTypeParser;
import io.rocprofiler.facts.types.Mangler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes the data that readers of arguments and results need for each C type (`ArgumentTypeText`), the enumerators
/// by number (`EnumNames`), and the arguments of the OpenMP events, which are in no table (`OmptText`).
final class ArgumentTypeEmitter {
    private static final String OMPT_OPERATION = "ROCPROFILER_OMPT_ID_";

    private final Facts facts;
    private final JavaEmitter.Sink sink;
    private final CTypeParser parser;
    private final Map<String, Struct> layouts = new HashMap<>();
    private final List<EnumType> enums = new ArrayList<>();
    private final List<String> structNames = new ArrayList<>();
    private final List<String> structLines = new ArrayList<>();

    ArgumentTypeEmitter(Facts facts, JavaEmitter.Sink sink) {
        this.facts = facts;
        this.sink = sink;
        parser = new CTypeParser(facts);
        layouts.putAll(facts.types().shown());
        layouts.putAll(facts.types().structs());
        layouts.putAll(facts.sdk().externalStructs());
        layouts.putAll(facts.sdk().structs());
        enums.addAll(facts.sdk().externalEnums().values());
        for (Library library : facts.libraries()) {
            layouts.putAll(library.structs());
            enums.addAll(library.enums().values());
        }
    }

    void emit() {
        Map<String, String> lines = new TreeMap<>();
        for (Library library : facts.libraries()) {
            for (Table table : library.tables()) {
                for (Slot slot : table.slots()) {
                    Args args = slot.args();
                    List<String> types = args == null ? List.of() : args.types();
                    types.forEach(type -> lines.computeIfAbsent(type, this::line));
                    if (args != null) lines.computeIfAbsent(slot.result().type(), this::line);
                }
            }
        }
        omptArguments().forEach(field -> lines.computeIfAbsent(field.type(), this::line));
        String text = Source.open(
                        "/// C types of arguments and the structs they show; see `ArgumentTypes` for the form of the lines.\n")
                + "final class ArgumentTypeText {\n    private ArgumentTypeText() {}\n"
                + method("types", String.join("\n", lines.values()))
                + method("structs", String.join("\n", structLines))
                + "}\n";
        sink.write("ArgumentTypeText", "types", text);
        sink.write("EnumNames", "enums", enumNames());
        sink.write("OmptText", "ompt", ompt());
    }

    private static String method(String name, String text) {
        return "\n    static String " + name + "() {\n        return " + Source.literal(text) + ";\n    }\n";
    }

    /// Returns `type|mangled|pointers|form`.
    private String line(String type) {
        CType parsed = parser.parse(type);
        return type + "|" + Mangler.mangle(parsed, facts.types().mangled()) + "|" + pointers(parsed) + "|"
                + form(parsed);
    }

    private static int pointers(CType type) {
        return type.unqualified() instanceof CType.Pointer(CType to) ? 1 + pointers(to) : 0;
    }

    private String form(CType type) {
        return switch (type) {
            case CType.Pointer(CType to) -> form(to);
            case CType.Qualified qualified -> form(qualified.type());
            case CType.Function _ -> "function";
            case CType.Scalar scalar -> scalar(scalar.code());
            case CType.Tagged tagged -> tagged(tagged);
        };
    }

    private static String scalar(String code) {
        return switch (code) {
            case "v" -> "void";
            case "b" -> "bool";
            case "c" -> "text";
            case "a" -> "i8";
            case "h" -> "u8";
            case "s" -> "i16";
            case "t" -> "u16";
            case "i" -> "i32";
            case "j" -> "u32";
            case "l", "x" -> "i64";
            case "m", "y" -> "u64";
            case "f" -> "f32";
            case "d" -> "f64";
            default -> throw new IllegalArgumentException("code=" + code);
        };
    }

    private String tagged(CType.Tagged type) {
        if (type.keyword().equals("enum")) {
            for (int i = 0; i < enums.size(); i++) {
                if (enums.get(i).name().equals(type.name())) {
                    return "enum:" + i;
                }
            }
            throw new IllegalStateException("enum=" + type.name());
        }
        Struct struct = layouts.get(type.name());
        return struct == null ? "opaque" : "struct:" + struct(struct);
    }

    /// Returns the number of the struct's line, which is created on first use.
    private int struct(Struct struct) {
        int known = structNames.indexOf(struct.name());
        if (known >= 0) {
            return known;
        }
        StringBuilder line = new StringBuilder().append(struct.size());
        members(struct.union(), facts.types().inOrder().contains(struct.name()), struct.fields(), line);
        structNames.add(struct.name());
        structLines.add(line.toString());
        return structNames.size() - 1;
    }

    /// Appends `|name|pointers|form|offset|bytes|elements` for each member, in the order in which AMD's library shows
    /// them; for a union, for the first one only.
    private void members(boolean union, boolean inOrder, List<Field> fields, StringBuilder line) {
        List<Field> all = inOrder ? fields : fields.reversed();
        for (Field field : union ? fields.subList(0, 1) : all) {
            if (field.isInline()) {
                members(field.kind().base().equals("union"), inOrder, field.fields(), line);
                continue;
            }
            CType type = parser.parse(field.type().replaceFirst("\\[.*", ""));
            int elements = field.kind().count();
            int bytes = elements == 0 ? field.size() : field.size() / elements;
            line.append('|').append(field.name());
            line.append('|').append(pointers(type));
            line.append('|').append(form(type));
            line.append('|').append(field.offset());
            line.append('|').append(bytes);
            line.append('|').append(elements);
        }
    }

    private String enumNames() {
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// Enumerators of the runtimes' C enums by number. Thread rule: any thread.\n")
                .append("public final class EnumNames {\n    private EnumNames() {}\n\n")
                .append(
                        "    /// {@return the number of a C enum here, or -1}\n    ///\n    /// @param name as C spells it\n    public static int index(String name) {\n")
                .append("        return switch (name) {\n");
        for (int i = 0; i < enums.size(); i++) {
            text.append(
                    "            case \"%s\" -> %d;\n".formatted(enums.get(i).name(), i));
        }
        text.append("            default -> -1;\n        };\n    }\n\n")
                .append(
                        "    /// {@return the enumerator of a value as C spells it, or null if the enum has none}\n    ///\n")
                .append("    /// @param index of the enum\n    /// @param value the number in C\n")
                .append("    public static @Nullable String name(int index, int value) {\n")
                .append("        return switch (index) {\n");
        for (int i = 0; i < enums.size(); i++) {
            String type = Names.type(enums.get(i).name());
            text.append("            case %d -> {\n".formatted(i))
                    .append("                %1$s known = %1$s.of(value);\n".formatted(type))
                    .append("                yield known == null ? null : known.nativeName();\n            }\n");
        }
        text.append("            default -> null;\n        };\n    }\n\n")
                .append(
                        "    /// {@return the text of a value as AMD's library shows it to tools: a few enums by the last part of the\n    /// enumerator, all others by number}\n    ///\n")
                .append("    /// @param index of the enum\n    /// @param value the number in C\n")
                .append(
                        "    public static String amdText(int index, int value) {\n        String prefix = prefix(index);\n")
                .append("        if (prefix == null) return Integer.toString(value);\n")
                .append("        String known = name(index, value);\n")
                .append(
                        "        return known == null ? prefix + \"_UNKNOWN=\" + value : known.substring(prefix.length());\n    }\n\n")
                .append("    private static @Nullable String prefix(int index) {\n        return switch (index) {\n");
        for (int i = 0; i < enums.size(); i++) {
            String prefix = facts.types().shortened().get(enums.get(i).name());
            if (prefix == null) continue;
            checkPrefix(enums.get(i), prefix);
            text.append("            case %d -> \"%s\";\n".formatted(i, prefix));
        }
        return text.append("            default -> null;\n        };\n    }\n}\n")
                .toString();
    }

    private static void checkPrefix(EnumType type, String prefix) {
        for (String enumerator : type.values().keySet())
            if (!enumerator.startsWith(prefix)) throw new IllegalStateException("enumerator=" + enumerator);
    }

    private List<Field> omptArguments() {
        return facts.sdk().struct("rocprofiler_ompt_args_t").fields().stream()
                .flatMap(event -> event.fields().stream())
                .toList();
    }

    /// Returns one line per operation, in the format of a table's signatures.
    private String ompt() {
        EnumType operations = facts.sdk().enumeration("rocprofiler_ompt_operation_t");
        Map<Long, String> lines = new TreeMap<>();
        for (Field event : facts.sdk().struct("rocprofiler_ompt_args_t").fields()) {
            Long operation = operations.values().get(OMPT_OPERATION + event.name());
            if (operation == null) {
                throw new IllegalStateException("event=" + event.name());
            }
            StringBuilder line = new StringBuilder("void|void|").append(event.size());
            for (Field field : event.fields()) {
                line.append("|%s|%s|%s|%d|%d"
                        .formatted(field.name(), field.type(), field.kind(), field.offset(), field.size()));
            }
            lines.put(operation, line.toString());
        }
        if (!List.copyOf(lines.keySet())
                .equals(java.util.stream.LongStream.range(0, lines.size())
                        .boxed()
                        .toList())) {
            throw new IllegalStateException("operations=" + lines.keySet());
        }
        return Source.open("/// Arguments of the OpenMP events, one line an operation.\n")
                + "final class OmptText {\n    private OmptText() {}\n"
                + method("signatures", String.join("\n", lines.values()))
                + "}\n";
    }
}
