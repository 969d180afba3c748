package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingKernelDispatchData;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [KernelDispatch], seen in place.
final class KernelDispatchView extends CallbackView implements KernelDispatch {
    @Override
    public KernelDispatchOperation operation() {
        return Objects.requireNonNullElse(KernelDispatchOperation.of(operationValue()), KernelDispatchOperation.NONE);
    }

    @Override
    public long startNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingKernelDispatchData.START_TIMESTAMP);
    }

    @Override
    public long endNanos() {
        return Memory.getLong(payloadAddress() + CallbackTracingKernelDispatchData.END_TIMESTAMP);
    }

    @Override
    public long agentId() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingKernelDispatchData.DISPATCH_INFO + KernelDispatchInfo.AGENT_ID);
    }

    @Override
    public long queueId() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingKernelDispatchData.DISPATCH_INFO + KernelDispatchInfo.QUEUE_ID);
    }

    @Override
    public long kernelId() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingKernelDispatchData.DISPATCH_INFO + KernelDispatchInfo.KERNEL_ID);
    }

    @Override
    public long dispatchId() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingKernelDispatchData.DISPATCH_INFO + KernelDispatchInfo.DISPATCH_ID);
    }

    @Override
    public long privateSegmentSizeBytes() {
        return Memory.getInt(payloadAddress()
                        + CallbackTracingKernelDispatchData.DISPATCH_INFO
                        + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long groupSegmentSizeBytes() {
        return Memory.getInt(payloadAddress()
                        + CallbackTracingKernelDispatchData.DISPATCH_INFO
                        + KernelDispatchInfo.GROUP_SEGMENT_SIZE)
                & 0xFFFF_FFFFL;
    }

    @Override
    public int workgroupSizeX() {
        return Memory.getInt(payloadAddress()
                + CallbackTracingKernelDispatchData.DISPATCH_INFO
                + KernelDispatchInfo.WORKGROUP_SIZE
                + Dim3.X);
    }

    @Override
    public int workgroupSizeY() {
        return Memory.getInt(payloadAddress()
                + CallbackTracingKernelDispatchData.DISPATCH_INFO
                + KernelDispatchInfo.WORKGROUP_SIZE
                + Dim3.Y);
    }

    @Override
    public int workgroupSizeZ() {
        return Memory.getInt(payloadAddress()
                + CallbackTracingKernelDispatchData.DISPATCH_INFO
                + KernelDispatchInfo.WORKGROUP_SIZE
                + Dim3.Z);
    }

    @Override
    public long gridSizeX() {
        return Memory.getInt(payloadAddress()
                        + CallbackTracingKernelDispatchData.DISPATCH_INFO
                        + KernelDispatchInfo.GRID_SIZE
                        + Dim3.X)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long gridSizeY() {
        return Memory.getInt(payloadAddress()
                        + CallbackTracingKernelDispatchData.DISPATCH_INFO
                        + KernelDispatchInfo.GRID_SIZE
                        + Dim3.Y)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long gridSizeZ() {
        return Memory.getInt(payloadAddress()
                        + CallbackTracingKernelDispatchData.DISPATCH_INFO
                        + KernelDispatchInfo.GRID_SIZE
                        + Dim3.Z)
                & 0xFFFF_FFFFL;
    }

    @Override
    public KernelDispatch copy() {
        return new KeptKernelDispatch(this);
    }
}
