package io.rocprofiler.cli.rocpd;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.trace.kind.Names;
import io.rocprofiler.trace.kind.RecordKinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Kinds and operations by the names that databases have for them.
final class KnownKinds {

    /// What a call is recorded as.
    ///
    /// @param isNamed whether kind and operation tell its name; otherwise the name is its message
    record Kind(int kind, int operation, boolean isNamed) {}

    private static final String MARKERS = "MARKER";
    private static final String WITH_ARGUMENTS = "_EXT";

    private static final Kind RANGE = new Kind(
            BufferTracingKind.MARKER_CORE_RANGE_API.value(), MarkerCoreRangeOperation.roctxThreadRangeA.value(), false);

    private static final Kind MARK = new Kind(
            BufferTracingKind.MARKER_CORE_RANGE_API.value(), MarkerCoreRangeOperation.roctxMarkA.value(), false);

    private final Map<String, Integer> kinds = new HashMap<>();
    private final Map<Integer, Map<String, Integer>> operations = new HashMap<>();

    KnownKinds() {
        for (int kind = 0; kind < BufferTracingKind.last(); kind++) {
            kinds.put(Names.kind(kind), kind);
        }
    }

    /// Returns the kind of a call, mark or range. What this version does not know is a range with that name.
    ///
    /// @param name null for a mark, which has none
    Kind call(@Nullable String category, @Nullable String name, boolean hasMessage) {
        if (name == null) {
            return MARK;
        }
        if (category == null || (category.startsWith(MARKERS) && hasMessage)) {
            return RANGE;
        }
        Integer kind = kinds.get(category);
        int operation = kind == null ? -1 : operation(kind, name);
        return kind == null || operation < 0 ? RANGE : new Kind(kind(category, kind), operation, true);
    }

    /// The kind without arguments: a database has their texts, a record the words that they were made of.
    private int kind(String category, int kind) {
        return RecordKinds.hasArguments(kind) && category.endsWith(WITH_ARGUMENTS)
                ? kinds.getOrDefault(category.substring(0, category.length() - WITH_ARGUMENTS.length()), kind)
                : kind;
    }

    /// Returns the number of a kind's operation, -1 if this version does not know it.
    int operation(int kind, @Nullable String name) {
        return operations.computeIfAbsent(kind, KnownKinds::byName).getOrDefault(name, -1);
    }

    private static Map<String, Integer> byName(int kind) {
        Map<String, Integer> numbers = new HashMap<>();
        BufferTracingKind known = BufferTracingKind.of(kind);
        List<String> names = known == null ? List.of() : Names.operations(known);
        for (int i = 0; i < names.size(); i++) {
            numbers.putIfAbsent(names.get(i), i);
        }
        return numbers;
    }
}
