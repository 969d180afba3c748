package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKfdEventQueueRecord;
import io.rocprofiler.abi.BufferTracingKfdQueueRecord;
import io.rocprofiler.sdk.KfdQueueRecord;
import io.rocprofiler.sdk.engine.Memory;

/// [KfdQueueRecord], seen in place.
final class KfdQueueRecordView extends KfdView implements KfdQueueRecord {
    private final int agentIdAt;

    private KfdQueueRecordView(int startAt, int endAt, int processIdAt, int agentIdAt) {
        super(startAt, endAt, processIdAt);
        this.agentIdAt = agentIdAt;
    }

    /// Of single events.
    static KfdQueueRecordView event() {
        return new KfdQueueRecordView(
                BufferTracingKfdEventQueueRecord.TIMESTAMP,
                BufferTracingKfdEventQueueRecord.TIMESTAMP,
                BufferTracingKfdEventQueueRecord.PID,
                BufferTracingKfdEventQueueRecord.AGENT_ID);
    }

    /// Of a beginning and an end.
    static KfdQueueRecordView pair() {
        return new KfdQueueRecordView(
                BufferTracingKfdQueueRecord.START_TIMESTAMP,
                BufferTracingKfdQueueRecord.END_TIMESTAMP,
                BufferTracingKfdQueueRecord.PID,
                BufferTracingKfdQueueRecord.AGENT_ID);
    }

    @Override
    public long agentId() {
        return Memory.getLong(address + agentIdAt);
    }

    @Override
    public KfdQueueRecord copy() {
        return new KeptKfdQueueRecord(this);
    }
}
