package io.rocprofiler.abi;

import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.Lines;
import io.rocprofiler.abi.internal.OperationTexts;
import org.jspecify.annotations.Nullable;

/// The operations of every tracing kind, by id and by name. Ids count from 0.
///
/// The operations of an API kind are the functions of its table and have their names; operations of other kinds
/// have the names that the SDK returns (`MEMORY_COPY_HOST_TO_DEVICE`, `omp_thread_begin`). `NONE` and
/// `CORRELATION_ID_RETIREMENT` have no operations.
///
/// Thread rule: any thread.
public final class Operations {
    private static final @Nullable Lines[] CALLBACK = new @Nullable Lines[CallbackTracingKind.last()];
    private static final @Nullable Lines[] BUFFER = new @Nullable Lines[BufferTracingKind.last()];

    private Operations() {}

    /// {@return the number of operations of a kind; ids range from 0 to this, exclusive}
    ///
    /// @param kind of a callback or a buffer
    public static int count(CallbackTracingKind kind) {
        ApiTable table = ApiTables.ofCallbackKind(kind.value());
        return table != null ? table.operations() : count(lines(kind));
    }

    /// {@return the number of operations of a kind; ids range from 0 to this, exclusive}
    ///
    /// @param kind of a buffer
    public static int count(BufferTracingKind kind) {
        ApiTable table = ApiTables.ofBufferKind(kind.value());
        return table != null ? table.operations() : count(lines(kind));
    }

    /// {@return the name of an operation, or null if the kind has no such operation}
    ///
    /// @param kind of a callback or a buffer
    /// @param operation its number in the kind
    public static @Nullable String name(CallbackTracingKind kind, int operation) {
        ApiTable table = ApiTables.ofCallbackKind(kind.value());
        return table != null ? name(table, operation) : name(lines(kind), operation);
    }

    /// {@return the name of an operation, or null if the kind has no such operation}
    ///
    /// @param kind of a buffer
    /// @param operation its number in the kind
    public static @Nullable String name(BufferTracingKind kind, int operation) {
        ApiTable table = ApiTables.ofBufferKind(kind.value());
        return table != null ? name(table, operation) : name(lines(kind), operation);
    }

    /// {@return the id of an operation, or -1 if the kind has none of that name}
    ///
    /// @param kind of a callback or a buffer
    /// @param name of the operation
    public static int find(CallbackTracingKind kind, String name) {
        ApiTable table = ApiTables.ofCallbackKind(kind.value());
        return table != null ? table.find(name) : find(lines(kind), name);
    }

    /// {@return the id of an operation, or -1 if the kind has none of that name}
    ///
    /// @param kind of a buffer
    /// @param name of the operation
    public static int find(BufferTracingKind kind, String name) {
        ApiTable table = ApiTables.ofBufferKind(kind.value());
        return table != null ? table.find(name) : find(lines(kind), name);
    }

    /// {@return the operation's constant, or null if the kind has no such operation} Loads the kind's operations.
    ///
    /// @param kind of a callback or a buffer
    /// @param operation its number in the kind
    public static @Nullable Operation of(CallbackTracingKind kind, int operation) {
        return OperationConstants.callback(kind.value(), operation);
    }

    /// {@return the operation's constant, or null if the kind has no such operation} Loads the kind's operations.
    ///
    /// @param kind of a buffer
    /// @param operation its number in the kind
    public static @Nullable Operation of(BufferTracingKind kind, int operation) {
        return OperationConstants.buffer(kind.value(), operation);
    }

    /// {@return the operation of kind `MARKER_CORE_RANGE_API` to which a function of `ROCTX_CORE` belongs}
    ///
    /// @param coreOperation number of a function in `ROCTX_CORE`
    public static int rangeOfCore(int coreOperation) {
        return OperationTexts.rangeOfCore(coreOperation);
    }

    /// {@return the function of `ROCTX_CORE` that begins an operation of kind `MARKER_CORE_RANGE_API`, or -1}
    ///
    /// @param rangeOperation number in the kind `MARKER_CORE_RANGE_API`
    public static int coreOfRange(int rangeOperation) {
        return OperationTexts.coreOfRange(rangeOperation);
    }

    private static @Nullable Lines lines(CallbackTracingKind kind) {
        Lines lines = CALLBACK[kind.value()];
        if (lines == null) {
            String text = OperationTexts.callback(kind.value());
            lines = text == null ? null : new Lines(text);
            CALLBACK[kind.value()] = lines;
        }
        return lines;
    }

    private static @Nullable Lines lines(BufferTracingKind kind) {
        Lines lines = BUFFER[kind.value()];
        if (lines == null) {
            String text = OperationTexts.buffer(kind.value());
            lines = text == null ? null : new Lines(text);
            BUFFER[kind.value()] = lines;
        }
        return lines;
    }

    private static int count(@Nullable Lines lines) {
        return lines == null ? 0 : lines.count();
    }

    private static @Nullable String name(ApiTable table, int operation) {
        return operation >= 0 && operation < table.operations() ? table.functionName(operation) : null;
    }

    private static @Nullable String name(@Nullable Lines lines, int operation) {
        return lines != null && operation >= 0 && operation < lines.count() ? lines.get(operation) : null;
    }

    private static int find(@Nullable Lines lines, String name) {
        return lines == null ? -1 : lines.find(name);
    }
}
