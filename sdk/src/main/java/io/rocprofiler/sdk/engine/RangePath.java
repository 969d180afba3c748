package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeSlot;
import io.rocprofiler.abi.NativeThread;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/// roctx ranges as one operation (`MARKER_CORE_RANGE_API`): ENTER at push or start, EXIT and record at pop or stop.
///
/// A range has one correlation id, which is the ancestor of what its thread calls while the range is open. With the
/// plain marker kind traced too, the call that opens a range is nested in it and has an id of its own.
/// Where AMD's implementation pairs by position, this one pairs by what the calls return: a pop closes the range whose
/// push returned the same level, a stop the range whose start returned the id, on whichever thread.
final class RangePath {
    /// Set in the slots that close ranges while any range is open, so that a range ends although its context stopped.
    static final long OPEN_RANGES = 1L << 63;

    private static final int BEGUN = 1; // frame state: the plain marker call was begun
    private static final int OPENED = 2; // frame state: a range was opened

    /// Entries of one slot: the highest bit of its active word is taken.
    static final int MAX_ENTRIES = NativeConstants.PLAN_ENTRIES - 1;

    private static final Object LOCK = new Object();
    private static final HashMap<Long, OpenRange> PROCESS_RANGES = new HashMap<>();
    private static long[] closingSlots = new long[0];
    private static int open;

    private RangePath() {}

    static long enter(SlotPlan plan, long active, long thread, long frame) {
        long ranges = active & (plan.rangeCallbacks | plan.rangeBuffers);
        long state = 0;
        if (ranges != 0) state = open(plan, ranges, thread, frame);
        if ((active & (plan.callbacks | plan.buffers)) != 0 && CallPath.begin(plan, active, thread, frame))
            state |= BEGUN;
        Memory.putLong(frame + NativeFrame.STATE, state);
        return state != 0 || closes(plan) ? 1 : 0;
    }

    static void exit(SlotPlan plan, long active, long thread, long frame) {
        if ((Memory.getLong(frame + NativeFrame.STATE) & BEGUN) != 0) CallPath.end(plan, active, thread, frame);
        if (closes(plan)) close(plan, thread, frame);
        else if ((active & (plan.rangeCallbacks | plan.rangeBuffers)) != 0) opened(plan, thread, frame);
    }

    private static boolean closes(SlotPlan plan) {
        return plan.role == SlotPlan.RangeRole.CLOSE_THREAD || plan.role == SlotPlan.RangeRole.CLOSE_PROCESS;
    }

    // --- begin ----------------------------------------------------------------------------------------------------

    private static long open(SlotPlan plan, long ranges, long thread, long frame) {
        OpenRange range = OpenRange.take();
        long own = range.frame;
        Memory.copy(frame, own, NativeFrame.PAYLOAD);
        range.plan = plan;
        range.active = ranges;
        range.id = CallPath.nextCorrelationId(plan);
        range.threadId = Memory.getLong(thread + NativeThread.TID);
        range.key = -1;
        Memory.putLong(own + NativeFrame.INTERNAL_ID, range.id);
        Memory.putLong(own + NativeFrame.ANCESTOR_ID, ancestor(thread));
        ThreadState.of(thread).push(range);
        countOpen(1);
        long callbacks = ranges & plan.rangeCallbacks;
        if (callbacks != 0) {
            CallPath.decodeArguments(plan, own);
            Callbacks.enter(plan, callbacks, thread, own);
        }
        CallPath.countSubmitted(plan, ranges & plan.counted, thread);
        Memory.putLong(own + NativeFrame.START_NS, Clock.now());
        return OPENED;
    }

    private static long ancestor(long thread) {
        long ancestor = Memory.getLong(thread + NativeThread.RANGE_TOP_ID);
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        if (depth == 0) return ancestor;
        return Math.max(ancestor, Memory.getLong(thread + NativeThread.OPEN + (depth - 1) * 16L + 8));
    }

    /// The opening call returned: its result is the key by which the closing call will name the range.
    private static void opened(SlotPlan plan, long thread, long frame) {
        if ((Memory.getLong(frame + NativeFrame.STATE) & OPENED) == 0) return;
        OpenRange range = ThreadState.of(thread).opening();
        if (range == null) return;
        Memory.putLong(range.frame + NativeFrame.RET_RAX, Memory.getLong(frame + NativeFrame.RET_RAX));
        CallPath.storeResult(plan, range.frame, range.frame + NativeFrame.PAYLOAD + plan.returnOffset);
        range.key = Memory.getLong(range.frame + NativeFrame.PAYLOAD + plan.returnOffset);
        if (plan.role == SlotPlan.RangeRole.OPEN_PROCESS) {
            synchronized (LOCK) {
                PROCESS_RANGES.put(range.key, range);
            }
        }
    }

    // --- end ------------------------------------------------------------------------------------------------------

    private static void close(SlotPlan plan, long thread, long frame) {
        OpenRange range = closed(plan, thread, frame);
        if (range == null) return; // it was opened while nothing was traced
        long end = Clock.now();
        SlotPlan opener = range.plan;
        ThreadState owner = range.owner;
        if (opener == null || owner == null) return;
        long callbacks = range.active & opener.rangeCallbacks;
        if (callbacks != 0) Callbacks.exit(opener, callbacks, thread, range.frame);
        for (long rest = range.active & opener.rangeBuffers; rest != 0; rest &= rest - 1)
            record(opener.entries[Long.numberOfTrailingZeros(rest)], range, thread, end);
        owner.remove(range);
        countOpen(-1);
        range.release();
    }

    private static @Nullable OpenRange closed(SlotPlan plan, long thread, long frame) {
        if (plan.role == SlotPlan.RangeRole.CLOSE_THREAD) {
            int level = (int) Memory.getLong(frame + NativeFrame.RET_RAX);
            return level < 0 ? null : ThreadState.of(thread).pushedAt(level);
        }
        synchronized (LOCK) {
            return PROCESS_RANGES.remove(Memory.getLong(frame + NativeFrame.INT_REGS));
        }
    }

    private static void record(SlotEntry entry, OpenRange range, long thread, long end) {
        RecordBuffer buffer = entry.buffer;
        if (buffer == null) return;
        int size = BufferTracingMarkerApiRecord.SIZEOF;
        long record = buffer.claim(thread, size);
        if (record == 0) return;
        Memory.putLong(record + BufferTracingMarkerApiRecord.KIND, entry.kindAndOperation);
        long correlation = record + BufferTracingMarkerApiRecord.CORRELATION_ID;
        Memory.putLong(correlation, range.id);
        Memory.putLong(correlation + 8, 0);
        Memory.putLong(correlation + 16, Memory.getLong(range.frame + NativeFrame.ANCESTOR_ID));
        long start = Memory.getLong(range.frame + NativeFrame.START_NS);
        Memory.putLong(record + BufferTracingMarkerApiRecord.START_TIMESTAMP, start);
        Memory.putLong(record + BufferTracingMarkerApiRecord.END_TIMESTAMP, end);
        Memory.putLong(record + BufferTracingMarkerApiRecord.THREAD_ID, range.threadId);
        buffer.commit(record, size);
    }

    // --- the closing slots stay awake while ranges are open --------------------------------------------------------

    static void addClosingSlot(long slot) {
        synchronized (LOCK) {
            long[] longer = new long[closingSlots.length + 1];
            System.arraycopy(closingSlots, 0, longer, 0, closingSlots.length);
            longer[closingSlots.length] = slot;
            closingSlots = longer;
            if (open > 0) Memory.getAndBitwiseOrLong(slot + NativeSlot.ACTIVE, OPEN_RANGES);
        }
    }

    private static void countOpen(int change) {
        synchronized (LOCK) {
            int before = open;
            open += change;
            if (before != 0 && open != 0) return;
            for (long slot : closingSlots) {
                if (open != 0) Memory.getAndBitwiseOrLong(slot + NativeSlot.ACTIVE, OPEN_RANGES);
                else Memory.getAndBitwiseAndLong(slot + NativeSlot.ACTIVE, ~OPEN_RANGES);
            }
        }
    }
}
