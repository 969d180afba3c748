package io.rocprofiler.abi.internal.code;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import java.lang.foreign.MemorySegment;

/// The number of registers that a kernel uses, from its descriptor. The encoding depends on the processor: see
/// "Kernel Descriptor" in LLVM's user guide for the AMDGPU back end.
///
/// @param scalar SGPRs of a wave
/// @param vector architectural VGPRs of a work-item
/// @param accumulation AGPRs of a work-item, on processors that have them
record KernelRegisters(int scalar, int vector, int accumulation) {
    static final KernelRegisters UNKNOWN = new KernelRegisters(0, 0, 0);

    // compute_pgm_rsrc1: GRANULATED_WORKITEM_VGPR_COUNT in bits 5:0, GRANULATED_WAVEFRONT_SGPR_COUNT in bits 9:6.
    private static final int VGPR_MASK = 0x3F;
    private static final int SGPR_SHIFT = 6;
    private static final int SGPR_MASK = 0xF;

    // compute_pgm_rsrc3 of processors with one register file for both: ACCUM_OFFSET in bits 5:0.
    private static final int ACCUM_OFFSET_MASK = 0x3F;

    // kernel_code_properties: ENABLE_WAVEFRONT_SIZE32 in bit 10.
    private static final int WAVEFRONT_SIZE32 = 1 << 10;

    /// Every wave of GFX10 and later has this many.
    private static final int SGPRS_OF_GFX10 = 128;

    /// @param descriptor the 64 bytes of a kernel descriptor
    /// @param processor the agent's name, for example `gfx90a`
    static KernelRegisters of(MemorySegment descriptor, String processor) {
        int generation = generation(processor);
        if (generation < 6) return UNKNOWN;
        int rsrc1 = descriptor.get(JAVA_INT_UNALIGNED, AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC1);
        int vgprs = (rsrc1 & VGPR_MASK) + 1;
        int sgprs = rsrc1 >>> SGPR_SHIFT & SGPR_MASK;
        if (generation >= 10) {
            int properties = descriptor.get(JAVA_SHORT_UNALIGNED, AmdhsaKernelDescriptor.KERNEL_CODE_PROPERTIES);
            boolean wave32 = (properties & WAVEFRONT_SIZE32) != 0;
            return new KernelRegisters(SGPRS_OF_GFX10, vgprs * (wave32 ? 8 : 4), 0);
        }
        int scalar = generation == 9 ? (sgprs / 2 + 1) * 16 : (sgprs + 1) * 8;
        if (processor.equals("gfx908")) return new KernelRegisters(scalar, vgprs * 4, vgprs * 4);
        if (!hasUnifiedFile(processor)) return new KernelRegisters(scalar, vgprs * 4, 0);
        int rsrc3 = descriptor.get(JAVA_INT_UNALIGNED, AmdhsaKernelDescriptor.COMPUTE_PGM_RSRC3);
        int vector = ((rsrc3 & ACCUM_OFFSET_MASK) + 1) * 4;
        return new KernelRegisters(scalar, vector, vgprs * 8 - vector);
    }

    /// Whether both register kinds of a work-item share one file: GFX90A, GFX940 and their successors of
    /// that generation.
    private static boolean hasUnifiedFile(String processor) {
        return processor.equals("gfx90a") || processor.startsWith("gfx94") || processor.startsWith("gfx95");
    }

    /// Returns 9 for `gfx90a`, 10 for `gfx1030`, 0 for any other text: all digits except the last two, which
    /// are hexadecimal.
    private static int generation(String processor) {
        if (!processor.startsWith("gfx")) return 0;
        int generation = 0;
        for (int i = 3; i < processor.length() - 2; i++) {
            int digit = processor.charAt(i) - '0';
            if (digit < 0 || digit > 9) return 0;
            generation = 10 * generation + digit;
        }
        return generation;
    }
}
