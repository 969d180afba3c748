import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.HipStreamEvent;
import io.rocprofiler.sdk.InterceptedTable;
import io.rocprofiler.sdk.MemoryAllocation;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.RuntimeInitialization;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumSet;

/// ServicesHost CASE: a Java program that registers its own tool and then uses ROC-TX and HIP. Prints the
/// tool's events.
///
/// external   ids attached to threads
/// request    external ids by request to the tool
/// intercept  a function of HIP is replaced by one in Java
/// events     runtimes, streams and memory, as callbacks
/// records    calls with arguments, memory and retirements, as records
public final class ServicesHost implements Tool {
    private static final Linker LINKER = Linker.nativeLinker();

    private final String mode;
    private Context context;
    private Buffer buffer;
    private MethodHandle runtimesMalloc;

    private ServicesHost(String mode) {
        this.mode = mode;
    }

    public static void main(String[] args) throws Throwable {
        ServicesHost host = new ServicesHost(args[0]);
        try {
            Profiler.register(host);
        } catch (IllegalStateException failure) {
            System.out.println(failure.getMessage());
            return;
        }
        switch (host.mode) {
            case "external" -> host.external();
            case "request" -> host.requests();
            default -> host.hip();
        }
    }

    // --- the tool ----------------------------------------------------------------------------------------------------

    @Override
    public String name() {
        return "services";
    }

    @Override
    public void initialize(Setup setup) {
        buffer = setup.buffer().handler(this::onRecords).build();
        switch (mode) {
            case "external" -> context = setup.context()
                    .callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback)
                    .build();
            case "request" -> context = setup.context()
                    .callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback)
                    .externalCorrelationIds(
                            EnumSet.of(ExternalCorrelationIdRequestKind.MARKER_CORE_API),
                            (kind, operation, id) -> operation == MarkerCoreOperation.roctxMarkA
                                    ? 1000 + id
                                    : ExternalCorrelationRequest.FROM_STACK)
                    .build();
            case "intercept" -> {
                setup.onInterceptTable(EnumSet.of(InterceptTable.HIP_RUNTIME_TABLE), this::onTable);
                context = setup.context()
                        .callbacks(
                                CallbackTracingKind.HIP_RUNTIME_API,
                                OperationFilter.of(HipRuntimeOperation.hipMalloc),
                                this::onCallback)
                        .build();
            }
            case "events" -> context = setup.context()
                    .callbacks(CallbackTracingKind.RUNTIME_INITIALIZATION, this::onCallback)
                    .callbacks(CallbackTracingKind.HIP_STREAM, this::onCallback)
                    .callbacks(CallbackTracingKind.MEMORY_ALLOCATION, this::onCallback)
                    .build();
            default -> context = setup.context()
                    .buffered(
                            BufferTracingKind.HIP_RUNTIME_API_EXT,
                            OperationFilter.of(HipRuntimeOperation.hipMalloc, HipRuntimeOperation.hipFree),
                            buffer)
                    .buffered(BufferTracingKind.MEMORY_ALLOCATION, buffer)
                    .buffered(BufferTracingKind.CORRELATION_ID_RETIREMENT, buffer)
                    .build();
        }
        context.start();
    }

    @Override
    public void close() {
        buffer.flush();
        System.out.println("close");
    }

    private void onCallback(CallbackRecord record) {
        switch (record) {
            case ApiCall call when call.kind() == CallbackTracingKind.MARKER_CORE_API -> {
                if (call.phase() == CallbackPhase.ENTER) {
                    String text = call.argumentCount() == 1 && call.operation() == MarkerCoreOperation.roctxMarkA
                            ? call.argument("message").asString()
                            : call.operationName();
                    System.out.println("  " + text + " external " + call.externalCorrelationId());
                }
            }
            case ApiCall call -> System.out.println("  " + call.phase() + " " + call.operationName() + " "
                    + call.argument("size"));
            case RuntimeInitialization runtime -> System.out.println("  " + runtime.operation() + " instance "
                    + runtime.instance() + (runtime.version() > 0 ? "" : " without version"));
            case HipStreamEvent stream -> System.out.println("  " + stream.phase() + " " + stream.operation()
                    + " stream " + stream.streamId());
            case MemoryAllocation memory -> System.out.println("  " + memory.phase() + " " + memory.operation()
                    + " " + memory.sizeBytes() + " bytes"
                    + (memory.startNanos() < memory.endNanos() ? " timed" : "")
                    + (memory.address() != 0 ? " at an address" : ""));
            default -> System.out.println("  unexpected " + record);
        }
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            System.out.println("  " + switch (record) {
                case ApiRecord call -> call.operation() + " of " + call.argument(call.argumentCount() - 1).type()
                        + " returned " + call.result().asInt() + " id " + call.correlationId();
                case MemoryAllocationRecord memory -> memory.operation() + " " + memory.sizeBytes() + " id "
                        + memory.correlationId();
                case RetirementRecord retirement -> "retired " + retirement.correlationId();
                default -> "unexpected " + record;
            });
        }
    }

    // --- a replacement for a HIP function ----------------------------------------------------------------------------

    private void onTable(InterceptedTable table) {
        System.out.println("  " + table.kind() + " instance " + table.instance() + " "
                + (table.contains(HipRuntimeOperation.hipMalloc) ? "has" : "lacks") + " hipMalloc");
        // hipError_t hipMalloc(void** ptr, size_t size)
        FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG);
        runtimesMalloc = LINKER.downcallHandle(table.function(HipRuntimeOperation.hipMalloc), type);
        try {
            MethodHandle mine = MethodHandles.lookup()
                    .bind(this, "malloc", MethodType.methodType(int.class, MemorySegment.class, long.class));
            table.replace(HipRuntimeOperation.hipMalloc, LINKER.upcallStub(mine, type, Arena.global()));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private int malloc(MemorySegment pointer, long size) throws Throwable {
        System.out.println("  in Java: " + size);
        return (int) runtimesMalloc.invokeExact(pointer, 2 * size);
    }

    // --- the program -------------------------------------------------------------------------------------------------

    private static MethodHandle function(String library, String name, MemoryLayout result, MemoryLayout... parameters) {
        SymbolLookup lookup = SymbolLookup.libraryLookup(library, Arena.global());
        return LINKER.downcallHandle(lookup.findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }

    private static MethodHandle roctx(String name, MemoryLayout... parameters) {
        SymbolLookup lookup = SymbolLookup.libraryLookup("librocprofiler-sdk-roctx.so.1", Arena.global());
        return LINKER.downcallHandle(lookup.findOrThrow(name), FunctionDescriptor.ofVoid(parameters));
    }

    private static void mark(String text) {
        try (Arena arena = Arena.ofConfined()) {
            roctx("roctxMarkA", ADDRESS).invokeExact(arena.allocateFrom(text));
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void external() throws InterruptedException {
        mark("nothing");
        try (var outer = context.externalCorrelationId(42)) {
            mark("outer");
            try (var inner = context.externalCorrelationId(43)) {
                mark("inner");
                inner.close();
                mark("closed early");
            }
            mark("outer again");
            System.out.println("  value " + outer.value());
        }
        mark("after");
        System.out.println("  popped " + context.popExternalCorrelationId());
        long main = Profiler.threadId();
        Thread other = new Thread(() -> {
            context.pushExternalCorrelationId(main, 7);
            mark("another thread");
        });
        other.start();
        other.join();
        mark("pushed by another");
        System.out.println("  popped " + context.popExternalCorrelationId(main));
        try {
            context.pushExternalCorrelationId(0, 1);
        } catch (IllegalArgumentException expected) {
            System.out.println("  " + expected.getMessage());
        }
    }

    private void requests() throws Throwable {
        try (Arena arena = Arena.ofConfined(); var id = context.externalCorrelationId(5)) {
            mark("asked");
            roctx("roctxRangePushA", ADDRESS).invokeExact(arena.allocateFrom("range"));
            roctx("roctxRangePop").invokeExact();
        }
    }

    private void hip() throws Throwable {
        String library = "libamdhip64.so.7";
        MethodHandle malloc = function(library, "hipMalloc", JAVA_INT, ADDRESS, JAVA_LONG);
        MethodHandle free = function(library, "hipFree", JAVA_INT, ADDRESS);
        MethodHandle create = function(library, "hipStreamCreate", JAVA_INT, ADDRESS);
        MethodHandle destroy = function(library, "hipStreamDestroy", JAVA_INT, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(ADDRESS);
            int failed = (int) malloc.invokeExact(word, 4096L);
            failed |= (int) free.invokeExact(word.get(ADDRESS, 0));
            failed |= (int) create.invokeExact(word);
            failed |= (int) destroy.invokeExact(word.get(ADDRESS, 0));
            System.out.println("failed " + failed);
        }
    }
}
