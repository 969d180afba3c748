package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.EnumType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes a C enumeration as a Java enum.
///
/// If several enumerators have the same value, the first becomes the constant and the others become aliases. The
/// closing `_LAST` is a count, not a value: a method, because a compiler copies constants into programs.
final class EnumEmitter {
    private static final String IMPORTS = "import org.jspecify.annotations.Nullable;\n\n";

    private final String type;
    private final EnumType source;
    private final List<String> enumerators = new ArrayList<>();
    private final List<Integer> values = new ArrayList<>();
    private final StringBuilder constants = new StringBuilder();
    private final StringBuilder aliases = new StringBuilder();
    private final StringBuilder last = new StringBuilder();
    private final boolean isOperations;
    private boolean dense = true;

    private EnumEmitter(String type, EnumType source) {
        this.type = type;
        this.source = source;
        isOperations = OperationEnumEmitter.isOperations(source);
        source.values().forEach(this::enumerator);
        source.later().forEach(this::enumerator);
    }

    private void enumerator(String name, Long value) {
        enumerators.add(name);
        values.add(value.intValue());
    }

    static String enumType(String type, EnumType source, List<String> statusMessages) {
        boolean isStatus = source.name().equals("rocprofiler_status_t");
        return new EnumEmitter(type, source).emit(isStatus ? statusMessages : List.of());
    }

    private String emit(List<String> messages) {
        List<Integer> distinct = constants(messages);
        StringBuilder text = Source.open(IMPORTS)
                .append("/// `")
                .append(source.name())
                .append('`')
                .append(source.file().isEmpty() ? "" : " (`" + source.file() + "`)")
                .append(".\n")
                .append("public enum ")
                .append(type)
                .append(isOperations ? " implements Operation {\n" : " implements NativeEnum {\n")
                .append(constants)
                .append("    ;\n\n")
                .append(aliases)
                .append("    private static final ")
                .append(type)
                .append("[] VALUES = values();\n\n")
                .append("    private final int value;\n    private final String nativeName;\n");
        String extra = messages.isEmpty() ? "" : ", String message";
        text.append(messages.isEmpty() ? "" : "    private final String message;\n")
                .append("\n    ")
                .append(type)
                .append("(int value, String nativeName")
                .append(extra)
                .append(") {\n")
                .append("        this.value = value;\n        this.nativeName = nativeName;\n")
                .append(messages.isEmpty() ? "" : "        this.message = message;\n")
                .append("    }\n\n");
        accessor(text, "{@return the number that C knows}\n    @Override", "int", "value");
        accessor(
                text,
                "{@return the enumerator as C spells it}" + (isOperations ? "" : "\n    @Override"),
                "String",
                "nativeName");
        if (!messages.isEmpty()) {
            accessor(text, "{@return what `rocprofiler_get_status_string` answers}", "String", "message");
        }
        text.append(last);
        if (isOperations) operationName(text);
        return text.append(lookup(distinct)).append("}\n").toString();
    }

    /// Returns the values of the constants, in order.
    private List<Integer> constants(List<String> messages) {
        List<String> names = Names.suffixes(enumerators);
        Map<Integer, String> first = new HashMap<>();
        Set<String> taken = new HashSet<>();
        List<Integer> distinct = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            int value = values.get(i);
            if (!taken.add(name)) {
                if (!name.equals(first.get(value))) {
                    throw new IllegalStateException(type + "." + name + " twice");
                }
                continue; // hipDeviceAttributePciDomainId and ...PciDomainID
            }
            if (enumerators.get(i).endsWith("_LAST")) {
                last.append("    /// {@return `")
                        .append(enumerators.get(i))
                        .append(
                                "`, one more than the largest number of this release} A method, so that no program keeps it.\n")
                        .append("    public static int last() {\n        return ")
                        .append(value)
                        .append(";\n    }\n\n");
            } else if (first.putIfAbsent(value, name) != null) {
                last.append("    /// `")
                        .append(enumerators.get(i))
                        .append("`, another name of the same value.\n")
                        .append("    public static final ")
                        .append(type)
                        .append(' ')
                        .append(name)
                        .append(" = ")
                        .append(first.get(value))
                        .append(";\n\n");
            } else {
                constants
                        .append("    /// `")
                        .append(enumerators.get(i))
                        .append("`.\n    ")
                        .append(name)
                        .append('(')
                        .append(value)
                        .append(", \"")
                        .append(enumerators.get(i))
                        .append('"')
                        .append(messages.isEmpty() ? "" : ", " + Source.literal(messages.get(value)))
                        .append("),\n");
                dense &= distinct.isEmpty() || value == distinct.getLast() + 1;
                distinct.add(value);
            }
        }
        return distinct;
    }

    /// Appends the method that returns the name which [OperationEmitter] lists by number.
    private void operationName(StringBuilder text) {
        text.append("    @Override\n    public String operationName() {\n        return ")
                .append(OperationEmitter.nameOf("nativeName", source))
                .append(";\n    }\n\n");
    }

    private static void accessor(StringBuilder text, String says, String result, String name) {
        text.append("    /// ")
                .append(says)
                .append("\n    public ")
                .append(result)
                .append(' ')
                .append(name)
                .append("() {\n        return ")
                .append(name)
                .append(";\n    }\n\n");
    }

    private String lookup(List<Integer> distinct) {
        StringBuilder text = new StringBuilder(
                        "    /// {@return the constant of a number, or null}\n    ///\n    /// @param value as C knows it\n"
                                + "    public static @Nullable ")
                .append(type)
                .append(" of(int value) {\n");
        if (dense) {
            int low = distinct.getFirst();
            String index = low == 0 ? "value" : low < 0 ? "value + " + -low : "value - " + low;
            text.append("        int index = ")
                    .append(index)
                    .append(";\n")
                    .append("        return index >= 0 && index < VALUES.length ? VALUES[index] : null;\n");
        } else {
            text.append("        for (")
                    .append(type)
                    .append(" candidate : VALUES) {\n")
                    .append("            if (candidate.value == value) {\n                return candidate;\n")
                    .append("            }\n        }\n        return null;\n");
        }
        return text.append("    }\n").toString();
    }
}
