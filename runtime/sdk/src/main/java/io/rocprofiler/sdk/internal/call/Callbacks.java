package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// Passes a traced call to the callbacks of its contexts, on the calling thread, with no lock held.
///
/// The record is built once in the frame; only the context and the kind differ between entries. Each entry has its
/// own `user_data`, zero at ENTER and the same object at EXIT.
public final class Callbacks {
    private static final int EXIT = CallbackPhase.EXIT.value();

    private Callbacks() {}

    /// Runs the handlers of an entry and its neighbours, of a call whose record C has filled in but for what differs
    /// between them.
    static void handle(SlotPlan plan, int first, long thread, long frame) {
        long callbacks = Memory.getLong(frame + NativeFrame.ACTIVE) & plan.callbacks & -1L << first;
        long neighbours = Long.lowestOneBit(callbacks & ~plan.handlers) - 1;
        prepared(plan, callbacks & neighbours, thread, frame);
    }

    /// Runs the first callbacks of a prepared frame: their `user_data` begins as 0.
    public static void first(SlotPlan plan, long callbacks, long thread, long frame, int phase) {
        for (long rest = callbacks; rest != 0; rest &= rest - 1) {
            Memory.putLong(frame + NativeFrame.USER_DATA + 8L * Long.numberOfTrailingZeros(rest), 0);
        }
        all(plan, callbacks, thread, frame, phase);
    }

    public static void exit(SlotPlan plan, long callbacks, long thread, long frame) {
        all(plan, callbacks, thread, frame, EXIT);
    }

    /// Runs callbacks of any phase, with the `user_data` that earlier ones set.
    public static void all(SlotPlan plan, long callbacks, long thread, long frame, int phase) {
        Memory.putLong(frame + NativeFrame.RECORD + CallbackTracingRecord.PHASE, phase);
        prepared(plan, callbacks, thread, frame);
    }

    /// Runs callbacks whose record is complete but for what differs between them.
    private static void prepared(SlotPlan plan, long callbacks, long thread, long frame) {
        long record = frame + NativeFrame.RECORD;
        for (long rest = callbacks; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            Memory.putLong(
                    record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.EXTERNAL, ExternalIds.of(frame, i));
            if (plan.personal != null) plan.personal.address(plan.entries[i], frame);
            call(plan.entries[i], record, frame + NativeFrame.USER_DATA + 8L * i, thread);
        }
    }

    /// Writes the fields that are the same for all callbacks of a frame.
    static void prepare(long threadId, long frame) {
        long record = frame + NativeFrame.RECORD;
        Memory.putLong(record + CallbackTracingRecord.THREAD_ID, threadId);
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, frame + NativeFrame.PAYLOAD);
        correlate(frame);
    }

    /// Writes the ids that are the same for all callbacks of a frame.
    static void correlate(long frame) {
        long correlation = frame + NativeFrame.RECORD + CallbackTracingRecord.CORRELATION_ID;
        Memory.putLong(correlation + CorrelationId.INTERNAL, Memory.getLong(frame + NativeFrame.INTERNAL_ID));
        Memory.putLong(correlation + CorrelationId.ANCESTOR, Memory.getLong(frame + NativeFrame.ANCESTOR_ID));
    }

    /// The id of the thread that a frame was prepared for.
    static long threadId(long frame) {
        return Memory.getLong(frame + NativeFrame.RECORD + CallbackTracingRecord.THREAD_ID);
    }

    /// Runs one callback of one entry with a prepared record at `record`.
    public static void call(SlotEntry entry, long record, long userData, long thread) {
        Memory.putLong(record + CallbackTracingRecord.CONTEXT_ID, entry.contextHandle);
        Memory.putLong(record + CallbackTracingRecord.KIND, entry.kindAndOperation);
        JavaHandler handler = entry.handler;
        if (handler == null) Native.callback(entry.function, record, userData, entry.argument);
        else handler.call(entry, record, userData, thread);
    }
}
