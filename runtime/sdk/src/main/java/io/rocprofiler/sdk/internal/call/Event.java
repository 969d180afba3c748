package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An event other than a call of a wrapped slot: a range, an allocation, the load of a code object.
///
/// It has its own `native_frame_t`, which holds its payload, callback record, each context's `user_data` and the
/// external ids from its begin to its end, however much later and on whichever thread the end occurs. Contexts that
/// were active at the begin also receive the end, even if they have stopped meanwhile. Objects and their memory are
/// reused, never freed.
///
/// ```
/// begin -> correlate -> payload -> enter -> ... -> exit, record -> release      or      begin -> payload -> point,
/// record -> release
/// ```
///
/// Thread rule: one thread at a time; `thread` is always the block of the calling thread.
public final class Event {
    /// Fills a record after its size, kind and operation.
    public interface Writer {
        void write(Event event, SlotEntry entry, int index, long record);
    }

    private static final Object LOCK = new Object();
    private static volatile Event[] all = new Event[FreeEvents.LISTS];

    /// Guarded by [#LOCK].
    private static int count;

    /// A `native_frame_t`.
    public final long frame = Arena.global().allocate(NativeFrame.SIZEOF, 16).address();

    /// The number under which [#at] finds the event. Never 0.
    public final int number;

    /// The list of [FreeEvents] that it belongs to, and what follows it there.
    private final int list;

    int nextFree;

    private @Nullable EventSlot slot;
    private long active;

    /// For the service that creates the event.
    public long startNanos;

    public long endNanos;
    public long key;

    /// For [OpenEvents].
    long callFrame;

    int enclosing;

    private int generation;

    private Event(int number, int list) {
        this.number = number;
        this.list = list;
    }

    /// Creates an event for the contexts that are listening now, or returns null if there are none.
    public static @Nullable Event begin(EventSlot slot, long thread) {
        return beginFor(slot, -1, thread);
    }

    /// Creates an event for those among these entries whose contexts are listening now.
    public static @Nullable Event beginFor(EventSlot slot, long entries, long thread) {
        long active = slot.active() & entries;
        if (active == 0) return null;
        Event event = take(thread);
        event.begin(slot, active, thread);
        return event;
    }

    private void begin(EventSlot of, long listening, long thread) {
        slot = of;
        active = listening;
        Memory.putLong(frame + NativeFrame.THREAD, thread);
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, 0);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, 0);
        Memory.putLong(frame + NativeFrame.EXTERNALS, 0);
        Callbacks.prepare(Memory.getLong(thread + NativeThread.TID), frame);
        countSubmitted(thread);
    }

    private void countSubmitted(long thread) {
        SlotPlan plan = slot().plan();
        for (long rest = active & plan.counted; rest != 0; rest &= rest - 1) {
            RecordBuffer buffer = plan.entries[Long.numberOfTrailingZeros(rest)].buffer;
            if (buffer != null) buffer.submitted(thread);
        }
    }

    /// Returns the event with this number, which must not have been released.
    public static Event at(int number) {
        return all[number - 1];
    }

    /// A ticket by which [#of] finds the event until it is released. Never 0.
    long ticket() {
        return (long) generation << Integer.SIZE | number;
    }

    /// Returns the event with this ticket, or null if it was released or the ticket is 0.
    static @Nullable Event of(long ticket) {
        if (ticket == 0) return null;
        Event event = at((int) ticket);
        return event.ticket() == ticket ? event : null;
    }

    private static Event take(long thread) {
        int list = (int) (thread / NativeThread.SIZEOF) & FreeEvents.LISTS - 1;
        Event event = FreeEvents.take(list);
        return event != null ? event : create(list);
    }

    private static Event create(int list) {
        synchronized (LOCK) {
            Event[] known = all;
            if (count == known.length) known = Arrays.copyOf(known, 2 * count);
            Event event = new Event(count + 1, list);
            known[count++] = event;
            all = known;
            return event;
        }
    }

    public void release() {
        slot = null;
        generation++;
        FreeEvents.give(list, this);
    }

    public EventSlot slot() {
        EventSlot of = slot;
        if (of == null) throw new IllegalStateException("event=" + number + " is over");
        return of;
    }

    /// Sets the correlation ids of the event, and each context's external id.
    public void correlate(long internal, long ancestor) {
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, internal);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, ancestor);
        Callbacks.correlate(frame);
        ExternalIds.first(slot().plan(), listeners(), frame);
    }

    /// Sets the ids to those of the enclosing call or, without one, to a new id: the event's number.
    public void correlateWithCall(long thread) {
        long enclosing = Correlation.top(thread);
        key = enclosing == 0 ? Correlation.next(thread) : 0;
        correlate(enclosing == 0 ? key : enclosing, Correlation.ancestorOfTop(thread));
    }

    /// Sets the ids to those of the enclosing call, 0 without one. No id is the event's own.
    public void correlateWithin(long thread) {
        correlate(Correlation.top(thread), Correlation.ancestorOfTop(thread));
    }

    public long internalId() {
        return Memory.getLong(frame + NativeFrame.INTERNAL_ID);
    }

    /// The external correlation id for one entry.
    long externalId(int index) {
        return ExternalIds.of(frame, index);
    }

    /// The Linux id of the thread that began the event.
    public long threadId() {
        return Callbacks.threadId(frame);
    }

    /// The entries that were listening at the begin: a bit for each entry of the slot's plan.
    public long active() {
        return active;
    }

    /// Clears room for a payload, writes its size and returns its address.
    public long payload(int sizeBytes) {
        long payload = frame + NativeFrame.PAYLOAD;
        for (int i = Long.BYTES; i < sizeBytes; i += Long.BYTES) Memory.putLong(payload + i, 0);
        Memory.putLong(payload, sizeBytes);
        return payload;
    }

    public void enter(long thread) {
        SlotPlan plan = slot().plan();
        long callbacks = active & plan.callbacks;
        if (callbacks == 0) return;
        Callbacks.first(plan, callbacks, thread, frame, CallbackPhase.ENTER.value());
        ExternalIds.again(plan, listeners(), frame);
    }

    public void exit(long thread) {
        SlotPlan plan = slot().plan();
        long callbacks = active & plan.callbacks;
        if (callbacks != 0) Callbacks.exit(plan, callbacks, thread, frame);
    }

    /// Runs one unpaired callback, for a point in time.
    public void point(long thread) {
        SlotPlan plan = slot().plan();
        long callbacks = active & plan.callbacks;
        if (callbacks == 0) return;
        Callbacks.first(plan, callbacks, thread, frame, CallbackPhase.NONE.value());
        if (internalId() != 0) ExternalIds.again(plan, listeners(), frame);
    }

    /// Makes the records that follow come after those that other threads have written before.
    public void catchUp(long thread) {
        SlotPlan plan = slot().plan();
        for (long rest = active & plan.buffers; rest != 0; rest &= rest - 1) {
            RecordBuffer buffer = plan.entries[Long.numberOfTrailingZeros(rest)].buffer;
            if (buffer != null) buffer.catchUp(thread);
        }
    }

    /// Writes one record per context that has a buffer.
    ///
    /// @param sizeBytes a multiple of eight
    public void record(long thread, int sizeBytes, Writer writer) {
        record(thread, sizeBytes, 0, writer);
    }

    /// The same, where kept records are longer.
    public void record(long thread, int sizeBytes, int moreKeptBytes, Writer writer) {
        SlotPlan plan = slot().plan();
        for (long rest = active & plan.buffers; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            SlotEntry entry = plan.entries[i];
            record(entry, i, thread, entry.isKept() ? sizeBytes + moreKeptBytes : sizeBytes, writer);
        }
    }

    /// Ends work that the runtime has refused: it has no record, and does not count as submitted.
    public void refuse(long thread) {
        SlotPlan plan = slot().plan();
        for (long rest = active & plan.counted; rest != 0; rest &= rest - 1) {
            SlotEntry entry = plan.entries[Long.numberOfTrailingZeros(rest)];
            TracingContext context = entry.context;
            if (entry.buffer != null) entry.buffer.refused(thread);
            if (context != null && context.asksJava(entry.requestKind)) context.tellRefused(entry);
        }
    }

    private void record(SlotEntry entry, int index, long thread, int sizeBytes, Writer writer) {
        RecordBuffer buffer = entry.buffer;
        if (buffer == null) return;
        long record = buffer.claim(thread, sizeBytes);
        if (record == 0) return;
        try {
            Records.kind(record, entry.kindAndOperation);
            writer.write(this, entry, index, record);
        } catch (RuntimeException | Error failure) {
            Records.kind(record, 0); // a record of no kind: readers skip it
            throw failure;
        } finally {
            buffer.commit(record, sizeBytes);
        }
    }

    private long listeners() {
        SlotPlan plan = slot().plan();
        return active & (plan.callbacks | plan.buffers);
    }
}
