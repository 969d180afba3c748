package io.rocprofiler.abi.internal.code;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import java.lang.foreign.MemorySegment;

/// What a kernel's descriptor says about its code.
public final class KernelCode {
    private KernelCode() {}

    /// Fills in the fields that only the descriptor has: registers, and where the code begins.
    ///
    /// @param kernel AMD's struct about a kernel, in which its kernel object is
    /// @param descriptor the 64 bytes of its descriptor
    /// @param processor the agent's name, for example `gfx90a`
    public static void describe(MemorySegment kernel, MemorySegment descriptor, String processor) {
        KernelRegisters registers = KernelRegisters.of(descriptor, processor);
        put(kernel, CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT, registers.scalar());
        put(kernel, CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT, registers.vector());
        put(kernel, CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT, registers.accumulation());
        long entry = descriptor.get(JAVA_LONG_UNALIGNED, AmdhsaKernelDescriptor.KERNEL_CODE_ENTRY_BYTE_OFFSET);
        long object = kernel.get(JAVA_LONG_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT);
        kernel.set(
                JAVA_LONG_UNALIGNED,
                CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET,
                entry);
        kernel.set(
                JAVA_LONG_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS, object + entry);
    }

    private static void put(MemorySegment kernel, int offset, int count) {
        kernel.set(JAVA_INT_UNALIGNED, offset, count);
    }
}
