package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTables;
import java.lang.foreign.Arena;

/// What a runtime passes when it registers.
///
/// @param tables address of an array of `count` table pointers
record RuntimeTables(String library, long version, long instance, long tables, long count) {

    static boolean isKnown(String library) {
        for (int i = 0; i < ApiTables.count(); i++)
            if (ApiTables.get(i).commonName().equals(library)) return true;
        return false;
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
