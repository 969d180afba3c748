package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.lang.foreign.Arena;

/// The arguments with which a runtime registers.
///
/// @param tables address of an array of `count` table pointers
public record RuntimeTables(String library, long version, long instance, long tables, long count) {
    private static final int NEWEST_MAJOR = 0xffff;
    private static final int VERSION_BYTES = 16; // struct ApiTableVersion, hsa_api_trace_version.h
    private static final int LARGEST_BYTES = 1 << 16;

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

    /// Whether these are the tables of the same instance of a library.
    public boolean isSame(RuntimeTables other) {
        return library.equals(other.library) && instance == other.instance;
    }

    /// Returns the address of one of the tables, as the runtime has passed it.
    public long address(int position) {
        return Memory.getLong(tables + 8L * position);
    }

    /// Returns the address of a table, or 0 if the runtime does not have it.
    public long table(ApiTable known) {
        if (known.containerOffset() != 0) return hsaTable(known, Memory.getLong(tables));
        return known.position() < count ? address(known.position()) : 0;
    }

    /// Returns the address of the table with the functions of a known one as libroctx64 calls them, or 0 if there is
    /// none. Our ROC-TX library registers it (`registration.c`).
    public long olderTable(ApiTable known) {
        boolean has = known == ApiTables.ROCTX_CORE && count > NativeConstants.OLDER_MARKERS;
        return has ? address(NativeConstants.OLDER_MARKERS) : 0;
    }

    /// Returns the address of an HSA table, or 0 if the runtime does not have it: it is null, or does not begin with
    /// a version.
    public static long hsaTable(ApiTable known, long container) {
        int offset = known.containerOffset();
        long table = offset >= hsaSize(container) ? 0 : Memory.getLong(container + offset);
        return table != 0 && isFilledIn(table) ? table : 0;
    }

    /// Whether a table begins with a version, as `tables.c` asks it, too; simple runtimes have 0 for its major part. Of
    /// those that it does not have, ROCr passes memory that it has not written.
    private static boolean isFilledIn(long table) {
        int major = Memory.getInt(table);
        int size = hsaSize(table);
        return Integer.compareUnsigned(major, NEWEST_MAJOR) <= 0
                && size >= VERSION_BYTES
                && size <= LARGEST_BYTES
                && size % Long.BYTES == 0;
    }

    /// `version.minor_id`, which is the size of a table in bytes.
    private static int hsaSize(long table) {
        return Memory.getInt(table + 4);
    }

    /// Returns the number of known functions in a runtime's table: the traced ones or, in a table without a tracing
    /// kind, all.
    public static int operations(ApiTable known, long table) {
        boolean isTraced = known.callbackKind() != 0;
        int major = major(known, table);
        if (!known.knows(major)) return 0;
        return Math.min(isTraced ? known.operations() : known.count(), known.slots(major, bytes(known, table)));
    }

    /// Returns the address of an operation's slot in a runtime's table, one of the first [#operations]; 0 if the table
    /// is of an earlier version without it.
    public static long slot(ApiTable known, long table, int operation) {
        int offset = known.slotOffset(major(known, table), operation);
        return offset == 0 ? 0 : table + offset;
    }

    /// Returns the functions in a runtime's table, by operation; 0 for those that it does not have.
    public static long[] functions(ApiTable known, long table) {
        int count = operations(known, table);
        if (!known.isEarlier(major(known, table))) return StagedStruct.read(table + known.slotOffset(0), count);
        long[] functions = new long[count];
        for (int operation = 0; operation < functions.length; operation++) {
            long slot = slot(known, table, operation);
            functions[operation] = slot == 0 ? 0 : Memory.getLong(slot);
        }
        return functions;
    }

    /// Whether a runtime's table is of an unknown version: another function may be in each of its slots.
    public static boolean isUnknown(ApiTable known, long table) {
        return !known.knows(major(known, table));
    }

    /// `version.major_id`, 0 for tables without a version.
    public static int major(ApiTable known, long table) {
        return hasVersion(known) ? Memory.getInt(table) : 0;
    }

    /// Returns the number of functions in a runtime's table beyond those known: of a newer release.
    public static long newerOperations(ApiTable known, long table) {
        return Math.max(0, (bytes(known, table) - known.slotOffset(known.count())) / Long.BYTES);
    }

    /// HSA's tables store their size in the second word of their version, all others in their first eight bytes.
    private static long bytes(ApiTable known, long table) {
        return hasVersion(known) ? Memory.getInt(table + 4) : Memory.getLong(table);
    }

    private static boolean hasVersion(ApiTable known) {
        return known.headerBytes() == 16;
    }
}
