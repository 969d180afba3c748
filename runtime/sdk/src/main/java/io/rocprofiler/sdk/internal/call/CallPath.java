package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentCall;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ThreadBlocks;

/// The path of every traced call: `enter` before the runtime's function, `exit` after it, both upcalls of a thunk.
///
/// `docs/traced-calls.md` describes the steps and their order; C implements the same path for most slots.
///
/// The state of a call is in its frame on the caller's stack, and the thread's open calls are in its thread block;
/// both are native, so that nothing is allocated.
///
/// Thread rule: any thread; only the frame's own thread accesses it.
public final class CallPath {
    private static final int ARGS = 8; // every payload starts with its u64 size

    private CallPath() {}

    /// Returns 1 if [#exit(long, long)] has to be called, 0 if the call is not traced.
    public static long enter(long slot, long frame) {
        long active = Memory.getLongAcquire(slot + NativeSlot.ACTIVE);
        if (active == 0) return 0;
        return enter(SlotPlan.at(Memory.getInt(slot + NativeSlot.INDEX)), active, frame);
    }

    public static long enter(SlotPlan plan, long active, long frame) {
        if ((active & SlotPlan.COUNTED) != 0) return enterCounted(plan, active & ~SlotPlan.COUNTED, frame);
        long thread = Memory.getLong(frame + NativeFrame.THREAD);
        Memory.putLong(frame + NativeFrame.ACTIVE, active);
        if (plan.isHooked()) return HookedPath.enter(plan, active, thread, frame);
        return begin(plan, active, thread, frame) ? 1 : 0;
    }

    /// Counts a call that only tools which are closed would have been told of.
    private static long enterCounted(SlotPlan plan, long active, long frame) {
        if ((active & ~SlotPlan.AWAKE) == 0) countMissed(Memory.getLong(frame + NativeFrame.THREAD));
        return active == 0 ? 0 : enter(plan, active, frame);
    }

    public static long exit(long slot, long frame) {
        exit(SlotPlan.at(Memory.getInt(slot + NativeSlot.INDEX)), frame);
        return 0;
    }

    public static void exit(SlotPlan plan, long frame) {
        long thread = Memory.getLong(frame + NativeFrame.THREAD);
        long active = Memory.getLong(frame + NativeFrame.ACTIVE);
        if (plan.isHooked()) HookedPath.exit(plan, active, thread, frame);
        else end(plan, active, thread, frame);
    }

    /// Runs the handlers of a call that C has begun or is about to end (`handlers.c`).
    public static long handle(long slot, long frame) {
        handle(SlotPlan.at(Memory.getInt(slot + NativeSlot.INDEX)), frame);
        return 0;
    }

    static void handle(SlotPlan plan, long frame) {
        long callbacks = Memory.getLong(frame + NativeFrame.ACTIVE) & plan.callbacks;
        Callbacks.prepared(plan, callbacks, Memory.getLong(frame + NativeFrame.THREAD), frame);
    }

    /// Begins an ordinary traced call. False when the thread's stack of open calls is full: the call is then
    /// counted as passed through.
    static boolean begin(SlotPlan plan, long active, long thread, long frame) {
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        if (depth != 0) depth = closeAbandoned(thread, depth, frame);
        if (depth == NativeConstants.OPEN_FRAMES) return passThrough(thread);
        long open = thread + NativeThread.OPEN + (long) depth * Correlation.OPEN_BYTES;
        long ancestor = Correlation.top(thread, depth);
        long id = Correlation.next(plan, thread);
        Memory.putLong(open, frame);
        Memory.putLong(open + 8, id);
        Memory.putInt(thread + NativeThread.DEPTH, depth + 1);
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, id);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, ancestor);
        ExternalIds.first(plan, active & (plan.callbacks | plan.buffers), frame);
        long callbacks = active & plan.callbacks;
        if (callbacks != 0) {
            decodeArguments(plan, frame);
            Callbacks.enter(plan, callbacks, thread, frame);
            ExternalIds.again(plan, active & (plan.callbacks | plan.buffers), frame);
        }
        long buffers = active & plan.buffers;
        if (buffers != 0) {
            if ((buffers & plan.counted) != 0) countSubmitted(plan, buffers & plan.counted, thread);
            Memory.putLong(frame + NativeFrame.START_NS, Clock.now());
        }
        return true;
    }

    static void end(SlotPlan plan, long active, long thread, long frame) {
        long buffers = active & plan.buffers;
        long end = buffers != 0 ? Clock.now() : 0;
        long callbacks = active & plan.callbacks;
        if (callbacks != 0) {
            storeResult(plan, frame, frame + NativeFrame.PAYLOAD + plan.returnOffset);
            Callbacks.exit(plan, callbacks, thread, frame);
        }
        while (buffers != 0) {
            int i = Long.numberOfTrailingZeros(buffers);
            buffers &= buffers - 1;
            record(plan, i, thread, frame, end);
        }
        close(thread, frame);
        if (plan.retires) Correlation.retire(thread, Memory.getLong(frame + NativeFrame.INTERNAL_ID), end);
    }

    static void countSubmitted(SlotPlan plan, long buffers, long thread) {
        while (buffers != 0) {
            RecordBuffer buffer = plan.entries[Long.numberOfTrailingZeros(buffers)].buffer;
            if (buffer != null) buffer.submitted(thread);
            buffers &= buffers - 1;
        }
    }

    /// Publishes every record that was claimed: a gap would hide the records after it in its stretch.
    private static void record(SlotPlan plan, int index, long thread, long frame, long end) {
        SlotEntry entry = plan.entries[index];
        RecordBuffer buffer = entry.buffer;
        if (buffer == null) return;
        boolean kept = entry.isKept();
        boolean mark = entry.isKeptMark();
        int size = kept ? plan.keptBytes(entry) : BufferTracingHipApiRecord.SIZEOF;
        if (entry.extended && !kept) size += plan.payloadSize - ARGS;
        long ids = frame + NativeFrame.INTERNAL_ID;
        long record = mark
                ? KeptMarkers.text(buffer, thread, ids, SlotHook.argument(frame, 0), size)
                : buffer.claim(thread, size);
        if (record == 0) return;
        try {
            fill(record, plan, index, thread, frame, end);
            if (mark) Memory.putLong(record + BufferTracingHipApiRecord.START_TIMESTAMP, end);
            if (entry.extended && kept) keepArguments(record, plan, frame);
            else if (entry.extended) fillArguments(record, plan, frame);
        } catch (RuntimeException | Error failure) {
            Records.kind(record, 0); // a record of no kind: readers skip it
            throw failure;
        } finally {
            buffer.commit(record, size);
        }
    }

    private static void fill(long record, SlotPlan plan, int index, long thread, long frame, long end) {
        Records.kind(record, plan.entries[index].kindAndOperation);
        long ids = record + BufferTracingHipApiRecord.CORRELATION_ID;
        RecordIds.correlation(ids, frame, index);
        int shift = plan.entries[index].streamShift;
        if (shift != 0) {
            long external = Memory.getLong(ids + CorrelationId.EXTERNAL);
            Memory.putLong(ids + CorrelationId.EXTERNAL, external | ThreadStream.bits(thread, frame, shift));
        }
        long start = Memory.getLong(frame + NativeFrame.START_NS);
        Memory.putLong(record + BufferTracingHipApiRecord.START_TIMESTAMP, start);
        Memory.putLong(record + BufferTracingHipApiRecord.END_TIMESTAMP, end);
        Memory.putLong(record + BufferTracingHipApiRecord.THREAD_ID, Memory.getLong(thread + NativeThread.TID));
    }

    private static void fillArguments(long record, SlotPlan plan, long frame) {
        long args = record + BufferTracingHipApiExtRecord.ARGS;
        clear(args, plan.payloadSize - ARGS);
        moveArguments(plan, frame, args);
        storeResult(plan, frame, args + plan.returnOffset - ARGS);
    }

    /// Writes the shorter form of `spec/segment.json`: the result's first word, then the function's arguments.
    private static void keepArguments(long record, SlotPlan plan, long frame) {
        moveArguments(plan, frame, record + SegmentCall.SIZEOF);
        long result = Memory.getLong(frame + NativeFrame.RET_RAX);
        if (plan.returnBytes > Long.BYTES) Memory.putLong(record + SegmentCall.RESULT, Memory.getLong(result));
        else storeResult(plan, frame, record + SegmentCall.RESULT);
    }

    // --- arguments and results ------------------------------------------------------------------------------------

    static void decodeArguments(SlotPlan plan, long frame) {
        long payload = frame + NativeFrame.PAYLOAD;
        clear(payload, plan.payloadSize);
        Memory.putLong(payload, plan.payloadSize);
        moveArguments(plan, frame, payload + ARGS);
    }

    private static void moveArguments(SlotPlan plan, long frame, long args) {
        for (long move : plan.moves) {
            long from = frame + (move & 0xFFFF);
            long to = args + (move >>> 16 & 0xFFFF);
            int bytes = (int) (move >>> 32);
            if (bytes == 8) Memory.putLong(to, Memory.getLong(from));
            else if (bytes == 4) Memory.putInt(to, Memory.getInt(from));
            else if (bytes == 2) Memory.putShort(to, Memory.getShort(from));
            else Memory.putByte(to, Memory.getByte(from));
        }
    }

    static void storeResult(SlotPlan plan, long frame, long to) {
        long rax = Memory.getLong(frame + NativeFrame.RET_RAX);
        switch (plan.returnBytes) {
            case 0 -> {}
            case 1 -> Memory.putLong(to, rax & 0xFF);
            case 2 -> Memory.putLong(to, rax & 0xFFFF);
            case 4 -> Memory.putLong(to, rax & 0xFFFF_FFFFL);
            case 8 -> Memory.putLong(to, rax);
            default -> Memory.copy(rax, to, plan.returnBytes); // rax is the address of the returned struct
        }
    }

    private static void clear(long address, int bytes) {
        for (int i = 0; i < bytes; i += 8) Memory.putLong(address + i, 0);
    }

    // --- open calls of a thread -----------------------------------------------------------------------------------

    /// Returns the innermost open call, range or scope of the thread that makes a call in `frame`, or 0. Calls that
    /// an exception or `longjmp` left are no longer open.
    public static long innermost(long thread, long frame) {
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        return Correlation.top(thread, depth == 0 ? 0 : closeAbandoned(thread, depth, frame));
    }

    /// Removes the calls that an exception or `longjmp` left. They are counted and have no record.
    private static int closeAbandoned(long thread, int depth, long frame) {
        int open = depth;
        while (open != 0 && isLeft(thread, openFrame(thread, open - 1), frame)) open--;
        if (open != depth) {
            Memory.putInt(thread + NativeThread.DEPTH, open);
            abandoned(thread, open, depth);
        }
        return open;
    }

    /// Whether the call in the frame `open` has been left when the thread makes a call in `frame`. A stack grows
    /// downwards. A coroutine's call is left when its thread makes a call on the thread's own stack; calls on the
    /// thread's own stack may be the ones that resumed a coroutine (the same as in `open_calls.h`).
    static boolean isLeft(long thread, long open, long frame) {
        boolean own = isOnOwnStack(thread, frame);
        return own == isOnOwnStack(thread, open) ? Long.compareUnsigned(open, frame) <= 0 : own;
    }

    private static boolean isOnOwnStack(long thread, long address) {
        long low = Memory.getLong(thread + NativeThread.STACK_LOW);
        return Long.compareUnsigned(address - low, Memory.getLong(thread + NativeThread.STACK_HIGH) - low) < 0;
    }

    /// Closes a call and those above it. A call that is absent was itself counted as abandoned (it ran on another
    /// stack); the count is corrected.
    private static void close(long thread, long frame) {
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        int above = depth;
        while (above != 0 && openFrame(thread, above - 1) != frame) above--;
        if (above == 0) {
            countAbandoned(thread, -1);
            return;
        }
        Memory.putInt(thread + NativeThread.DEPTH, above - 1);
        if (above != depth) abandoned(thread, above, depth);
    }

    /// Counts the open entries in a range as abandoned, and retires their ids: no more events have them.
    private static void abandoned(long thread, int from, int to) {
        countAbandoned(thread, to - from);
        if (!Correlation.retires()) return;
        for (int i = from; i < to; i++) {
            long id = Memory.getLong(thread + NativeThread.OPEN + (long) i * Correlation.OPEN_BYTES + 8);
            Correlation.retire(thread, id, 0);
        }
    }

    private static long openFrame(long thread, int index) {
        return Memory.getLong(thread + NativeThread.OPEN + (long) index * Correlation.OPEN_BYTES);
    }

    private static void countAbandoned(long thread, int calls) {
        Memory.putLong(thread + NativeThread.ABANDONED, Memory.getLong(thread + NativeThread.ABANDONED) + calls);
        ThreadBlocks.count(SegmentHeader.ABANDONED, calls);
    }

    private static void countMissed(long thread) {
        Memory.putLong(thread + NativeThread.PASSED_THROUGH, Memory.getLong(thread + NativeThread.PASSED_THROUGH) + 1);
    }

    private static boolean passThrough(long thread) {
        countMissed(thread);
        ThreadBlocks.count(SegmentHeader.PASSED_THROUGH, 1);
        return false;
    }
}
