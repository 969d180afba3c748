package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.call.Callbacks;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// One code object or symbol, reported to the contexts that listened when it was loaded, and again when it is
/// unloaded. It is an [Event] that takes few bytes, because a process may have tens of thousands of kernels.
///
/// The second callback of each context has the `user_data` that the first one set. Correlation ids are zero.
///
/// Thread rule: one thread at a time.
final class Announcement {
    private static final int LOAD = CallbackPhase.ENTER.value(); // AMD's other name of the same value
    private static final int UNLOAD = CallbackPhase.EXIT.value();

    private final SlotPlan plan;
    private final long listeners;

    /// A callback record, followed by a word of `user_data` for each entry of the plan.
    private final long record;

    private Announcement(SlotPlan plan, long listeners, long payload, Arena owner) {
        this.plan = plan;
        this.listeners = listeners;
        long bytes = CallbackTracingRecord.SIZEOF + (long) Long.BYTES * plan.entries.length;
        record = owner.allocate(bytes, Long.BYTES).address();
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, payload);
    }

    /// Creates an announcement to some entries of a slot.
    ///
    /// @param active the entries of the slot that were listening
    /// @param owner of the memory; it and the payload live until [#unload] has returned
    /// @return null if no entry was listening
    static @Nullable Announcement of(@Nullable EventSlot slot, long active, long payload, Arena owner) {
        if (slot == null) return null;
        long listeners = active & slot.plan().callbacks;
        return listeners == 0 ? null : new Announcement(slot.plan(), listeners, payload, owner);
    }

    void load(long thread) {
        tell(thread, LOAD);
    }

    void unload(long thread) {
        tell(thread, UNLOAD);
    }

    private void tell(long thread, int phase) {
        Memory.putLong(record + CallbackTracingRecord.THREAD_ID, Memory.getLong(thread + NativeThread.TID));
        Memory.putLong(record + CallbackTracingRecord.PHASE, phase);
        for (long rest = listeners; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            SlotEntry entry = plan.entries[i];
            // A finalized tool receives no more callbacks.
            if (entry.context != null && entry.context.client().isFinished()) continue;
            long userData = record + CallbackTracingRecord.SIZEOF + (long) Long.BYTES * i;
            Callbacks.call(entry, record, userData, thread);
        }
    }
}
