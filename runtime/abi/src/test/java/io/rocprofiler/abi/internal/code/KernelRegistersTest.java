package io.rocprofiler.abi.internal.code;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class KernelRegistersTest {
    private final MemorySegment descriptor =
            MemorySegment.ofArray(new long[AmdhsaKernelDescriptor.SIZEOF / Long.BYTES]);

    /// Granulated counts 5 (VGPR) and 7 (SGPR), accumulation offset 3, wave size 32 or 64.
    private KernelRegisters on(String processor, boolean wave32) {
        descriptor.set(JAVA_INT_UNALIGNED, AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC1, 5 | 7 << 6 | 0xFFFF_FC00);
        descriptor.set(JAVA_INT_UNALIGNED, AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC3, 3 | 0xFFFF_FFC0);
        descriptor.set(JAVA_SHORT_UNALIGNED, AmdhsaKernelDescriptor.KERNEL_CODE_PROPERTIES, (short)
                (wave32 ? 0xFFFF : 0xFBFF));
        return KernelRegisters.of(descriptor, processor);
    }

    @Test
    void eachGenerationCountsInItsOwnUnits() {
        assertThat(on("gfx803", false)).isEqualTo(new KernelRegisters(64, 24, 0));
        assertThat(on("gfx906", false)).isEqualTo(new KernelRegisters(64, 24, 0));
        assertThat(on("gfx908", false)).isEqualTo(new KernelRegisters(64, 24, 24));
        assertThat(on("gfx90a", false)).isEqualTo(new KernelRegisters(64, 16, 32));
        assertThat(on("gfx942", false)).isEqualTo(new KernelRegisters(64, 16, 32));
        assertThat(on("gfx1030", true)).isEqualTo(new KernelRegisters(128, 48, 0));
        assertThat(on("gfx1030", false)).isEqualTo(new KernelRegisters(128, 24, 0));
        assertThat(on("gfx1201", true)).isEqualTo(new KernelRegisters(128, 48, 0));
    }

    @Test
    void registersOfOtherProcessorsAreUnknown() {
        assertThat(on("gfx000", false)).isEqualTo(KernelRegisters.UNKNOWN);
        assertThat(on("AMD EPYC", false)).isEqualTo(KernelRegisters.UNKNOWN);
        assertThat(on("gfx", false)).isEqualTo(KernelRegisters.UNKNOWN);
        assertThat(on("gfxxx90a", false)).isEqualTo(KernelRegisters.UNKNOWN);
        assertThat(on("", false)).isEqualTo(KernelRegisters.UNKNOWN);
    }

    @Test
    void codeBeginsWhereTheDescriptorSays() {
        on("gfx90a", false);
        descriptor.set(JAVA_LONG_UNALIGNED, AmdhsaKernelDescriptor.KERNEL_CODE_ENTRY_BYTE_OFFSET, -0x80);
        MemorySegment kernel =
                MemorySegment.ofArray(new long[CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF / Long.BYTES]);
        kernel.set(JAVA_LONG_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT, 0x1080);
        KernelCode.describe(kernel, descriptor, "gfx90a");
        assertThat(kernel.get(
                        JAVA_LONG_UNALIGNED,
                        CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET))
                .isEqualTo(-0x80);
        assertThat(kernel.get(JAVA_LONG_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS))
                .isEqualTo(0x1000);
        assertThat(kernel.get(JAVA_INT_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT))
                .isEqualTo(64);
        assertThat(kernel.get(JAVA_INT_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT))
                .isEqualTo(16);
        assertThat(kernel.get(JAVA_INT_UNALIGNED, CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT))
                .isEqualTo(32);
    }
}
