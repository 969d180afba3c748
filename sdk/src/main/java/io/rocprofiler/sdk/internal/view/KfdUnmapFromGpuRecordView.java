package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKfdEventUnmapFromGpuRecord;
import io.rocprofiler.sdk.KfdUnmapFromGpuRecord;
import io.rocprofiler.sdk.engine.Memory;

/// [KfdUnmapFromGpuRecord], seen in place.
final class KfdUnmapFromGpuRecordView extends KfdView implements KfdUnmapFromGpuRecord {
    KfdUnmapFromGpuRecordView() {
        super(
                BufferTracingKfdEventUnmapFromGpuRecord.TIMESTAMP,
                BufferTracingKfdEventUnmapFromGpuRecord.TIMESTAMP,
                BufferTracingKfdEventUnmapFromGpuRecord.PID);
    }

    @Override
    public long agentId() {
        return Memory.getLong(address + BufferTracingKfdEventUnmapFromGpuRecord.AGENT_ID);
    }

    @Override
    public long startAddress() {
        return Memory.getLong(address + BufferTracingKfdEventUnmapFromGpuRecord.START_ADDRESS);
    }

    @Override
    public long endAddress() {
        return Memory.getLong(address + BufferTracingKfdEventUnmapFromGpuRecord.END_ADDRESS);
    }

    @Override
    public KfdUnmapFromGpuRecord copy() {
        return new KeptKfdUnmapFromGpuRecord(this);
    }
}
