import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.DispatchInfo;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The Java twin of gpu_tool.c: the same entries in the same file.
public final class GpuTool implements Tool {
    private static final int WORDS = 16;
    private static final int MORE = 8;
    private static final int CAPACITY = 1 << 20;
    private static final long ENTRY_BYTES = WORDS * 8L;
    private static final Path FILE = Path.of(System.getenv("GPU_FILE"));

    /// The file itself, mapped, and truncated to its length at the end, since the heap of a traced process
    /// is small.
    private final MemorySegment entries = map();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong lastQuestion = new AtomicLong(1_000_000);
    private final String wanted = System.getenv("GPU");
    private Buffer buffer;

    @Override
    public String name() {
        return "gpu";
    }

    @Override
    public void initialize(Setup setup) {
        buffer = setup.buffer().size(1 << 18).handler(this::onRecords).build();
        setup.context()
                .callbacks(CallbackTracingKind.CODE_OBJECT, this::onCode)
                .build()
                .start();
        ContextBuilder context = setup.context();
        if (wants('k')) context.buffered(BufferTracingKind.KERNEL_DISPATCH, buffer);
        if (wants('c')) context.buffered(BufferTracingKind.MEMORY_COPY, buffer);
        if (wants('h')) context.buffered(BufferTracingKind.HIP_RUNTIME_API, buffer);
        if (wants('r')) context.buffered(BufferTracingKind.CORRELATION_ID_RETIREMENT, buffer);
        if (wants('K')) context.callbacks(CallbackTracingKind.KERNEL_DISPATCH, this::onDispatch);
        if (wants('C')) context.callbacks(CallbackTracingKind.MEMORY_COPY, this::onCopy);
        if (wants('q'))
            context.externalCorrelationIds(
                    EnumSet.of(
                            ExternalCorrelationIdRequestKind.KERNEL_DISPATCH,
                            ExternalCorrelationIdRequestKind.MEMORY_COPY),
                    this::onQuestion);
        context.build().start();
    }

    private boolean wants(char letter) {
        return wanted.indexOf(letter) >= 0;
    }

    private int put(char sort, int operation, int phase, long thread, long caller, long internal, long external) {
        int at = count.getAndIncrement() * WORDS;
        set(at, sort);
        set(at + 1, operation & 0xffffffffL | (long) phase << 32);
        set(at + 2, thread);
        set(at + 3, caller);
        set(at + 4, internal);
        set(at + 5, external);
        return at;
    }

    private void times(int at, long start, long end) {
        set(at + 6, start);
        set(at + 7, end);
    }

    private int put(char sort, BufferRecord r) {
        int at = put(
                sort, r.operationValue(), 0, r.threadId(), 0, r.correlationId(), r.externalCorrelationId());
        times(at, r.startNanos(), r.endNanos());
        return at;
    }

    private int put(char sort, CallbackRecord r, long start, long end) {
        int at = put(
                sort,
                r.operationValue(),
                r.phase().value(),
                r.threadId(),
                Profiler.threadId(),
                r.correlationId(),
                r.externalCorrelationId());
        times(at, start, end);
        set(at + MORE + 7, r.userData());
        return at;
    }

    private void dispatch(int at, DispatchInfo info) {
        set(at + MORE, info.agentId());
        set(at + MORE + 1, info.queueId());
        set(at + MORE + 2, info.kernelId());
        set(at + MORE + 3, info.dispatchId());
        set(at + MORE + 4, info.privateSegmentSizeBytes() | info.groupSegmentSizeBytes() << 32);
        set(at + MORE + 5, info.workgroupSizeX() | (long) info.workgroupSizeY() << 16 | (long) info.workgroupSizeZ() << 32);
        set(at + MORE + 6, info.gridSizeX() | info.gridSizeY() << 24 | info.gridSizeZ() << 48);
    }

    private void onDispatch(CallbackRecord record) {
        KernelDispatch dispatch = (KernelDispatch) record;
        dispatch(put('K', dispatch, dispatch.startNanos(), dispatch.endNanos()), dispatch);
        if (dispatch.phase() == CallbackPhase.ENTER) dispatch.userData(dispatch.dispatchId());
    }

    private void copy(int at, long destinationAgent, long sourceAgent, long bytes, long destination, long source) {
        set(at + MORE, destinationAgent);
        set(at + MORE + 1, sourceAgent);
        set(at + MORE + 2, bytes);
        set(at + MORE + 3, destination);
        set(at + MORE + 4, source);
    }

    private void onCopy(CallbackRecord record) {
        MemoryCopy c = (MemoryCopy) record;
        int at = put('C', c, c.startNanos(), c.endNanos());
        copy(at, c.destinationAgentId(), c.sourceAgentId(), c.sizeBytes(), c.destinationAddress(), c.sourceAddress());
        if (c.phase() == CallbackPhase.ENTER) c.userData(c.correlationId());
    }

    private void onRecords(RecordBatch batch) {
        if (batch.dropCount() > 0) set(put('d', 0, 0, 0, 0, 0, 0) + MORE, batch.dropCount());
        for (BufferRecord record : batch) {
            switch (record) {
                case KernelDispatchRecord dispatch -> dispatch(put('k', dispatch), dispatch);
                case MemoryCopyRecord c -> copy(
                        put('c', c),
                        c.destinationAgentId(),
                        c.sourceAgentId(),
                        c.sizeBytes(),
                        c.destinationAddress(),
                        c.sourceAddress());
                case RetirementRecord retired -> put('r', retired);
                case ApiRecord call -> {
                    int at = put('h', call);
                    set(at + MORE, call.kindValue());
                    set(at + MORE + 1, call.ancestorCorrelationId());
                }
                default -> throw new IllegalStateException("kind " + record.kindValue());
            }
        }
    }

    private void onCode(CallbackRecord record) {
        if (record instanceof KernelSymbol kernel && kernel.phase() == CallbackPhase.LOAD) {
            int at = put('n', 0, 0, 0, 0, 0, 0);
            set(at + MORE, kernel.kernelId());
            name(at, kernel.kernelName());
        }
    }

    private long onQuestion(ExternalCorrelationIdRequestKind kind, Operation operation, long internal) {
        long answer = lastQuestion.incrementAndGet();
        long thread = Profiler.threadId();
        put('q', operation.value(), kind.value(), thread, thread, internal, answer);
        return answer;
    }

    /// Writes seven words of text, terminated by a 0.
    private void name(int at, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length && i < 55; i++)
            entries.set(ValueLayout.JAVA_BYTE, 8L * (at + MORE + 1) + i, bytes[i]);
    }

    @Override
    public void close() {
        buffer.flush();
        for (Agent agent : Profiler.agents()) {
            int at = put('a', 0, 0, 0, 0, 0, 0);
            set(at + MORE, agent.id());
            set(at + MORE + 1, agent.type().value());
        }
        for (HipRuntimeOperation operation : HipRuntimeOperation.values()) {
            int at = put('o', operation.value(), 0, 0, 0, 0, 0);
            set(at + MORE, BufferTracingKind.HIP_RUNTIME_API.value());
            name(at, operation.toString());
        }
        cut();
    }

    private void set(int at, long value) {
        entries.setAtIndex(ValueLayout.JAVA_LONG, at, value);
    }

    private static MemorySegment map() {
        try (FileChannel file = FileChannel.open(
                FILE, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, CAPACITY * ENTRY_BYTES, Arena.global());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void cut() {
        try (FileChannel file = FileChannel.open(FILE, StandardOpenOption.WRITE)) {
            file.truncate(count.get() * ENTRY_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
