package io.rocprofiler.sdk.internal.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

final class KernelRegistersTest {
    private final long descriptor =
            Arena.ofAuto().allocate(AmdhsaKernelDescriptor.SIZEOF, 64).address();

    /// Granulated counts 5 (VGPR) and 7 (SGPR), accumulation offset 3, wave size 32 or 64.
    private KernelRegisters on(String processor, boolean wave32) {
        Memory.putInt(descriptor + AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC1, 5 | 7 << 6 | 0xFFFF_FC00);
        Memory.putInt(descriptor + AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC3, 3 | 0xFFFF_FFC0);
        Memory.putShort(descriptor + AmdhsaKernelDescriptor.KERNEL_CODE_PROPERTIES, (short) (wave32 ? 0xFFFF : 0xFBFF));
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
}
