package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.CallbackHandler;

/// Hands a traced call to the callbacks of its contexts, on the calling thread, with no lock held.
///
/// The record is built once in the frame; only the context and the kind differ from entry to entry. Each entry has its
/// own `user_data`, zero at ENTER and the same object at EXIT.
final class Callbacks {
    private static final int ENTER = CallbackPhase.ENTER.value();
    private static final int EXIT = CallbackPhase.EXIT.value();

    private Callbacks() {}

    static void enter(SlotPlan plan, long callbacks, long thread, long frame) {
        prepare(thread, frame);
        Memory.putInt(frame + NativeFrame.RECORD + CallbackTracingRecord.PHASE, ENTER);
        for (long rest = callbacks; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            long userData = frame + NativeFrame.USER_DATA + 8L * i;
            Memory.putLong(userData, 0);
            call(plan.entries[i], frame + NativeFrame.RECORD, userData, thread);
        }
    }

    static void exit(SlotPlan plan, long callbacks, long thread, long frame) {
        Memory.putInt(frame + NativeFrame.RECORD + CallbackTracingRecord.PHASE, EXIT);
        for (long rest = callbacks; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            call(plan.entries[i], frame + NativeFrame.RECORD, frame + NativeFrame.USER_DATA + 8L * i, thread);
        }
    }

    private static void prepare(long thread, long frame) {
        long record = frame + NativeFrame.RECORD;
        Memory.putLong(record + CallbackTracingRecord.THREAD_ID, Memory.getLong(thread + NativeThread.TID));
        long correlation = record + CallbackTracingRecord.CORRELATION_ID;
        Memory.putLong(correlation, Memory.getLong(frame + NativeFrame.INTERNAL_ID));
        Memory.putLong(correlation + 8, 0);
        Memory.putLong(correlation + 16, Memory.getLong(frame + NativeFrame.ANCESTOR_ID));
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, frame + NativeFrame.PAYLOAD);
    }

    /// One callback of one entry over a prepared record at `record`.
    static void call(SlotEntry entry, long record, long userData, long thread) {
        Memory.putLong(record + CallbackTracingRecord.CONTEXT_ID, entry.contextHandle);
        Memory.putLong(record + CallbackTracingRecord.KIND, entry.kindAndOperation);
        CallbackHandler handler = entry.handler;
        if (handler == null) Native.callback(entry.function, record, userData, entry.argument);
        else JavaCallbacks.call(entry, handler, record, userData, thread);
    }
}
