package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.engine.CStrings;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [KernelSymbol], seen in place.
final class KernelSymbolView extends CallbackView implements KernelSymbol {
    @Override
    public CodeObjectOperation operation() {
        return Objects.requireNonNullElse(CodeObjectOperation.of(operationValue()), CodeObjectOperation.NONE);
    }

    @Override
    public long kernelId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID);
    }

    @Override
    public long codeObjectId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID);
    }

    @Override
    public @Nullable String kernelName() {
        return CStrings.read(
                Memory.getLong(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_NAME),
                ApiValue.MAX_STRING_BYTES);
    }

    @Override
    public long kernelObject() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT);
    }

    @Override
    public long kernargSegmentSizeBytes() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long kernargSegmentAlignmentBytes() {
        return Memory.getInt(
                        payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long groupSegmentSizeBytes() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE)
                & 0xFFFF_FFFFL;
    }

    @Override
    public long privateSegmentSizeBytes() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE)
                & 0xFFFF_FFFFL;
    }

    @Override
    public int sgprCount() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT);
    }

    @Override
    public int archVgprCount() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT);
    }

    @Override
    public int accumVgprCount() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT);
    }

    @Override
    public long codeEntryOffsetBytes() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET);
    }

    @Override
    public long kernelAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS);
    }

    @Override
    public KernelSymbol copy() {
        return new KeptKernelSymbol(this);
    }
}
