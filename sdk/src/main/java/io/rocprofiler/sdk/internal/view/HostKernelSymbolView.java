package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Dimensions;
import io.rocprofiler.sdk.HostKernelSymbol;
import io.rocprofiler.sdk.engine.CStrings;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [HostKernelSymbol], seen in place.
final class HostKernelSymbolView extends CallbackView implements HostKernelSymbol {
    @Override
    public CodeObjectOperation operation() {
        return Objects.requireNonNullElse(CodeObjectOperation.of(operationValue()), CodeObjectOperation.NONE);
    }

    @Override
    public long hostFunctionId() {
        return Memory.getLong(
                payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID);
    }

    @Override
    public long kernelId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID);
    }

    @Override
    public long codeObjectId() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID);
    }

    @Override
    public long hostFunctionAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION);
    }

    @Override
    public long modulesAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES);
    }

    @Override
    public @Nullable String deviceFunction() {
        return CStrings.read(
                Memory.getLong(
                        payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.DEVICE_FUNCTION),
                ApiValue.MAX_STRING_BYTES);
    }

    @Override
    public int threadLimit() {
        return Memory.getInt(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_LIMIT);
    }

    @Override
    public Dimensions threadIds() {
        return dimensions(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_IDS);
    }

    @Override
    public Dimensions blockIds() {
        return dimensions(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.BLOCK_IDS);
    }

    @Override
    public Dimensions blockDimensions() {
        return dimensions(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.BLOCK_DIMS);
    }

    @Override
    public Dimensions gridDimensions() {
        return dimensions(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.GRID_DIMS);
    }

    @Override
    public long workgroupSize() {
        return Memory.getLong(payloadAddress() + CallbackTracingCodeObjectHostKernelSymbolRegisterData.WORKGROUP_SIZE);
    }

    @Override
    public HostKernelSymbol copy() {
        return new KeptHostKernelSymbol(this);
    }

    private static Dimensions dimensions(long address) {
        return new Dimensions(
                Memory.getInt(address + Dim3.X) & 0xFFFF_FFFFL,
                Memory.getInt(address + Dim3.Y) & 0xFFFF_FFFFL,
                Memory.getInt(address + Dim3.Z) & 0xFFFF_FFFFL);
    }
}
