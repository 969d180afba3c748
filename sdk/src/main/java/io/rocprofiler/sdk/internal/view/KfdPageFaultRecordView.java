package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKfdEventPageFaultRecord;
import io.rocprofiler.abi.BufferTracingKfdPageFaultRecord;
import io.rocprofiler.sdk.KfdPageFaultRecord;
import io.rocprofiler.sdk.engine.Memory;

/// [KfdPageFaultRecord], seen in place.
final class KfdPageFaultRecordView extends KfdView implements KfdPageFaultRecord {
    private final int agentIdAt;
    private final int pageAddressAt;

    private KfdPageFaultRecordView(int startAt, int endAt, int processIdAt, int agentIdAt, int pageAddressAt) {
        super(startAt, endAt, processIdAt);
        this.agentIdAt = agentIdAt;
        this.pageAddressAt = pageAddressAt;
    }

    /// Of single events.
    static KfdPageFaultRecordView event() {
        return new KfdPageFaultRecordView(
                BufferTracingKfdEventPageFaultRecord.TIMESTAMP,
                BufferTracingKfdEventPageFaultRecord.TIMESTAMP,
                BufferTracingKfdEventPageFaultRecord.PID,
                BufferTracingKfdEventPageFaultRecord.AGENT_ID,
                BufferTracingKfdEventPageFaultRecord.ADDRESS);
    }

    /// Of a beginning and an end.
    static KfdPageFaultRecordView pair() {
        return new KfdPageFaultRecordView(
                BufferTracingKfdPageFaultRecord.START_TIMESTAMP,
                BufferTracingKfdPageFaultRecord.END_TIMESTAMP,
                BufferTracingKfdPageFaultRecord.PID,
                BufferTracingKfdPageFaultRecord.AGENT_ID,
                BufferTracingKfdPageFaultRecord.ADDRESS);
    }

    @Override
    public long agentId() {
        return Memory.getLong(address + agentIdAt);
    }

    @Override
    public long address() {
        return Memory.getLong(address + pageAddressAt);
    }

    @Override
    public KfdPageFaultRecord copy() {
        return new KeptKfdPageFaultRecord(this);
    }
}
