package io.rocprofiler.abi.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An API table of a runtime: a header, followed by one function pointer per slot.
///
/// An operation id is the index of its slot. The data that the engine needs to wrap a slot is encoded in strings
/// and read by index; names and signatures are loaded on first use.
///
/// Thread rule: any thread; immutable except for the lazily loaded texts.
public final class ApiTable {
    private final int index;
    private final String name;
    private final String struct;
    private final String commonName;
    private final String importSymbol;
    private final String stackWords;
    private final String resultBytes;
    private final String moveStarts;
    private final String moves;
    private final String streams;
    private final String earlier;
    private final int[] numbers;
    private @Nullable Lines names;
    private @Nullable Lines signatures;

    ApiTable(
            int index,
            String name,
            String struct,
            String commonName,
            String importSymbol,
            String stackWords,
            String resultBytes,
            String moveStarts,
            String moves,
            String streams,
            String earlier,
            int... numbers) {
        this.index = index;
        this.name = name;
        this.struct = struct;
        this.commonName = commonName;
        this.importSymbol = importSymbol;
        this.stackWords = stackWords;
        this.resultBytes = resultBytes;
        this.moveStarts = moveStarts;
        this.moves = moves;
        this.streams = streams;
        this.earlier = earlier;
        this.numbers = numbers;
    }

    /// {@return the index in `ApiTables`, which the native slot stores as its table}
    public int index() {
        return index;
    }

    /// The table's name: `HIP_RUNTIME`, ...
    ///
    /// @return the table's name
    public String name() {
        return name;
    }

    /// {@return the C struct}
    public String struct() {
        return struct;
    }

    /// {@return the library name under which the table registers}
    public String commonName() {
        return commonName;
    }

    /// {@return the symbol that identifies the library in secure mode}
    public String importSymbol() {
        return importSymbol;
    }

    /// {@return the number of known slots} A table in a process may have fewer or more: see [#slots(long)].
    public int count() {
        return numbers[0];
    }

    /// {@return the number of slots, from the first, that the SDK traces}
    public int operations() {
        return numbers[1];
    }

    /// {@return the index in the array of tables that the library registers}
    public int position() {
        return numbers[2];
    }

    /// {@return the number of bytes before slot 0} The table's own size is a u64 at 0, or, with 16 bytes (HSA), a
    /// u32 at 4.
    public int headerBytes() {
        return numbers[3];
    }

    /// {@return the offset of the pointer to this table in `HsaApiTable`; 0 outside HSA}
    public int containerOffset() {
        return numbers[4];
    }

    /// {@return the SDK's table id (`rocprofiler_hip_table_id_t`, ...)}
    public int tableId() {
        return numbers[5];
    }

    /// {@return the SDK's intercept table bit}
    public int interceptTable() {
        return numbers[6];
    }

    /// {@return the callback tracing kind of calls through this table; 0 (`NONE`) if they are not traced}
    public int callbackKind() {
        return numbers[7];
    }

    /// {@return the buffer tracing kind of calls through this table; 0 (`NONE`) if they are not traced}
    public int bufferKind() {
        return numbers[8];
    }

    /// {@return the buffer tracing kind of records that carry arguments; 0 (`NONE`) if there is none}
    public int bufferExtKind() {
        return numbers[9];
    }

    /// {@return the size of the callback payload in bytes}
    public int payloadBytes() {
        return numbers[10];
    }

    /// {@return the offset of `args` in the callback payload}
    public int payloadArgs() {
        return numbers[11];
    }

    /// {@return the offset of `retval` in the callback payload}
    public int payloadRetval() {
        return numbers[12];
    }

    /// {@return the size of the buffer record in bytes}
    public int recordBytes() {
        return numbers[13];
    }

    /// {@return the size of the extended buffer record in bytes; 0 if there is none}
    public int extRecordBytes() {
        return numbers[14];
    }

    /// {@return the offset of `args` in the extended buffer record}
    public int extRecordArgs() {
        return numbers[15];
    }

    /// {@return the offset of `retval` in the extended buffer record}
    public int extRecordRetval() {
        return numbers[16];
    }

    /// {@return the offset of a slot's function pointer in the table, in bytes}
    ///
    /// @param slot its index in the table
    public int slotOffset(int slot) {
        return headerBytes() + 8 * slot;
    }

    /// {@return the number of known slots that exist in a table of a given size}
    ///
    /// @param tableBytes size of the table in bytes, as reported by the runtime
    public int slots(long tableBytes) {
        return (int) Math.max(0, Math.min(count(), (tableBytes - headerBytes()) / 8));
    }

    /// {@return whether tables of this major version are known} Tables without a version have 0.
    ///
    /// @param major as in the table
    public boolean knows(int major) {
        return major == 0 || major == numbers[17] || isEarlier(major);
    }

    /// {@return the major version of today's tables; 0 for tables without a version}
    public int major() {
        return numbers[17];
    }

    /// {@return the major versions whose tables have their functions in other slots than today's}
    public int[] earlierMajors() {
        int[] majors = new int[earlier.length()];
        int count = 0;
        for (int at = 0; at < earlier.length(); at += 2 + earlier.charAt(at + 1)) {
            majors[count++] = earlier.charAt(at);
        }
        return Arrays.copyOf(majors, count);
    }

    /// {@return whether tables of this major version have their functions in other slots than today's}
    ///
    /// @param major as in the table
    public boolean isEarlier(int major) {
        return startOf(major) >= 0;
    }

    /// {@return the offset of an operation's function pointer in a table of a major version, in bytes; 0 if that
    /// version does not have the operation}
    ///
    /// @param major as in the table; a known one
    /// @param operation its number in the table's kind
    public int slotOffset(int major, int operation) {
        int start = startOf(major);
        if (start < 0) {
            return slotOffset(operation);
        }
        int slot = earlier.indexOf((char) operation, start);
        return slot < 0 || slot >= start + earlier.charAt(start - 1) ? 0 : slotOffset(slot - start);
    }

    /// {@return the number of operations, from the first, up to the last one in a table of a major version and size}
    ///
    /// @param major as in the table; a known one
    /// @param tableBytes size of the table in bytes, as reported by the runtime
    public int slots(int major, long tableBytes) {
        int start = startOf(major);
        if (start < 0) {
            return slots(tableBytes);
        }
        int slots = Math.min(slots(tableBytes), earlier.charAt(start - 1));
        return slots == 0 ? 0 : earlier.charAt(start + slots - 1) + 1;
    }

    /// Returns where the slots of an earlier version begin, -1 for today's.
    private int startOf(int major) {
        for (int at = 0; at < earlier.length(); at += 2 + earlier.charAt(at + 1)) {
            if (earlier.charAt(at) == major) {
                return at + 2;
            }
        }
        return -1;
    }

    /// Returns the number of eight-byte words that a caller of this function puts on the stack.
    ///
    /// @param slot its index in the table
    /// @return the number of words
    public int stackWords(int slot) {
        return stackWords.charAt(slot);
    }

    /// {@return the size of the result in bytes: 0 for void, 1 to 8 in rax, more than 16 in memory to which rax
    /// points} No function returns its result in two registers or in xmm0.
    ///
    /// @param slot its index in the table
    public int resultBytes(int slot) {
        return resultBytes.charAt(slot);
    }

    /// {@return the moves that copy an operation's arguments from a native frame to the payload's `args`: each
    /// element is `source | target << 16 | bytes << 32`, with source relative to the frame, target relative to
    /// `args`, bytes 1, 2, 4 or 8}
    ///
    /// @param operation its number in the table's kind
    public long[] argMoves(int operation) {
        int start = moveStarts.charAt(operation);
        long[] result = new long[moveStarts.charAt(operation + 1) - start];
        for (int i = 0; i < result.length; i++) {
            int at = 3 * (start + i);
            result[i] = moves.charAt(at) | (long) moves.charAt(at + 1) << 16 | (long) moves.charAt(at + 2) << 32;
        }
        return result;
    }

    /// {@return the offset in a native frame of a function's HIP stream, or of the pointer to the stream that it
    /// creates; -1 without a stream}
    ///
    /// @param slot its index in the table
    public int streamSource(int slot) {
        return (streams.charAt(slot) & 0x3FFF) - 1;
    }

    /// {@return whether the function creates a stream: it has a `hipStream_t*` parameter}
    ///
    /// @param slot its index in the table
    public boolean makesStream(int slot) {
        return (streams.charAt(slot) & 0x8000) != 0;
    }

    /// {@return whether the function is `hipStreamDestroy`}
    ///
    /// @param slot its index in the table
    public boolean endsStream(int slot) {
        return (streams.charAt(slot) & 0x4000) != 0;
    }

    /// {@return the name of a slot's function}
    ///
    /// @param slot its index in the table
    public String functionName(int slot) {
        return names().get(slot);
    }

    /// {@return the slot of a function, or -1 if the table lacks it}
    ///
    /// @param functionName as in C
    public int find(String functionName) {
        return names().find(functionName);
    }

    /// {@return the signature of a slot's function} Parses it on every call.
    ///
    /// @param slot its index in the table
    public ApiFunction function(int slot) {
        Lines lines = signatures;
        if (lines == null) {
            lines = new Lines(ApiTexts.signatures(index));
            signatures = lines;
        }
        return ApiFunction.parse(slot, functionName(slot), lines.get(slot));
    }

    private Lines names() {
        Lines lines = names;
        if (lines == null) {
            lines = new Lines(ApiTexts.names(index));
            names = lines;
        }
        return lines;
    }

    @Override
    public String toString() {
        return name;
    }
}
