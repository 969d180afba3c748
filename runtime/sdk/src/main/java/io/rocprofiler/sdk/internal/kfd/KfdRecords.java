package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.BufferTracingKfdEventDroppedEventsRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdEventPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdEventQueueRecord;
import io.rocprofiler.abi.BufferTracingKfdEventUnmapFromGpuRecord;
import io.rocprofiler.abi.BufferTracingKfdPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdQueueRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KfdEventDroppedEventsOperation;
import io.rocprofiler.abi.KfdEventPageFaultOperation;
import io.rocprofiler.abi.KfdEventPageMigrateOperation;
import io.rocprofiler.abi.KfdEventQueueOperation;
import io.rocprofiler.abi.KfdPageFaultOperation;
import io.rocprofiler.abi.KfdSmiEvent;
import io.rocprofiler.sdk.internal.agent.DriverGpus;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// Creates AMD's records for the driver's events: one for each event, and another for each complete pair.
///
/// Each record is built once in memory of this object, except its first sixteen bytes (size, kind, operation), and
/// passed to an output.
///
/// Thread rule: one thread.
final class KfdRecords {
    /// The driver counts in pages of 4 KiB, regardless of the machine's page size.
    private static final int PAGE_SHIFT = 12;

    /// The receiver of the records.
    interface Output {
        /// Takes a record.
        ///
        /// @param record address of a struct whose first sixteen bytes the receiver fills; valid until this
        /// method returns
        void record(BufferTracingKind kind, int operation, long record, int sizeof);
    }

    private final KfdPairs pairs = new KfdPairs();
    private final DriverGpus gpus;
    private final Output output;
    private final long record;

    /// Lifetime of the memory: until the process exits; a process has one poll thread.
    KfdRecords(DriverGpus gpus, Output output) {
        this.gpus = gpus;
        this.output = output;
        record = Arena.global()
                .allocate(BufferTracingKfdPageMigrateRecord.SIZEOF, BufferTracingKfdPageMigrateRecord.ALIGNOF)
                .address();
    }

    void accept(KfdEvent event) {
        switch (event.type) {
            case MIGRATE_START -> {
                migrateEvent(event, event.trigger);
                pairs.begin(event);
            }
            case MIGRATE_END -> {
                migrateEvent(event, KfdEventPageMigrateOperation.END.value());
                migrate(event, pairs.end(event));
            }
            case PAGE_FAULT_START -> {
                boolean write = event.letter == KfdEvent.WRITE_FAULT;
                faultEvent(
                        event,
                        write
                                ? KfdEventPageFaultOperation.START_WRITE_FAULT
                                : KfdEventPageFaultOperation.START_READ_FAULT);
                pairs.begin(event);
            }
            case PAGE_FAULT_END -> {
                boolean updated = event.letter == KfdEvent.UPDATED;
                faultEvent(
                        event,
                        updated
                                ? KfdEventPageFaultOperation.END_PAGE_UPDATED
                                : KfdEventPageFaultOperation.END_PAGE_MIGRATED);
                fault(event, pairs.end(event), updated);
            }
            case QUEUE_EVICTION -> {
                queueEvent(event, event.trigger);
                pairs.begin(event);
            }
            case QUEUE_RESTORE -> restored(event);
            case UNMAP_FROM_GPU -> unmapEvent(event);
            case DROPPED_EVENT -> droppedEvent(event);
            default -> {}
        }
    }

    // --- records of one event ---------------------------------------------------------------------------------------

    private void migrateEvent(KfdEvent event, int operation) {
        Memory.putLong(record + BufferTracingKfdEventPageMigrateRecord.TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdEventPageMigrateRecord.PID, event.pid);
        Memory.putLong(record + BufferTracingKfdEventPageMigrateRecord.START_ADDRESS, first(event));
        Memory.putLong(record + BufferTracingKfdEventPageMigrateRecord.END_ADDRESS, last(event));
        agent(BufferTracingKfdEventPageMigrateRecord.SRC_AGENT, event.gpu);
        agent(BufferTracingKfdEventPageMigrateRecord.DST_AGENT, event.toGpu);
        if (event.type == KfdSmiEvent.MIGRATE_START) { // an end lacks them
            agent(BufferTracingKfdEventPageMigrateRecord.PREFETCH_AGENT, event.prefetchGpu);
            agent(BufferTracingKfdEventPageMigrateRecord.PREFERRED_AGENT, event.preferredGpu);
        }
        Memory.putInt(record + BufferTracingKfdEventPageMigrateRecord.ERROR_CODE, event.errorCode);
        put(BufferTracingKind.KFD_EVENT_PAGE_MIGRATE, operation, BufferTracingKfdEventPageMigrateRecord.SIZEOF);
    }

    private void faultEvent(KfdEvent event, KfdEventPageFaultOperation operation) {
        Memory.putLong(record + BufferTracingKfdEventPageFaultRecord.TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdEventPageFaultRecord.PID, event.pid);
        agent(BufferTracingKfdEventPageFaultRecord.AGENT_ID, event.gpu);
        Memory.putLong(record + BufferTracingKfdEventPageFaultRecord.ADDRESS, first(event));
        put(BufferTracingKind.KFD_EVENT_PAGE_FAULT, operation.value(), BufferTracingKfdEventPageFaultRecord.SIZEOF);
    }

    private void queueEvent(KfdEvent event, int operation) {
        Memory.putLong(record + BufferTracingKfdEventQueueRecord.TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdEventQueueRecord.PID, event.pid);
        agent(BufferTracingKfdEventQueueRecord.AGENT_ID, event.gpu);
        put(BufferTracingKind.KFD_EVENT_QUEUE, operation, BufferTracingKfdEventQueueRecord.SIZEOF);
    }

    private void unmapEvent(KfdEvent event) {
        Memory.putLong(record + BufferTracingKfdEventUnmapFromGpuRecord.TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdEventUnmapFromGpuRecord.PID, event.pid);
        agent(BufferTracingKfdEventUnmapFromGpuRecord.AGENT_ID, event.gpu);
        Memory.putLong(record + BufferTracingKfdEventUnmapFromGpuRecord.START_ADDRESS, first(event));
        Memory.putLong(record + BufferTracingKfdEventUnmapFromGpuRecord.END_ADDRESS, last(event));
        put(BufferTracingKind.KFD_EVENT_UNMAP_FROM_GPU, event.trigger, BufferTracingKfdEventUnmapFromGpuRecord.SIZEOF);
    }

    private void droppedEvent(KfdEvent event) {
        Memory.putLong(record + BufferTracingKfdEventDroppedEventsRecord.TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdEventDroppedEventsRecord.PID, event.pid);
        Memory.putInt(record + BufferTracingKfdEventDroppedEventsRecord.COUNT, event.dropped);
        put(
                BufferTracingKind.KFD_EVENT_DROPPED_EVENTS,
                KfdEventDroppedEventsOperation.EVENTS.value(),
                BufferTracingKfdEventDroppedEventsRecord.SIZEOF);
    }

    // --- records of a pair ------------------------------------------------------------------------------------------

    private void migrate(KfdEvent end, KfdPairs.@Nullable Start start) {
        if (start == null) return;
        Memory.putLong(record + BufferTracingKfdPageMigrateRecord.START_TIMESTAMP, start.timestampNanos);
        Memory.putLong(record + BufferTracingKfdPageMigrateRecord.END_TIMESTAMP, end.timestampNanos);
        Memory.putInt(record + BufferTracingKfdPageMigrateRecord.PID, end.pid);
        Memory.putLong(record + BufferTracingKfdPageMigrateRecord.START_ADDRESS, first(end));
        Memory.putLong(record + BufferTracingKfdPageMigrateRecord.END_ADDRESS, last(end));
        agent(BufferTracingKfdPageMigrateRecord.SRC_AGENT, end.gpu);
        agent(BufferTracingKfdPageMigrateRecord.DST_AGENT, end.toGpu);
        agent(BufferTracingKfdPageMigrateRecord.PREFETCH_AGENT, start.prefetchGpu);
        agent(BufferTracingKfdPageMigrateRecord.PREFERRED_AGENT, start.preferredGpu);
        Memory.putInt(record + BufferTracingKfdPageMigrateRecord.ERROR_CODE, end.errorCode);
        put(BufferTracingKind.KFD_PAGE_MIGRATE, start.trigger, BufferTracingKfdPageMigrateRecord.SIZEOF);
    }

    private void fault(KfdEvent end, KfdPairs.@Nullable Start start, boolean updated) {
        if (start == null) return;
        Memory.putLong(record + BufferTracingKfdPageFaultRecord.START_TIMESTAMP, start.timestampNanos);
        Memory.putLong(record + BufferTracingKfdPageFaultRecord.END_TIMESTAMP, end.timestampNanos);
        Memory.putInt(record + BufferTracingKfdPageFaultRecord.PID, end.pid);
        agent(BufferTracingKfdPageFaultRecord.AGENT_ID, end.gpu);
        Memory.putLong(record + BufferTracingKfdPageFaultRecord.ADDRESS, first(end));
        KfdPageFaultOperation read =
                updated ? KfdPageFaultOperation.READ_FAULT_UPDATED : KfdPageFaultOperation.READ_FAULT_MIGRATED;
        KfdPageFaultOperation write =
                updated ? KfdPageFaultOperation.WRITE_FAULT_UPDATED : KfdPageFaultOperation.WRITE_FAULT_MIGRATED;
        KfdPageFaultOperation operation = start.letter == KfdEvent.WRITE_FAULT ? write : read;
        put(BufferTracingKind.KFD_PAGE_FAULT, operation.value(), BufferTracingKfdPageFaultRecord.SIZEOF);
    }

    /// Records the end of an eviction. A queue that is only rescheduled is still evicted.
    private void restored(KfdEvent event) {
        if (event.letter == KfdEvent.RESCHEDULED) {
            queueEvent(event, KfdEventQueueOperation.RESTORE_RESCHEDULED.value());
            return;
        }
        queueEvent(event, KfdEventQueueOperation.RESTORE.value());
        KfdPairs.Start start = pairs.end(event);
        if (start == null) return;
        Memory.putLong(record + BufferTracingKfdQueueRecord.START_TIMESTAMP, start.timestampNanos);
        Memory.putLong(record + BufferTracingKfdQueueRecord.END_TIMESTAMP, event.timestampNanos);
        Memory.putInt(record + BufferTracingKfdQueueRecord.PID, event.pid);
        agent(BufferTracingKfdQueueRecord.AGENT_ID, event.gpu);
        put(BufferTracingKind.KFD_QUEUE, start.trigger, BufferTracingKfdQueueRecord.SIZEOF);
    }

    // --- fields -----------------------------------------------------------------------------------------------------

    private static long first(KfdEvent event) {
        return event.firstPage << PAGE_SHIFT;
    }

    /// Returns the address after the last byte.
    private static long last(KfdEvent event) {
        return (event.firstPage + event.pages) << PAGE_SHIFT;
    }

    private void agent(int offset, int gpuId) {
        Memory.putLong(record + offset, gpus.ofGpu(gpuId));
    }

    /// Passes the record on and clears it for the next one.
    private void put(BufferTracingKind kind, int operation, int sizeof) {
        output.record(kind, operation, record, sizeof);
        Memory.zero(record, BufferTracingKfdPageMigrateRecord.SIZEOF);
    }
}
