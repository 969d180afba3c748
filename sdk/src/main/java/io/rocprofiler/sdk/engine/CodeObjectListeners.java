package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import org.jspecify.annotations.Nullable;

/// Who listens to code objects at one moment: for each operation its slot, if any context asked for it, and the entries
/// that were active.
record CodeObjectListeners(
        @Nullable EventSlot loads,
        long loadsActive,
        @Nullable EventSlot kernels,
        long kernelsActive,
        @Nullable EventSlot hostKernels,
        long hostKernelsActive) {

    static CodeObjectListeners now() {
        EventSlot loads = slot(CodeObjectOperation.LOAD);
        EventSlot kernels = slot(CodeObjectOperation.DEVICE_KERNEL_SYMBOL_REGISTER);
        EventSlot hostKernels = slot(CodeObjectOperation.HOST_KERNEL_SYMBOL_REGISTER);
        return new CodeObjectListeners(
                loads, active(loads), kernels, active(kernels), hostKernels, active(hostKernels));
    }

    private static @Nullable EventSlot slot(CodeObjectOperation operation) {
        return EventSlots.of(CallbackTracingKind.CODE_OBJECT, null, operation.value());
    }

    private static long active(@Nullable EventSlot slot) {
        return slot == null ? 0 : slot.active();
    }

    /// Whether any context, active or not, asked for host functions.
    static boolean wantHostKernels() {
        return slot(CodeObjectOperation.HOST_KERNEL_SYMBOL_REGISTER) != null;
    }

    boolean isEmpty() {
        return loadsActive == 0 && kernelsActive == 0 && hostKernelsActive == 0;
    }
}
