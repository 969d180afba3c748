package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.abi.internal.SegmentConstants;
import java.util.List;

/// The objects that the synthetic program has loaded: two code objects with twenty kernels each, and the kernels'
/// host functions.
final class Kernels {

    static final int COUNT = 40;

    private static final List<String> FUNCTIONS =
            List.of("axpy", "gemm", "reduce", "scan", "transpose", "softmax", "gather", "scatter", "convolve", "norm");

    /// Mangled types for the template's instances.
    private static final List<String> TYPES = List.of("f", "d", "i", "j");

    private Kernels() {}

    static void write(Stretch stretch, long agent, long nanos) {
        for (int codeObject = 1; codeObject <= 2; codeObject++) {
            codeObject(stretch, codeObject, agent, nanos);
        }
        for (int kernel = 1; kernel <= COUNT; kernel++) {
            int codeObject = 1 + (kernel - 1) * 2 / COUNT;
            kernel(stretch, kernel, codeObject, nanos);
            hostFunction(stretch, kernel, codeObject, nanos);
        }
    }

    static long hostFunctionAddress(long kernel) {
        return 0x400000 + 0x100 * kernel;
    }

    /// Returns `void library::axpy<float>(float*, float*, int)`, mangled.
    private static String name(int kernel) {
        String function = FUNCTIONS.get((kernel - 1) % FUNCTIONS.size());
        String type = TYPES.get((kernel - 1) / FUNCTIONS.size() % TYPES.size());
        return "_ZN7library" + function.length() + function + "I" + type + "EEvPT_S2_i";
    }

    private static void codeObject(Stretch stretch, int number, long agent, long nanos) {
        String uri = "file:///opt/program/bin/simulate#offset=" + 0x10000 * number + "&size=65536";
        int at =
                stretch.object(SegmentConstants.KIND_CODE_OBJECT, CallbackTracingCodeObjectLoadData.SIZEOF, uri, nanos);
        stretch.u64(at + CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID, number);
        stretch.u64(at + CallbackTracingCodeObjectLoadData.AGENT_ID, agent);
        stretch.u64(at + CallbackTracingCodeObjectLoadData.LOAD_BASE, 0x7f0000000000L + 0x100000L * number);
        stretch.u64(at + CallbackTracingCodeObjectLoadData.LOAD_SIZE, 0x10000);
        stretch.u64(at + CallbackTracingCodeObjectLoadData.LOAD_DELTA, 0x7f0000000000L + 0x100000L * number);
        stretch.u32(at + CallbackTracingCodeObjectLoadData.STORAGE_TYPE, CodeObjectStorageType.FILE.value());
        stretch.u32(at + CallbackTracingCodeObjectLoadData.STORAGE_FILE, 3);
    }

    private static void kernel(Stretch stretch, int number, int codeObject, long nanos) {
        int at = stretch.object(
                SegmentConstants.KIND_KERNEL_SYMBOL,
                CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF,
                name(number) + ".kd",
                nanos);
        stretch.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID, number);
        stretch.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID, codeObject);
        stretch.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT, 0x7f0000200000L + number);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE, 24);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT, 8);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE, 100 * number);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE, number % 3 * 16);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.SGPR_COUNT, 32);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.ARCH_VGPR_COUNT, 8 + number);
        stretch.u32(at + CallbackTracingCodeObjectKernelSymbolRegisterData.ACCUM_VGPR_COUNT, 0);
        stretch.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_CODE_ENTRY_BYTE_OFFSET, 256);
        stretch.u64(at + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ADDRESS, 0x7f0000300000L + number);
    }

    private static void hostFunction(Stretch stretch, int number, int codeObject, long nanos) {
        int at = stretch.object(
                SegmentConstants.KIND_HOST_FUNCTION,
                CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZEOF,
                name(number),
                nanos);
        stretch.u64(at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID, number);
        stretch.u64(at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID, number);
        stretch.u64(at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID, codeObject);
        stretch.u64(
                at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION, hostFunctionAddress(number));
        stretch.u64(at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES, 0x500000);
        stretch.u32(at + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_LIMIT, 1024);
    }
}
