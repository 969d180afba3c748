package io.rocprofiler.sdk.engine;

import java.lang.foreign.Arena;

/// What a runtime passes when it registers.
///
/// @param tables address of an array of `count` table pointers
record RuntimeTables(String library, long version, long instance, long tables, long count) {

    static boolean isKnown(String library) {
        return switch (library) {
            case "hsa", "hip", "hip_compiler", "roctx", "rccl", "rocdecode", "rocjpeg" -> true;
            default -> false;
        };
    }

    /// A copy for later: the tables belong to the runtime for ever, but the array of pointers may be on its
    /// stack.
    static RuntimeTables keep(String library, long version, long instance, long tables, long count) {
        long bytes = count * Long.BYTES;
        long copy = Arena.global().allocate(bytes, Long.BYTES).address();
        Memory.copy(tables, copy, bytes);
        return new RuntimeTables(library, version, instance, copy, count);
    }
}
