package io.rocprofiler.abi;

import org.jspecify.annotations.Nullable;

/// An API table of a runtime: a header, then one function pointer a slot.
///
/// An operation id is the index of its slot. What the engine needs to wrap a slot lies in strings that are read by
/// index; names and signatures are loaded when somebody first asks for one.
///
/// Thread rule: any thread; immutable but for the lazily read texts.
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
        this.numbers = numbers;
    }

    /// {@return the position in `ApiTables`: what the native slot stores as its table}
    public int index() {
        return index;
    }

    /// `HIP_RUNTIME`, ...
    ///
    /// @return the table's name
    public String name() {
        return name;
    }

    /// {@return the C struct}
    public String struct() {
        return struct;
    }

    /// {@return the library name it registers under}
    public String commonName() {
        return commonName;
    }

    /// {@return the symbol that identifies the library in secure mode}
    public String importSymbol() {
        return importSymbol;
    }

    /// {@return how many slots we know} A table in a process may have fewer or more: see [#slots(long)].
    public int count() {
        return numbers[0];
    }

    /// {@return how many of the slots, from the first, the SDK traces}
    public int operations() {
        return numbers[1];
    }

    /// {@return index in the array of tables that its library registers}
    public int position() {
        return numbers[2];
    }

    /// {@return bytes before slot 0} The table's own size is an u64 at 0, or, with 16 bytes (HSA), an u32 at 4.
    public int headerBytes() {
        return numbers[3];
    }

    /// {@return where `HsaApiTable` keeps the pointer to it; 0 outside HSA}
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

    /// {@return the callback tracing kind of its calls; 0 (`NONE`) if they are not traced}
    public int callbackKind() {
        return numbers[7];
    }

    /// {@return the buffer tracing kind of its calls; 0 (`NONE`) if they are not traced}
    public int bufferKind() {
        return numbers[8];
    }

    /// {@return the buffer tracing kind of records that carry arguments; 0 (`NONE`) if there is none}
    public int bufferExtKind() {
        return numbers[9];
    }

    /// {@return bytes of the callback payload}
    public int payloadBytes() {
        return numbers[10];
    }

    /// {@return offset of `args` in the callback payload}
    public int payloadArgs() {
        return numbers[11];
    }

    /// {@return offset of `retval` in the callback payload}
    public int payloadRetval() {
        return numbers[12];
    }

    /// {@return bytes of the buffer record}
    public int recordBytes() {
        return numbers[13];
    }

    /// {@return bytes of the extended buffer record; 0 if there is none}
    public int extRecordBytes() {
        return numbers[14];
    }

    /// {@return offset of `args` in the extended buffer record}
    public int extRecordArgs() {
        return numbers[15];
    }

    /// {@return offset of `retval` in the extended buffer record}
    public int extRecordRetval() {
        return numbers[16];
    }

    /// {@return offset of a slot's function pointer in the table, in bytes}
    ///
    /// @param slot its index in the table
    public int slotOffset(int slot) {
        return headerBytes() + 8 * slot;
    }

    /// {@return how many of the slots we know exist in a table of that many bytes}
    ///
    /// @param tableBytes size of the table, as the runtime says it
    public int slots(long tableBytes) {
        return (int) Math.max(0, Math.min(count(), (tableBytes - headerBytes()) / 8));
    }

    /// Words of eight bytes that a caller of this function puts on the stack.
    ///
    /// @param slot its index in the table
    /// @return words
    public int stackWords(int slot) {
        return stackWords.charAt(slot);
    }

    /// {@return bytes of the result: 0 for void, 1 to 8 in rax, more than 16 in memory that rax points to} None comes
    /// in two registers or in xmm0.
    ///
    /// @param slot its index in the table
    public int resultBytes(int slot) {
        return resultBytes.charAt(slot);
    }

    /// {@return how an operation's arguments get from a native frame into the payload's `args`: each
    /// element is `source | target << 16 | bytes << 32`, source counted from the frame, target from
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

    /// {@return where in a native frame a function's HIP stream lies, or the pointer to the one that it makes; -1 if
    /// it has none}
    ///
    /// @param slot its index in the table
    public int streamSource(int slot) {
        return (streams.charAt(slot) & 0x3FFF) - 1;
    }

    /// {@return whether the function makes a stream: it has a `hipStream_t*`}
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

    /// {@return the function of a slot}
    ///
    /// @param slot its index in the table
    public String functionName(int slot) {
        return names().get(slot);
    }

    /// {@return the slot of a function, or -1}
    ///
    /// @param functionName as in C
    public int find(String functionName) {
        return names().find(functionName);
    }

    /// {@return the signature of a slot's function} Parses it anew at every call.
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
