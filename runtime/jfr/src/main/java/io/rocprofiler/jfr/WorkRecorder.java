package io.rocprofiler.jfr;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.BufferHandler;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.Event;

/// Writes an event for each record, with the record's own times.
///
/// Thread rule: the thread that delivers the buffer.
final class WorkRecorder implements BufferHandler {
    private final Map<Long, String> agents = new HashMap<>();
    private final TickClock clock = new TickClock();

    /// Compares the clocks as early as possible: the longer ago, the better their ratio is known.
    void start() {
        clock.compare();
    }

    @Override
    public void onRecords(RecordBatch batch) {
        // Where times cannot be set, events have the time of their delivery.
        boolean isRecorded = clock.compare() || !GpuKernel.TIMES.areKnown();
        if (!isRecorded) return;
        for (BufferRecord record : batch) {
            switch (record) {
                case KernelDispatchRecord kernel -> write(kernel);
                case MemoryCopyRecord copy -> write(copy);
                case MemoryAllocationRecord memory -> write(memory);
                default -> {}
            }
        }
    }

    private void write(KernelDispatchRecord record) {
        GpuKernel event = new GpuKernel();
        if (!event.isEnabled()) return;
        event.kernel = record.kernelName();
        event.agent = agent(record.agentId());
        event.queueId = record.queueId();
        event.dispatchId = record.dispatchId();
        event.gridSize = record.gridSizeX() + "x" + record.gridSizeY() + "x" + record.gridSizeZ();
        event.workgroupSize = record.workgroupSizeX() + "x" + record.workgroupSizeY() + "x" + record.workgroupSizeZ();
        event.groupSegmentSize = record.groupSegmentSizeBytes();
        event.privateSegmentSize = record.privateSegmentSizeBytes();
        event.osThreadId = record.threadId();
        event.correlationId = record.correlationId();
        commit(event, GpuKernel.TIMES, record);
    }

    private void write(MemoryCopyRecord record) {
        GpuCopy event = new GpuCopy();
        if (!event.isEnabled()) return;
        event.direction = record.operationName();
        event.bytes = record.sizeBytes();
        event.source = agent(record.sourceAgentId());
        event.destination = agent(record.destinationAgentId());
        event.osThreadId = record.threadId();
        event.correlationId = record.correlationId();
        commit(event, GpuCopy.TIMES, record);
    }

    private void write(MemoryAllocationRecord record) {
        GpuMemory event = new GpuMemory();
        if (!event.isEnabled()) return;
        event.operation = record.operationName();
        event.bytes = record.sizeBytes();
        event.address = record.address();
        event.agent = agent(record.agentId());
        event.osThreadId = record.threadId();
        event.correlationId = record.correlationId();
        commit(event, GpuMemory.TIMES, record);
    }

    private void commit(Event event, EventTimes times, BufferRecord record) {
        long start = clock.ticks(record.startNanos());
        times.set(event, start, clock.ticks(record.endNanos()) - start);
        event.commit();
    }

    private String agent(long id) {
        return agents.computeIfAbsent(id, known -> {
            Agent agent = Profiler.agent(known);
            return agent == null ? "" : agent.name() + " " + agent.logicalNodeId();
        });
    }
}
