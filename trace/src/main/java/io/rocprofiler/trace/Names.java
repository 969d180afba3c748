package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names of kinds and operations by number, numbers of newer versions included.
public final class Names {

    private static final @Nullable String[][] OPERATIONS = new @Nullable String[BufferTracingKind.values().length][];

    private Names() {}

    /// The function or operation; a number that nobody knows yet is shown as one.
    public static String operation(int kind, int operation) {
        String[] names = kind >= 0 && kind < OPERATIONS.length ? OPERATIONS[kind] : null;
        BufferTracingKind known = BufferTracingKind.of(kind);
        if (names == null && known != null) {
            names = operations(known).toArray(new String[0]);
            OPERATIONS[kind] = names;
        }
        boolean named = names != null && operation >= 0 && operation < names.length;
        return named ? names[operation] : kind(kind) + " operation " + operation;
    }

    /// `HIP_RUNTIME_API` and so on: AMD's enumerator without its prefix.
    public static String kind(int kind) {
        BufferTracingKind known = BufferTracingKind.of(kind);
        return known == null ? "kind " + kind : known.name();
    }

    /// All operation names of a kind, in the order of their numbers.
    public static List<String> operations(BufferTracingKind kind) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Operations.count(kind); i++) {
            names.add(Operations.name(kind, i));
        }
        return names;
    }

    /// All operation names of a kind, in the order of their numbers.
    public static List<String> operations(CallbackTracingKind kind) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Operations.count(kind); i++) {
            names.add(Operations.name(kind, i));
        }
        return names;
    }
}
