package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Ident;
import io.rocprofiler.facts.model.RangeOperation;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes operations as enums, one per API table and one for the ROC-TX ranges, their common interface, and the map
/// from tracing kinds to enums. [EnumEmitter] writes the SDK's own enumerations of operations.
final class OperationEnumEmitter {
    static final String RANGE_ENUM = "MarkerCoreRangeOperation";

    private static final String SDK_SUFFIX = "_operation_t";

    private final Facts facts;
    private final JavaEmitter.Sink sink;

    /// Operation enums by kind, in the order of the kinds' numbers.
    private final Map<Integer, String> callbackKinds = new TreeMap<>();

    private final Map<Integer, String> bufferKinds = new TreeMap<>();
    private final List<String> types = new ArrayList<>();

    OperationEnumEmitter(Facts facts, JavaEmitter.Sink sink) {
        this.facts = facts;
        this.sink = sink;
    }

    /// Whether a type is an SDK enumeration of the operations of a kind.
    static boolean isOperations(EnumType type) {
        return type.name().startsWith("rocprofiler_") && type.name().endsWith(SDK_SUFFIX);
    }

    void emit() {
        for (TableSpec spec : TableSpec.ALL) {
            Table table = facts.library(spec.library()).table(spec.struct());
            if (table.callbackKind() != null) table(spec, table);
        }
        List<RangeOperation> ranges = facts.library("roctx").rangeOperations();
        List<String> names = ranges.stream().map(RangeOperation::name).toList();
        sink.write(RANGE_ENUM, "core_range", constants(RANGE_ENUM, "the ROC-TX core ranges", names));
        add(RANGE_ENUM, kind("callback", "MARKER_CORE_RANGE_API"), kind("buffer", "MARKER_CORE_RANGE_API"));
        for (EnumType type : facts.sdk().enums().values()) {
            if (isOperations(type)) {
                String kind = type.name().substring("rocprofiler_".length());
                kind = kind.substring(0, kind.length() - SDK_SUFFIX.length()).toUpperCase(Locale.ROOT);
                add(Names.type(type.name()), kind("callback", kind), kind("buffer", kind));
            }
        }
        sink.write("Operation", "operations", operation());
        sink.write("OperationConstants", "operations", lookups());
    }

    private void table(TableSpec spec, Table table) {
        String type = spec.operationsEnum();
        List<String> names = table.slots().stream()
                .filter(slot -> slot.operation() >= 0)
                .map(Slot::name)
                .toList();
        sink.write(type, spec.struct(), constants(type, "`" + table.struct() + "`", names));
        add(type, id(table.callbackKind()), id(table.bufferKind()));
        if (table.bufferExtKind() != null) bufferKinds.put(table.bufferExtKind().id(), type);
    }

    private void add(String type, int callbackKind, int bufferKind) {
        types.add(type);
        if (callbackKind > 0) callbackKinds.put(callbackKind, type);
        if (bufferKind > 0) bufferKinds.put(bufferKind, type);
    }

    private static int id(@Nullable Ident ident) {
        return ident == null ? 0 : ident.id();
    }

    private int kind(String family, String kind) {
        EnumType kinds = facts.sdk().enums().get("rocprofiler_" + family + "_tracing_kind_t");
        String name = "ROCPROFILER_" + family.toUpperCase(Locale.ROOT) + "_TRACING_" + kind;
        return kinds == null ? 0 : kinds.values().getOrDefault(name, 0L).intValue();
    }

    /// Appends the constants. Ids are slot indexes (the engine relies on this, too), so a constant's number is
    /// its ordinal.
    private static String constants(String type, String what, List<String> names) {
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// The operations of ")
                .append(what)
                .append(", named as the functions are.\npublic enum ")
                .append(type)
                .append(" implements Operation {\n");
        for (String name : names)
            text.append("    /// `")
                    .append(name)
                    .append("`.\n    ")
                    .append(name)
                    .append(",\n");
        return text.append("""
                            ;

                            private static final %1$s[] VALUES = values();

                            @Override
                            public int value() {
                                return ordinal();
                            }

                            @Override
                            public String operationName() {
                                return name();
                            }

                            /// {@return the operation of a number, or null}
                            ///
                            /// @param value as C knows it
                            public static @Nullable %1$s of(int value) {
                                return value >= 0 && value < VALUES.length ? VALUES[value] : null;
                            }
                        }
                        """.formatted(type)).toString();
    }

    private String operation() {
        return Source.open()
                .append("""
                        /// What a kind of tracing traces: a function of an API, or an event.
                        ///
                        /// Each kind's operations are an enum. One that no tool asks for is not loaded.
                        public sealed interface Operation
                                permits %s {
                            /// {@return the number that C knows: for a function, the place in its table}
                            int value();

                            /// {@return the name that the SDK answers: for a function, its own}
                            String operationName();

                            /// {@return the name of the constant}
                            String name();
                        }
                        """.formatted(String.join(",\n                ", types)))
                .toString();
    }

    private String lookups() {
        StringBuilder text = Source.open("import org.jspecify.annotations.Nullable;\n\n")
                .append("/// The operations of each kind, by number. Loads only the kind's own.\n")
                .append("final class OperationConstants {\n    private OperationConstants() {}\n\n");
        lookup(text, "callback", callbackKinds);
        lookup(text.append('\n'), "buffer", bufferKinds);
        return text.append("}\n").toString();
    }

    private static void lookup(StringBuilder text, String family, Map<Integer, String> kinds) {
        text.append("    static @Nullable Operation ")
                .append(family)
                .append("(int kind, int operation) {\n        return switch (kind) {\n");
        kinds.forEach((kind, type) -> text.append("            case ")
                .append(kind)
                .append(" -> ")
                .append(type)
                .append(".of(operation);\n"));
        text.append("            default -> null;\n        };\n    }\n");
    }
}
