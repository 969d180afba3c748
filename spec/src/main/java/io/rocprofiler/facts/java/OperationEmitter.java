package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.RangeOperation;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Table;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes operation ids as ints, and the operation names of the kinds without an API table.
final class OperationEmitter {
    private static final String PREFIX = "ROCPROFILER_";
    private static final String OMPT_PREFIX = "ROCPROFILER_OMPT_ID_";

    private OperationEmitter() {}

    static String ids(TableSpec spec, Table table) {
        boolean isTraced = table.callbackKind() != null;
        StringBuilder text = ids(spec.operationsClass(), table.struct(), isTraced);
        for (Slot slot : table.slots()) {
            int id = isTraced ? slot.operation() : slot.index();
            if (id >= 0) {
                id(text, slot.name(), id);
            }
        }
        return end(text, spec.operationsClass());
    }

    /// @param isTraced false for a table whose calls belong to no tracing kind, so that tools see no operations
    /// of it
    private static StringBuilder ids(String type, String what, boolean isTraced) {
        StringBuilder text = Source.open()
                .append("/// Operation ids of ")
                .append(what)
                .append(", named as the functions are: constants for the compiler, for code\n")
                .append("/// that runs before a program's first call.");
        if (isTraced) {
            text.append(" Tools use [")
                    .append(type.replace("ApiId", "Operation"))
                    .append("].");
        }
        return text.append("\npublic final class ").append(type).append(" {\n");
    }

    private static void id(StringBuilder text, String name, int id) {
        text.append("    /// `")
                .append(name)
                .append("`.\n    public static final int ")
                .append(name)
                .append(" = ")
                .append(id)
                .append(";\n");
    }

    private static String end(StringBuilder text, String type) {
        return text.append("\n    private ").append(type).append("() {}\n}\n").toString();
    }

    static String texts(Facts facts) {
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// Operation names of the kinds without an API table, by id from 0, one line each.\n")
                .append("public final class OperationTexts {\n    private OperationTexts() {}\n\n");
        kinds(text, facts, "callback");
        kinds(text.append('\n'), facts, "buffer");
        rangeOfCore(text, facts.library("roctx"));
        coreOfRange(text, facts.library("roctx"));
        return text.append("}\n").toString();
    }

    private static void kinds(StringBuilder text, Facts facts, String family) {
        EnumType kinds = facts.sdk().enums().get("rocprofiler_" + family + "_tracing_kind_t");
        if (kinds == null) {
            throw new IllegalStateException("no " + family + " tracing kinds");
        }
        text.append("    public static @Nullable String ")
                .append(family)
                .append("(int kind) {\n        return switch (kind) {\n");
        kinds.values().forEach((name, value) -> {
            String kind = name.substring("ROCPROFILER_".length() + family.length() + "_TRACING_".length());
            String names = names(facts, kind);
            if (!names.isEmpty()) {
                text.append("            case ")
                        .append(value)
                        .append(" -> ")
                        .append(Source.literal(names))
                        .append(";\n");
            }
        });
        text.append("            default -> null;\n        };\n    }\n");
    }

    private static String names(Facts facts, String kind) {
        if (kind.equals("MARKER_CORE_RANGE_API")) {
            return facts.library("roctx").rangeOperations().stream()
                    .map(RangeOperation::name)
                    .collect(Collectors.joining("\n"));
        }
        EnumType operations = facts.sdk().enums().get("rocprofiler_" + kind.toLowerCase(Locale.ROOT) + "_operation_t");
        if (operations == null) {
            return "";
        }
        Map<Long, String> byId = new TreeMap<>();
        operations.values().forEach((enumerator, id) -> {
            if (id >= 0 && !enumerator.endsWith("_LAST")) {
                byId.putIfAbsent(id, name(kind, enumerator));
            }
        });
        return String.join("\n", byId.values());
    }

    /// Returns an operation's name as the SDK reports it: OpenMP's events have their own prefix, and the kernel
    /// driver's keep the whole enumerator.
    private static String name(String kind, String enumerator) {
        if (kind.equals("OMPT")) {
            return "omp_" + enumerator.substring(OMPT_PREFIX.length());
        }
        return kind.startsWith("KFD_") ? enumerator : enumerator.substring(PREFIX.length());
    }

    /// Returns the same as an expression over a variable that holds the enumerator.
    static String nameOf(String variable, EnumType operations) {
        String kind = operations.name().substring(PREFIX.length()).toUpperCase(Locale.ROOT);
        if (kind.startsWith("OMPT_")) {
            return "\"omp_\".concat(" + variable + ".substring(" + OMPT_PREFIX.length() + "))";
        }
        return kind.startsWith("KFD_") ? variable : variable + ".substring(" + PREFIX.length() + ")";
    }

    private static void rangeOfCore(StringBuilder text, Library roctx) {
        text.append("\n    /// The core range operation a ROC-TX core function belongs to, or -1.\n")
                .append("    public static int rangeOfCore(int operation) {\n        return switch (operation) {\n");
        for (Slot slot : roctx.table("roctxCoreApiTable_t").slots()) {
            for (RangeOperation range : roctx.rangeOperations()) {
                if (range.fields().contains(slot.field())) {
                    text.append("            case ")
                            .append(slot.operation())
                            .append(" -> ")
                            .append(range.operation())
                            .append("; // ")
                            .append(slot.name())
                            .append('\n');
                }
            }
        }
        text.append("            default -> -1;\n        };\n    }\n");
    }

    private static void coreOfRange(StringBuilder text, Library roctx) {
        text.append("\n    /// The ROC-TX core function that opens a core range operation, or -1.\n")
                .append("    public static int coreOfRange(int operation) {\n        return switch (operation) {\n");
        for (RangeOperation range : roctx.rangeOperations()) {
            for (Slot slot : roctx.table("roctxCoreApiTable_t").slots()) {
                if (slot.field().equals(range.fields().getFirst())) {
                    text.append("            case ")
                            .append(range.operation())
                            .append(" -> ")
                            .append(slot.operation())
                            .append("; // ")
                            .append(slot.name())
                            .append('\n');
                }
            }
        }
        text.append("            default -> -1;\n        };\n    }\n");
    }
}
