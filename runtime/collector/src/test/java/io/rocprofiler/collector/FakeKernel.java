package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A loaded kernel: every word of its struct holds its own index.
final class FakeKernel implements Doubles.OfKernelSymbol {
    private final String name;
    private final CallbackPhase phase;

    FakeKernel(String name, CallbackPhase phase) {
        this.name = name;
        this.phase = phase;
    }

    @Override
    public MemorySegment payload() {
        int words = CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF / Long.BYTES;
        MemorySegment payload = MemorySegment.ofArray(new long[words]);
        for (int i = 0; i < words; i++) payload.setAtIndex(ValueLayout.JAVA_LONG, i, i);
        return payload.asReadOnly();
    }

    @Override
    public CallbackTracingKind kind() {
        return CallbackTracingKind.CODE_OBJECT;
    }

    @Override
    public CodeObjectOperation operation() {
        return CodeObjectOperation.DEVICE_KERNEL_SYMBOL_REGISTER;
    }

    @Override
    public int operationValue() {
        return operation().value();
    }

    @Override
    public String operationName() {
        return operation().operationName();
    }

    @Override
    public CallbackPhase phase() {
        return phase;
    }

    @Override
    public String kernelName() {
        return name;
    }

    @Override
    public long threadId() {
        return FakeCall.THREAD;
    }

    @Override
    public long correlationId() {
        return 0;
    }

    @Override
    public long ancestorCorrelationId() {
        return 0;
    }

    @Override
    public long externalCorrelationId() {
        return 0;
    }

    @Override
    public long contextHandle() {
        return 1;
    }

    @Override
    public long userData() {
        return 0;
    }

    @Override
    public void userData(long value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long kernelId() {
        return 1;
    }

    @Override
    public long codeObjectId() {
        return 2;
    }

    @Override
    public long kernelObject() {
        return 4;
    }

    @Override
    public long kernargSegmentSizeBytes() {
        return 5;
    }

    @Override
    public long kernargSegmentAlignmentBytes() {
        return 0;
    }

    @Override
    public long groupSegmentSizeBytes() {
        return 6;
    }

    @Override
    public long privateSegmentSizeBytes() {
        return 0;
    }

    @Override
    public int sgprCount() {
        return 7;
    }

    @Override
    public int archVgprCount() {
        return 0;
    }

    @Override
    public int accumVgprCount() {
        return 8;
    }

    @Override
    public long codeEntryOffsetBytes() {
        return 9;
    }

    @Override
    public long kernelAddress() {
        return 10;
    }

    @Override
    public KernelSymbol copy() {
        throw new UnsupportedOperationException();
    }
}
