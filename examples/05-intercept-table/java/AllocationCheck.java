import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.sdk.InterceptedTable;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// Intercept table: puts its own functions into HIP's table and calls the previous ones from them. It needs no
/// context and no service: this suits tools that change calls, or want no SDK code in their path.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 1
/// ```
public final class AllocationCheck implements Tool {
    private static final Linker LINKER = Linker.nativeLinker();

    private final AtomicLong mallocs = new AtomicLong();
    private final AtomicLong mallocBytes = new AtomicLong();
    private final AtomicLong frees = new AtomicLong();
    private final AtomicLong copies = new AtomicLong();
    private final AtomicLong copyBytes = new AtomicLong();

    private MethodHandle nextMalloc;
    private MethodHandle nextFree;
    private MethodHandle nextMemcpyAsync;

    @Override
    public String name() {
        return "allocation-check";
    }

    @Override
    public void initialize(Setup setup) {
        setup.onInterceptTable(Set.of(InterceptTable.HIP_RUNTIME_TABLE), this::onTable);
    }

    /// Called when HIP registers, before the program can call it.
    private void onTable(InterceptedTable table) {
        if (table.instance() != 0) return;
        // hipError_t hipMalloc(void** ptr, size_t size)
        nextMalloc = replace(
                table,
                HipRuntimeOperation.hipMalloc,
                "countMalloc",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
        // hipError_t hipFree(void* ptr)
        nextFree = replace(table, HipRuntimeOperation.hipFree, "countFree", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        // hipError_t hipMemcpyAsync(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream)
        nextMemcpyAsync = replace(
                table,
                HipRuntimeOperation.hipMemcpyAsync,
                "countMemcpyAsync",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS));
    }

    // @start region="replace"
    /// Puts a method into a function's place in the table and returns the previous function: the runtime's, or that
    /// of a tool that was here first.
    private MethodHandle replace(
            InterceptedTable table, HipRuntimeOperation function, String method, FunctionDescriptor shape) {
        try {
            MethodHandle next = LINKER.downcallHandle(table.function(function), shape);
            MethodHandle mine = MethodHandles.lookup().bind(this, method, shape.toMethodType());
            table.replace(function, LINKER.upcallStub(mine, shape, Arena.global()));
            return next;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
    // @end

    // The program calls these methods. An exception would end the process: Java cannot throw through C.

    private int countMalloc(MemorySegment pointer, long bytes) throws Throwable {
        int error = (int) nextMalloc.invokeExact(pointer, bytes);
        if (error == 0) {
            mallocs.incrementAndGet();
            mallocBytes.addAndGet(bytes);
        }
        return error;
    }

    private int countFree(MemorySegment pointer) throws Throwable {
        int error = (int) nextFree.invokeExact(pointer);
        if (error == 0 && pointer.address() != 0) frees.incrementAndGet();
        return error;
    }

    private int countMemcpyAsync(MemorySegment to, MemorySegment from, long bytes, int kind, MemorySegment stream)
            throws Throwable {
        copies.incrementAndGet();
        copyBytes.addAndGet(bytes);
        return (int) nextMemcpyAsync.invokeExact(to, from, bytes, kind, stream);
    }

    @Override
    public void close() {
        System.err.printf("hipMalloc: %d calls, %d bytes%n", mallocs.get(), mallocBytes.get());
        System.err.printf("hipFree: %d calls, %d allocations left%n", frees.get(), mallocs.get() - frees.get());
        System.err.printf("hipMemcpyAsync: %d calls, %d bytes%n", copies.get(), copyBytes.get());
    }
}
