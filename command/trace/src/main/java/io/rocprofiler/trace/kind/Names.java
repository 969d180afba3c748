package io.rocprofiler.trace.kind;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Names of kinds and operations by number, including numbers of newer versions.
public final class Names {

    private static final Map<Integer, List<String>> OPERATIONS = new ConcurrentHashMap<>();

    private Names() {}

    /// Returns the name of the function or operation; formats an unknown number as a number.
    public static String operation(int kind, int operation) {
        List<String> names = OPERATIONS.computeIfAbsent(kind, Names::ofKind);
        boolean known = operation >= 0 && operation < names.size();
        return known ? names.get(operation) : kind(kind) + " operation " + operation;
    }

    /// Returns AMD's enumerator without its prefix, such as `HIP_RUNTIME_API`.
    public static String kind(int kind) {
        BufferTracingKind known = BufferTracingKind.of(kind);
        return known == null ? "kind " + kind : known.name();
    }

    private static List<String> ofKind(int kind) {
        BufferTracingKind known = BufferTracingKind.of(kind);
        return known == null ? List.of() : operations(known);
    }

    /// Returns all operation names of a kind, in the order of their numbers.
    public static List<String> operations(BufferTracingKind kind) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Operations.count(kind); i++) {
            names.add(String.valueOf(Operations.name(kind, i)));
        }
        return names;
    }

    /// Returns all operation names of a kind, in the order of their numbers.
    public static List<String> operations(CallbackTracingKind kind) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Operations.count(kind); i++) {
            names.add(String.valueOf(Operations.name(kind, i)));
        }
        return names;
    }
}
