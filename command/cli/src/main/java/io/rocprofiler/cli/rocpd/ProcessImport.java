package io.rocprofiler.cli.rocpd;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.Named;
import io.rocprofiler.trace.foreign.ForeignProcess;
import io.rocprofiler.trace.foreign.ForeignRecord;
import io.rocprofiler.trace.foreign.ForeignRecord.Common;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Copies one process of a database, record by record, and counts what a run has no place for.
final class ProcessImport {

    private static final int DISPATCH = BufferTracingKind.KERNEL_DISPATCH.value();
    private static final int COPY = BufferTracingKind.MEMORY_COPY.value();
    private static final int ALLOCATION = BufferTracingKind.MEMORY_ALLOCATION.value();
    private static final int SCRATCH = BufferTracingKind.SCRATCH_MEMORY.value();

    private final RecordQueries queries;
    private final ForeignProcess out;
    private final LeftOut leftOut;
    private final KnownKinds kinds = new KnownKinds();
    private final AgentRows agents = new AgentRows();
    private final Map<Long, Long> streams = new HashMap<>(); // numbers that records have room for
    private final Set<Long> ambiguous = new HashSet<>(); // ids of several messages
    private final Set<Long> renamed = new HashSet<>();
    private long lastId;

    ProcessImport(RecordQueries queries, ForeignProcess out, LeftOut leftOut) {
        this.queries = queries;
        this.out = out;
        this.leftOut = leftOut;
    }

    /// Copies everything but the process's own row.
    void run() throws SQLException, IOException {
        agents.read(queries);
        queries.forEach("streams", row -> streams.put(row.getLong(1), row.getLong(1)));
        if (streams.keySet().stream().anyMatch(stream -> stream < 0 || stream > Common.LAST_STREAM)) {
            long[] number = new long[1];
            streams.keySet().stream().sorted().toList().forEach(stream -> streams.put(stream, number[0]++));
        }
        names();
        queries.forEach("messages with one id", row -> ambiguous.add(row.getLong(1)));
        lastId = queries.number("last id");
        queries.forEach("code objects", this::codeObject);
        queries.forEach("kernels", this::kernel);
        queries.forEach("calls", this::call);
        queries.forEach("dispatches", this::dispatch);
        queries.forEach("copies", this::copy);
        queries.forEach("allocations", this::allocation);
        leftOut.count("values of counters", queries.number("counter values"));
        leftOut.count("texts of arguments", queries.number("arguments"));
        leftOut.count("other facts about calls and work in extdata", queries.number("other facts"));
    }

    /// Copies the names that are not the ones that tools give whatever has none.
    private void names() throws SQLException, IOException {
        queries.forEach("named threads", row -> name(Named.THREAD, row.getLong(1), row));
        queries.forEach("named queues", row -> name(Named.QUEUE, row.getLong(1), row));
        queries.forEach("named agents", row -> name(Named.AGENT, agents.handle(row.getLong(1)), row));
        queries.forEach("named streams", row -> name(Named.STREAM, streams.getOrDefault(row.getLong(1), 0L), row));
    }

    private void name(Named of, long id, ResultSet row) throws SQLException, IOException {
        out.name(of, id, row.getString(2));
    }

    AgentRows agents() {
        return agents;
    }

    private void call(ResultSet row) throws SQLException, IOException {
        String name = row.getString(2);
        String message = row.getString(9);
        KnownKinds.Kind kind = kinds.call(row.getString(1), name, message != null);
        long id = row.getLong(3);
        String text = kind.isNamed() || message != null ? message : name;
        if (text != null) {
            // Ids of messages are ours where the database has none, or one for several.
            id = id > 0 && message != null && !ambiguous.contains(id) ? id : lastId + 1 + row.getLong(10);
            out.text(id, text);
        }
        boolean backwards = isBackwards(row, 6);
        out.add(new ForeignRecord.Call(new Common(
                kind.kind(),
                kind.operation(),
                id,
                external(row.getLong(5)),
                row.getLong(4),
                0,
                backwards ? 0 : row.getLong(6),
                backwards ? 0 : row.getLong(7),
                row.getLong(8))));
    }

    /// Whether a row ends before it starts. Such times cannot be true, and the record gets none; its query counts 0 as
    /// its start.
    ///
    /// @param start the column of the start, before that of the end
    private boolean isBackwards(ResultSet row, int start) throws SQLException {
        boolean backwards = row.getLong(start + 1) < row.getLong(start);
        leftOut.backwards(backwards ? 1 : 0);
        return backwards;
    }

    private long external(long id) {
        if (id < 0 || id > Common.LAST_EXTERNAL) {
            leftOut.count("external correlation ids above 2^40", 1);
            return 0;
        }
        return id;
    }

    /// Reads the first seven columns of GPU work.
    private Common work(ResultSet row, int kind, int operation, long ancestor) throws SQLException, IOException {
        long external = external(row.getLong(2));
        String range = row.getString(7);
        if (range != null && !range.isEmpty() && external != 0 && renamed.add(external)) {
            out.rename(external, range);
        }
        boolean backwards = isBackwards(row, 3);
        return new Common(
                kind,
                operation,
                row.getLong(1),
                external,
                ancestor,
                streams.getOrDefault(row.getLong(6), 0L),
                backwards ? 0 : row.getLong(3),
                backwards ? 0 : row.getLong(4),
                row.getLong(5));
    }

    private void dispatch(ResultSet row) throws SQLException, IOException {
        out.add(new ForeignRecord.Dispatch(
                work(row, DISPATCH, KernelDispatchOperation.COMPLETE.value(), 0),
                agents.handle(number(row, 8)),
                row.getLong(9),
                row.getLong(10),
                row.getLong(11),
                row.getLong(12),
                row.getLong(13),
                new long[] {row.getLong(14), row.getLong(15), row.getLong(16)},
                new long[] {row.getLong(17), row.getLong(18), row.getLong(19)}));
    }

    private void copy(ResultSet row) throws SQLException, IOException {
        int operation = kinds.operation(COPY, row.getString(8));
        if (operation < 0) {
            leftOut.count("copies in a direction this version does not know", 1);
            return;
        }
        out.add(new ForeignRecord.Copy(
                work(row, COPY, operation, 0),
                agents.handle(number(row, 9)),
                agents.handle(number(row, 10)),
                row.getLong(11),
                row.getLong(12),
                row.getLong(13)));
    }

    private void allocation(ResultSet row) throws SQLException, IOException {
        String type = String.valueOf(row.getString(9));
        String level = String.valueOf(row.getString(10));
        long ancestor = row.getLong(8);
        long agent = agents.handle(number(row, 11));
        if (level.equals("SCRATCH")) {
            int operation = type.equals("FREE")
                    ? ScratchMemoryOperation.FREE.value()
                    : type.equals("RECLAIM")
                            ? ScratchMemoryOperation.ASYNC_RECLAIM.value()
                            : ScratchMemoryOperation.ALLOC.value();
            Common common = work(row, SCRATCH, operation, ancestor);
            out.add(new ForeignRecord.Scratch(common, agent, row.getLong(14), row.getLong(15), row.getLong(13)));
        } else if (type.equals("ALLOC") || type.equals("FREE")) {
            boolean isVirtual = level.equals("VIRTUAL");
            MemoryAllocationOperation operation = type.equals("FREE")
                    ? isVirtual ? MemoryAllocationOperation.VMEM_FREE : MemoryAllocationOperation.FREE
                    : isVirtual ? MemoryAllocationOperation.VMEM_ALLOCATE : MemoryAllocationOperation.ALLOCATE;
            Common common = work(row, ALLOCATION, operation.value(), ancestor);
            out.add(new ForeignRecord.Allocation(common, agent, row.getLong(12), row.getLong(13)));
        } else {
            leftOut.count("changes of memory of the type " + type, 1);
        }
    }

    private void kernel(ResultSet row) throws SQLException, IOException {
        if (row.getLong(1) != 0) {
            out.add(new KernelSymbol(
                    CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF,
                    row.getLong(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getLong(7),
                    row.getLong(8),
                    row.getLong(9),
                    row.getLong(10),
                    row.getLong(11),
                    row.getLong(12),
                    row.getLong(13)));
        }
    }

    private void codeObject(ResultSet row) throws SQLException, IOException {
        if (row.getLong(1) != 0) {
            out.add(new CodeObject(
                    CallbackTracingCodeObjectLoadData.SIZEOF,
                    row.getLong(1),
                    agents.handle(number(row, 2)),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getInt(7),
                    0,
                    row.getLong(8),
                    row.getLong(9)));
        }
    }

    private static @Nullable Number number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : (Number) value;
    }
}
