package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingOmptRecord;
import io.rocprofiler.abi.BufferTracingOmptTarget;
import io.rocprofiler.abi.BufferTracingOmptTargetDataOp;
import io.rocprofiler.abi.BufferTracingOmptTargetKernel;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.OmptRecord;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [OmptRecord], seen in place.
final class OmptRecordView extends TracingView implements OmptRecord {
    @Override
    public OmptOperation operation() {
        return Objects.requireNonNullElse(OmptOperation.of(operationValue()), OmptOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(address + BufferTracingOmptRecord.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(address + BufferTracingOmptRecord.END_TIMESTAMP);
    }

    @Override
    public long threadId() {
        return Memory.getLong(address + BufferTracingOmptRecord.THREAD_ID);
    }

    @Override
    public long internalCorrelationId() {
        return Memory.getLong(address + BufferTracingOmptRecord.CORRELATION_ID + CorrelationId.INTERNAL);
    }

    @Override
    public long ancestorCorrelationId() {
        return Memory.getLong(address + BufferTracingOmptRecord.CORRELATION_ID + CorrelationId.ANCESTOR);
    }

    @Override
    public long externalCorrelationId() {
        return Memory.getLong(address + BufferTracingOmptRecord.CORRELATION_ID + CorrelationId.EXTERNAL);
    }

    @Override
    public int targetKind() {
        return half(OmptOperation.TARGET_EMI, BufferTracingOmptRecord.TARGET + BufferTracingOmptTarget.KIND);
    }

    @Override
    public int deviceNumber() {
        return switch (operation()) {
            case TARGET_EMI ->
                Memory.getInt(address + BufferTracingOmptRecord.TARGET + BufferTracingOmptTarget.DEVICE_NUM);
            case TARGET_SUBMIT_EMI ->
                Memory.getInt(
                        address + BufferTracingOmptRecord.TARGET_KERNEL + BufferTracingOmptTargetKernel.DEVICE_NUM);
            default -> 0;
        };
    }

    @Override
    public long taskId() {
        return word(OmptOperation.TARGET_EMI, BufferTracingOmptRecord.TARGET + BufferTracingOmptTarget.TASK_ID);
    }

    @Override
    public long targetId() {
        return word(OmptOperation.TARGET_EMI, BufferTracingOmptRecord.TARGET + BufferTracingOmptTarget.TARGET_ID);
    }

    @Override
    public long hostOperationId() {
        return switch (operation()) {
            case TARGET_DATA_OP_EMI ->
                Memory.getLong(
                        address + BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.HOST_OP_ID);
            case TARGET_SUBMIT_EMI ->
                Memory.getLong(
                        address + BufferTracingOmptRecord.TARGET_KERNEL + BufferTracingOmptTargetKernel.HOST_OP_ID);
            default -> 0;
        };
    }

    @Override
    public int dataOperation() {
        return half(
                OmptOperation.TARGET_DATA_OP_EMI,
                BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.OPTYPE);
    }

    @Override
    public int sourceDeviceNumber() {
        return half(
                OmptOperation.TARGET_DATA_OP_EMI,
                BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.SRC_DEVICE_NUM);
    }

    @Override
    public int destinationDeviceNumber() {
        return half(
                OmptOperation.TARGET_DATA_OP_EMI,
                BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.DST_DEVICE_NUM);
    }

    @Override
    public long sizeBytes() {
        return word(
                OmptOperation.TARGET_DATA_OP_EMI,
                BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.BYTES);
    }

    @Override
    public int requestedTeams() {
        return half(
                OmptOperation.TARGET_SUBMIT_EMI,
                BufferTracingOmptRecord.TARGET_KERNEL + BufferTracingOmptTargetKernel.REQUESTED_NUM_TEAMS);
    }

    @Override
    public long codeAddress() {
        return switch (operation()) {
            case TARGET_EMI ->
                Memory.getLong(address + BufferTracingOmptRecord.TARGET + BufferTracingOmptTarget.CODEPTR_RA);
            case TARGET_DATA_OP_EMI ->
                Memory.getLong(
                        address + BufferTracingOmptRecord.TARGET_DATA_OP + BufferTracingOmptTargetDataOp.CODEPTR_RA);
            default -> 0;
        };
    }

    @Override
    public OmptRecord copy() {
        return new KeptOmptRecord(this);
    }

    private long word(OmptOperation only, int offset) {
        return operation() == only ? Memory.getLong(address + offset) : 0;
    }

    private int half(OmptOperation only, int offset) {
        return operation() == only ? Memory.getInt(address + offset) : 0;
    }
}
