package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The listeners to code objects at one moment: for each operation its slot, if any context traces it, and the
/// entries that were active.
record CodeObjectListeners(
        @Nullable EventSlot loads,
        long loadsActive,
        @Nullable EventSlot kernels,
        long kernelsActive,
        @Nullable EventSlot hostKernels,
        long hostKernelsActive) {

    /// Returns the current listeners. A context that starts or stops concurrently is included for all of its
    /// operations or for none.
    static CodeObjectListeners now(EventSlots events) {
        EventSlot loads = slot(events, CodeObjectOperation.LOAD);
        EventSlot kernels = slot(events, CodeObjectOperation.DEVICE_KERNEL_SYMBOL_REGISTER);
        EventSlot hostKernels = slot(events, CodeObjectOperation.HOST_KERNEL_SYMBOL_REGISTER);
        long loadsActive = active(loads);
        long kernelsActive = like(loads, loadsActive, kernels, active(kernels));
        long hostKernelsActive = like(kernels, kernelsActive, hostKernels, active(hostKernels));
        hostKernelsActive = like(loads, loadsActive, hostKernels, hostKernelsActive);
        return new CodeObjectListeners(loads, loadsActive, kernels, kernelsActive, hostKernels, hostKernelsActive);
    }

    /// Returns those of some contexts.
    CodeObjectListeners of(List<? extends TracingContext> contexts) {
        return new CodeObjectListeners(
                loads,
                loadsActive & entries(loads, contexts),
                kernels,
                kernelsActive & entries(kernels, contexts),
                hostKernels,
                hostKernelsActive & entries(hostKernels, contexts));
    }

    private static long entries(@Nullable EventSlot slot, List<? extends TracingContext> contexts) {
        return slot == null ? 0 : slot.entriesOf(contexts);
    }

    boolean isEmpty() {
        return (loadsActive | kernelsActive | hostKernelsActive) == 0;
    }

    /// Returns the active entries of a slot; for a context that also has an entry in the leading slot, that
    /// entry decides.
    private static long like(@Nullable EventSlot leader, long leaderActive, @Nullable EventSlot slot, long active) {
        if (leader == null || slot == null) return active;
        long result = active;
        SlotEntry[] leading = leader.plan().entries;
        SlotEntry[] entries = slot.plan().entries;
        for (int i = 0; i < entries.length; i++) {
            for (int j = 0; j < leading.length; j++) {
                if (!Objects.equals(leading[j].context, entries[i].context)) continue;
                if ((leaderActive >>> j & 1) != 0) result |= 1L << i;
                else result &= ~(1L << i);
            }
        }
        return result;
    }

    private static @Nullable EventSlot slot(EventSlots events, CodeObjectOperation operation) {
        return events.of(CallbackTracingKind.CODE_OBJECT, null, operation.value());
    }

    private static long active(@Nullable EventSlot slot) {
        return slot == null ? 0 : slot.active();
    }

    /// Whether all contexts that trace code objects are C tools'.
    static boolean areNative(EventSlots events) {
        for (CodeObjectOperation operation : CodeObjectOperation.values()) {
            EventSlot slot = slot(events, operation);
            if (slot == null) continue;
            for (SlotEntry entry : slot.plan().entries)
                if (entry.context != null && !entry.context.client().isNative()) return false;
        }
        return true;
    }

    /// Whether any context, active or not, traces host functions.
    static boolean wantHostKernels(EventSlots events) {
        return slot(events, CodeObjectOperation.HOST_KERNEL_SYMBOL_REGISTER) != null;
    }
}
