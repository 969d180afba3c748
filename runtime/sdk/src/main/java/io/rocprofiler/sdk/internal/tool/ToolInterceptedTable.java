package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.sdk.InterceptListener;
import io.rocprofiler.sdk.InterceptedTable;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.registration.InterceptTables;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A runtime's table for a Java tool. HSA's is a container of tables.
final class ToolInterceptedTable implements InterceptedTable {
    private final InterceptTable kind;
    private final long version;
    private final long instance;
    private final long address;
    private boolean expired;

    private ToolInterceptedTable(InterceptTable kind, long version, long instance, long address) {
        this.kind = kind;
        this.version = version;
        this.instance = instance;
        this.address = address;
    }

    /// Creates a listener that passes tables to a Java listener.
    static InterceptTables.Listener listener(InterceptListener listener) {
        return (kind, version, instance, tables) -> {
            ToolInterceptedTable table = new ToolInterceptedTable(kind, version, instance, Memory.getLong(tables));
            try {
                listener.onTable(table);
            } finally {
                table.expired = true;
            }
        };
    }

    @Override
    public InterceptTable kind() {
        requireValid();
        return kind;
    }

    @Override
    public long version() {
        requireValid();
        return version;
    }

    @Override
    public long instance() {
        requireValid();
        return instance;
    }

    @Override
    public boolean contains(Operation operation) {
        return slot(operation) != 0;
    }

    @Override
    public MemorySegment function(Operation operation) {
        return MemorySegment.ofAddress(Memory.getLong(existing(operation)));
    }

    @Override
    public void replace(Operation operation, MemorySegment function) {
        if (function.address() == 0) throw new IllegalArgumentException("function=NULL: for " + operation.name());
        Memory.putLongRelease(existing(operation), function.address());
    }

    private long existing(Operation operation) {
        long slot = slot(operation);
        if (slot == 0) {
            throw new IllegalArgumentException("operation=" + operation.name() + ": not in this " + kind);
        }
        return slot;
    }

    /// Returns the address of a function's slot; 0 if the table is too short for it, or the slot is empty.
    private long slot(Operation operation) {
        requireValid();
        ApiTable known = tableOf(operation);
        if (known == null) {
            throw new IllegalArgumentException("operation=" + operation.name() + ": no function of " + kind);
        }
        long table = known.containerOffset() == 0 ? address : RuntimeTables.hsaTable(known, address);
        if (table == 0 || operation.value() >= RuntimeTables.operations(known, table)) return 0;
        long slot = RuntimeTables.slot(known, table, operation.value());
        return slot == 0 || Memory.getLong(slot) == 0 ? 0 : slot;
    }

    private @Nullable ApiTable tableOf(Operation operation) {
        for (int i = 0; i < ApiTables.count(); i++) {
            ApiTable table = ApiTables.get(i);
            CallbackTracingKind traced = CallbackTracingKind.of(table.callbackKind());
            if (table.interceptTable() == kind.value()
                    && traced != null
                    && Operations.of(traced, operation.value()) == operation) return table;
        }
        return null;
    }

    private void requireValid() {
        if (expired) throw new IllegalStateException("the table may be seen only inside InterceptListener.onTable");
    }
}
