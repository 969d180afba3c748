package io.rocprofiler.facts.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One API table: a header, then function pointers.
///
/// @param position index in the array of tables the runtime registers
/// @param headerBytes 8 (size) or, for HSA, 16 (version)
/// @param containerField the member of `HsaApiTable` that points to it; empty outside HSA
/// @param versionMacros the macros naming major version and step
/// @param majorVersion the newest known major version
/// @param steps step number to number of slots
/// @param earlier major version to the slots of that version, in order, as indexes of `slots`
/// @param sizes release to `sizeof(table)`
public record Table(
        String struct,
        String commonName,
        String importSymbol,
        int position,
        int headerBytes,
        List<Field> header,
        String containerField,
        List<String> versionMacros,
        int majorVersion,
        @Nullable Ident callbackKind,
        @Nullable Ident bufferKind,
        @Nullable Ident bufferExtKind,
        @Nullable Ident tableId,
        Map<Integer, Integer> steps,
        Map<Integer, List<Integer>> earlier,
        Map<String, Integer> sizes,
        List<Slot> slots) {
    /// The `sizeof` of the newest known form.
    public int size() {
        return headerBytes + 8 * slots.size();
    }

    /// The newest known step.
    public int step() {
        return steps.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
