package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKfdEventPageMigrateRecord;
import io.rocprofiler.abi.BufferTracingKfdPageMigrateRecord;
import io.rocprofiler.sdk.KfdPageMigrateRecord;
import io.rocprofiler.sdk.engine.Memory;

/// [KfdPageMigrateRecord], seen in place.
final class KfdPageMigrateRecordView extends KfdView implements KfdPageMigrateRecord {
    private final int startAddressAt;
    private final int endAddressAt;
    private final int sourceAgentIdAt;
    private final int destinationAgentIdAt;
    private final int prefetchAgentIdAt;
    private final int preferredAgentIdAt;
    private final int errorCodeAt;

    private KfdPageMigrateRecordView(
            int startAt,
            int endAt,
            int processIdAt,
            int startAddressAt,
            int endAddressAt,
            int sourceAgentIdAt,
            int destinationAgentIdAt,
            int prefetchAgentIdAt,
            int preferredAgentIdAt,
            int errorCodeAt) {
        super(startAt, endAt, processIdAt);
        this.startAddressAt = startAddressAt;
        this.endAddressAt = endAddressAt;
        this.sourceAgentIdAt = sourceAgentIdAt;
        this.destinationAgentIdAt = destinationAgentIdAt;
        this.prefetchAgentIdAt = prefetchAgentIdAt;
        this.preferredAgentIdAt = preferredAgentIdAt;
        this.errorCodeAt = errorCodeAt;
    }

    /// Of single events.
    static KfdPageMigrateRecordView event() {
        return new KfdPageMigrateRecordView(
                BufferTracingKfdEventPageMigrateRecord.TIMESTAMP,
                BufferTracingKfdEventPageMigrateRecord.TIMESTAMP,
                BufferTracingKfdEventPageMigrateRecord.PID,
                BufferTracingKfdEventPageMigrateRecord.START_ADDRESS,
                BufferTracingKfdEventPageMigrateRecord.END_ADDRESS,
                BufferTracingKfdEventPageMigrateRecord.SRC_AGENT,
                BufferTracingKfdEventPageMigrateRecord.DST_AGENT,
                BufferTracingKfdEventPageMigrateRecord.PREFETCH_AGENT,
                BufferTracingKfdEventPageMigrateRecord.PREFERRED_AGENT,
                BufferTracingKfdEventPageMigrateRecord.ERROR_CODE);
    }

    /// Of a beginning and an end.
    static KfdPageMigrateRecordView pair() {
        return new KfdPageMigrateRecordView(
                BufferTracingKfdPageMigrateRecord.START_TIMESTAMP,
                BufferTracingKfdPageMigrateRecord.END_TIMESTAMP,
                BufferTracingKfdPageMigrateRecord.PID,
                BufferTracingKfdPageMigrateRecord.START_ADDRESS,
                BufferTracingKfdPageMigrateRecord.END_ADDRESS,
                BufferTracingKfdPageMigrateRecord.SRC_AGENT,
                BufferTracingKfdPageMigrateRecord.DST_AGENT,
                BufferTracingKfdPageMigrateRecord.PREFETCH_AGENT,
                BufferTracingKfdPageMigrateRecord.PREFERRED_AGENT,
                BufferTracingKfdPageMigrateRecord.ERROR_CODE);
    }

    @Override
    public long startAddress() {
        return Memory.getLong(address + startAddressAt);
    }

    @Override
    public long endAddress() {
        return Memory.getLong(address + endAddressAt);
    }

    @Override
    public long sourceAgentId() {
        return Memory.getLong(address + sourceAgentIdAt);
    }

    @Override
    public long destinationAgentId() {
        return Memory.getLong(address + destinationAgentIdAt);
    }

    @Override
    public long prefetchAgentId() {
        return Memory.getLong(address + prefetchAgentIdAt);
    }

    @Override
    public long preferredAgentId() {
        return Memory.getLong(address + preferredAgentIdAt);
    }

    @Override
    public int errorCode() {
        return Memory.getInt(address + errorCodeAt);
    }

    @Override
    public KfdPageMigrateRecord copy() {
        return new KeptKfdPageMigrateRecord(this);
    }
}
