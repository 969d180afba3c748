package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KfdSmiEvent;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.agent.AgentStruct;
import io.rocprofiler.sdk.internal.agent.AgentTable;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.buffer.CallbackThreads;
import io.rocprofiler.sdk.internal.plan.BufferService;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The KFD kinds: page migrations, page faults and evictions of queues, as the kernel driver logs them.
///
/// One thread of ours reads the driver's events for all contexts, from the end of the configuration window to
/// the end of the process, if a context asks for any and the driver can tell them.
public final class KfdEvents {
    /// Above 1.11: the first interface whose events are complete.
    private static final long LAST_TOO_OLD = 1L << 32 | 11;

    private static final int STOP_MILLIS = 2_000;

    private final KfdSource source;
    private final Agents agents;
    private final CallbackThreads threads;
    private volatile @Nullable Reader thread;

    public KfdEvents(KfdSource source, Agents agents, CallbackThreads threads) {
        this.source = source;
        this.agents = agents;
        this.threads = threads;
    }

    /// Whether a kind is made of the driver's events. AMD's numbers have them in one row; a switch would be
    /// one more class for every process to load.
    static boolean isOne(BufferTracingKind kind) {
        return kind.compareTo(BufferTracingKind.KFD_EVENT_PAGE_MIGRATE) >= 0
                && kind.compareTo(BufferTracingKind.KFD_QUEUE) <= 0;
    }

    /// What configuring a kind answers: INCOMPATIBLE_KERNEL if it needs a driver that is not there. As with
    /// AMD's, that events were dropped may be asked for anywhere.
    public static Status support(BufferTracingKind kind, KfdSource source) {
        if (!isOne(kind) || kind == BufferTracingKind.KFD_EVENT_DROPPED_EVENTS) return Status.SUCCESS;
        return source.kfd().version() > LAST_TOO_OLD ? Status.SUCCESS : Status.ERROR_INCOMPATIBLE_KERNEL;
    }

    /// The driver's events that a kind is made of; bit `n - 1` stands for number `n`.
    private static long events(BufferTracingKind kind) {
        return switch (kind) {
            case KFD_EVENT_PAGE_MIGRATE, KFD_PAGE_MIGRATE ->
                bit(KfdSmiEvent.MIGRATE_START) | bit(KfdSmiEvent.MIGRATE_END);
            case KFD_EVENT_PAGE_FAULT, KFD_PAGE_FAULT ->
                bit(KfdSmiEvent.PAGE_FAULT_START) | bit(KfdSmiEvent.PAGE_FAULT_END);
            case KFD_EVENT_QUEUE, KFD_QUEUE -> bit(KfdSmiEvent.QUEUE_EVICTION) | bit(KfdSmiEvent.QUEUE_RESTORE);
            case KFD_EVENT_UNMAP_FROM_GPU -> bit(KfdSmiEvent.UNMAP_FROM_GPU);
            case KFD_EVENT_DROPPED_EVENTS -> bit(KfdSmiEvent.DROPPED_EVENT);
            default -> 0;
        };
    }

    private static long bit(KfdSmiEvent event) {
        return 1L << (event.value() - 1);
    }

    /// Begins to listen for what these contexts ask for. After the configuration window, once. A failure is
    /// one line, and the program goes on.
    public void start(List<? extends TracingContext> contexts, EventSlots events) {
        long mask = 0;
        for (TracingContext context : contexts) {
            for (BufferService service : context.buffers()) {
                if (isOne(service.kind())) mask |= events(service.kind());
            }
        }
        if (mask == 0 || mask == bit(KfdSmiEvent.DROPPED_EVENT)) return;
        try {
            if (source.kfd().version() > LAST_TOO_OLD) start(mask, new KfdDelivery(events));
        } catch (RuntimeException | Error failure) {
            Messages.warn("events of the kernel driver cannot be read: " + Messages.describe(failure));
        }
    }

    /// Begins to listen.
    ///
    /// @param output where records go
    public void start(long mask, KfdRecords.Output output) {
        AgentTable table = agents.table();
        int sources = source.kfd().start(gpus(table), mask);
        if (sources == 0) return;
        Reader reader = new Reader(source.kfd(), sources, new KfdRecords(table, output));
        thread = reader;
        threads.start(reader);
    }

    private static int[] gpus(AgentTable table) {
        int[] gpus = new int[table.count()];
        int count = 0;
        for (int i = 0; i < gpus.length; i++) {
            long agent = table.agent(i);
            if (AgentStruct.type(agent) == AgentType.GPU) gpus[count++] = (int) Memory.getLong(agent + AgentV0.GPU_ID);
        }
        return Arrays.copyOf(gpus, count);
    }

    /// Ends the thread, within bounds. What the driver says later is nobody's.
    public void stop() {
        Reader reader = thread;
        if (reader == null) return;
        source.kfd().stop();
        reader.end();
    }

    /// The thread: waits in C, and makes records of what it gets.
    private static final class Reader extends Thread implements KfdLines.Handler {
        private static final int CAPACITY = 1 << 16;

        private final KfdDevice device;
        private final KfdRecords records;
        private final KfdLines[] lines;
        private final KfdParser parser = new KfdParser();
        private final KfdEvent event = new KfdEvent();

        Reader(KfdDevice device, int sources, KfdRecords records) {
            super(null, null, "rocprofiler-kfd", 0, false);
            setDaemon(true);
            this.device = device;
            this.records = records;
            lines = new KfdLines[sources];
            for (int i = 0; i < sources; i++) lines[i] = new KfdLines(this);
        }

        /// Waits for the end, within bounds.
        void end() {
            try {
                if (currentThread() != this) join(STOP_MILLIS);
            } catch (InterruptedException _) {
                currentThread().interrupt();
            }
        }

        @Override
        public void run() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(CAPACITY);
                byte[] text = new byte[CAPACITY];
                long found = device.next(memory.address(), CAPACITY);
                while (found != 0) {
                    int count = (int) found;
                    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, text, 0, count);
                    lines[(int) (found >>> Integer.SIZE)].feed(text, count);
                    found = device.next(memory.address(), CAPACITY);
                }
            } catch (Throwable failure) {
                Messages.warn("events of the kernel driver end here: " + Messages.describe(failure));
            }
        }

        @Override
        public void line(byte[] text, int from, int to) {
            if (parser.parse(text, from, to, event)) records.accept(event);
        }
    }
}
