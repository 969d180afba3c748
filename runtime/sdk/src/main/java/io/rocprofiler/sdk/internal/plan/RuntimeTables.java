package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// The arguments with which a runtime registers.
///
/// @param tables address of an array of `count` table pointers
public record RuntimeTables(String library, long version, long instance, long tables, long count) {

    public static boolean isKnown(String library) {
        for (int i = 0; i < ApiTables.count(); i++)
            if (ApiTables.get(i).commonName().equals(library)) return true;
        return false;
    }

    /// Copies the arguments for later: the runtime keeps its tables, but the array of pointers may be on its stack.
    public static RuntimeTables keep(String library, long version, long instance, long tables, long count) {
        long bytes = count * Long.BYTES;
        long copy = Arena.global().allocate(bytes, Long.BYTES).address();
        Memory.copy(tables, copy, bytes);
        return new RuntimeTables(library, version, instance, copy, count);
    }

    /// Returns the address of a table, or 0 if the runtime does not have it.
    public long table(ApiTable known) {
        if (known.containerOffset() != 0) return hsaTable(known, Memory.getLong(tables));
        return known.position() < count ? Memory.getLong(tables + 8L * known.position()) : 0;
    }

    /// Returns the address of an HSA table, or 0 if the runtime does not have it: it is null, or its version is not
    /// filled in.
    public static long hsaTable(ApiTable known, long container) {
        int offset = known.containerOffset();
        long table = offset >= hsaSize(container) ? 0 : Memory.getLong(container + offset);
        return table == 0 || hsaSize(table) == 0 ? 0 : table;
    }

    /// `version.minor_id`, which is the size of a table in bytes.
    private static int hsaSize(long table) {
        return Memory.getInt(table + 4);
    }

    /// Returns the number of known functions in a runtime's table: the traced ones or, in a table without a tracing
    /// kind, all.
    public static int operations(ApiTable known, long table) {
        boolean isTraced = known.callbackKind() != 0;
        return Math.min(isTraced ? known.operations() : known.count(), known.slots(bytes(known, table)));
    }

    /// Returns the number of functions in a runtime's table beyond those known: of a newer release.
    public static long newerOperations(ApiTable known, long table) {
        return Math.max(0, (bytes(known, table) - known.slotOffset(known.count())) / Long.BYTES);
    }

    /// HSA's tables store their size in the second word of their version, all others in their first eight bytes.
    private static long bytes(ApiTable known, long table) {
        return known.headerBytes() == 16 ? Memory.getInt(table + 4) : Memory.getLong(table);
    }
}
