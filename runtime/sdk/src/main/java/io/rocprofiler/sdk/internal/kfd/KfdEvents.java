package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KfdSmiEvent;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.agent.AgentStruct;
import io.rocprofiler.sdk.internal.agent.AgentTable;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.plan.BufferService;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The KFD kinds: page migrations, page faults and evictions of queues, as the kernel driver logs them.
///
/// One profiler thread reads the driver's events for all contexts, from the end of the configuration window until
/// the process exits, if a context traces any and the driver supports them.
public final class KfdEvents {
    /// The last unsuitable interface: events are complete since the next one.
    private static final long LAST_TOO_OLD = 1L << 32 | 11;

    private static final int STOP_MILLIS = 2_000;

    private final KfdSource source;
    private final Agents agents;
    private final DeliveryThreads threads;
    private volatile @Nullable Reader thread;
    private long listening;

    public KfdEvents(KfdSource source, Agents agents, DeliveryThreads threads) {
        this.source = source;
        this.agents = agents;
        this.threads = threads;
    }

    /// Whether a kind consists of the driver's events. AMD's numbers for them are consecutive; a switch would make
    /// every process load one more class.
    static boolean isOne(BufferTracingKind kind) {
        return kind.compareTo(BufferTracingKind.KFD_EVENT_PAGE_MIGRATE) >= 0
                && kind.compareTo(BufferTracingKind.KFD_QUEUE) <= 0;
    }

    /// Returns the result of configuring a kind: INCOMPATIBLE_KERNEL if it needs a driver that is missing. As in
    /// AMD's library, dropped events can be traced on any machine.
    public static Status support(BufferTracingKind kind, KfdSource source) {
        if (!isOne(kind) || kind == BufferTracingKind.KFD_EVENT_DROPPED_EVENTS) return Status.SUCCESS;
        return source.kfd().version() > LAST_TOO_OLD ? Status.SUCCESS : Status.ERROR_INCOMPATIBLE_KERNEL;
    }

    /// Returns the driver's events that a kind consists of; bit `n - 1` stands for number `n`.
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

    /// Starts listening for the events that these contexts trace, after their configuration window. The driver is asked
    /// once: later contexts get what the first ones have asked for. A failure prints one line, and the program
    /// continues.
    public void start(List<? extends TracingContext> contexts, EventSlots events) {
        long mask = 0;
        for (TracingContext context : contexts) {
            for (BufferService service : context.buffers()) {
                if (isOne(service.kind())) mask |= events(service.kind());
            }
        }
        if (mask == 0 || mask == bit(KfdSmiEvent.DROPPED_EVENT)) return;
        if (thread != null) {
            if ((mask & ~listening) != 0)
                Messages.warn(
                        "the kernel driver is asked for events once: those that only a later tool traces are missed");
            return;
        }
        listening = mask;
        try {
            if (source.kfd().version() > LAST_TOO_OLD) start(mask, new KfdDelivery(events));
        } catch (RuntimeException | Error failure) {
            Messages.warn("events of the kernel driver cannot be read: " + Messages.describe(failure));
        }
    }

    /// Starts listening.
    ///
    /// @param output receives the records
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

    /// Ends the thread, with a time limit. Later events of the driver are discarded.
    public void stop() {
        Reader reader = thread;
        if (reader == null) return;
        source.kfd().stop();
        reader.end();
    }

    /// The thread that waits for the driver and turns text into records.
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

        /// Waits for the end of the thread, with a time limit.
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
                    Memory.copy(memory.address(), text, count);
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
