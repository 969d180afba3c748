package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Something that happens and is no call of a wrapped slot: a range, an allocation, a code object that is loaded.
///
/// It has a `native_frame_t` of its own, in which its payload, its callback record, each context's `user_data` and the
/// external ids lie from its begin to its end, however much later and on whichever thread that comes. Who was
/// listening at the begin hears the end, also if the context has stopped meanwhile. Objects and their memory are
/// reused, never freed.
///
/// ```
/// begin -> correlate -> payload -> enter -> ... -> exit, record -> release      or      begin -> payload -> point,
/// record -> release
/// ```
///
/// Thread rule: one thread at a time; `thread` is always the block of the thread that calls.
public final class Event {
    /// Fills a record after its size, kind and operation.
    public interface Writer {
        void write(Event event, SlotEntry entry, int index, long record);
    }

    /// A power of two.
    private static final int POOLS = 64;

    private static final Pool[] FREE = new Pool[POOLS];
    private static volatile Event[] all = new Event[POOLS];
    private static int count;

    /// A `native_frame_t`.
    public final long frame = Arena.global().allocate(NativeFrame.SIZEOF, 16).address();

    /// Finds the event again, through [#at]. Never 0.
    public final int number;

    private final Pool pool;
    private @Nullable EventSlot slot;
    private long active;

    /// For the service that makes the event.
    public long startNanos;

    public long endNanos;
    public long key;

    public @Nullable Object owner;

    /// In the list that holds the event: of the pool, or of what its service waits for.
    public @Nullable Event next;

    /// For [OpenEvents].
    long callFrame;

    int enclosing;

    private int generation;

    private Event(int number, Pool pool) {
        this.number = number;
        this.pool = pool;
    }

    /// Events that are over. There are several pools, so that threads do not all meet at one lock.
    private static final class Pool {
        private @Nullable Event first;

        synchronized @Nullable Event take() {
            Event event = first;
            if (event != null) {
                first = event.next;
                event.next = null;
            }
            return event;
        }

        synchronized void give(Event event) {
            event.next = first;
            first = event;
        }
    }

    static {
        for (int i = 0; i < POOLS; i++) FREE[i] = new Pool();
    }

    /// A new event for the contexts that are listening now, or null if none is.
    public static @Nullable Event begin(EventSlot slot, long thread) {
        long active = slot.active();
        if (active == 0) return null;
        Event event = take(thread);
        event.begin(slot, active, thread);
        return event;
    }

    /// Begins an event that is over and has not been released: its maker uses it again.
    public void beginAgain(EventSlot of, long listening, long thread) {
        generation++;
        begin(of, listening, thread);
    }

    private void begin(EventSlot of, long listening, long thread) {
        slot = of;
        active = listening;
        Memory.putLong(frame + NativeFrame.THREAD, thread);
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, 0);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, 0);
        Memory.putLong(frame + NativeFrame.EXTERNALS, 0);
        Callbacks.prepare(Memory.getLong(thread + NativeThread.TID), frame);
        CallPath.countSubmitted(of.plan(), listening & of.plan().counted, thread);
    }

    /// The event with this number: one that has not been released.
    public static Event at(int number) {
        return all[number - 1];
    }

    /// Finds the event again, through [#of], as long as it has not been released. Never 0.
    long ticket() {
        return (long) generation << Integer.SIZE | number;
    }

    /// The event with this ticket, or null if it is over, or the ticket is 0.
    static @Nullable Event of(long ticket) {
        if (ticket == 0) return null;
        Event event = at((int) ticket);
        return event.ticket() == ticket ? event : null;
    }

    private static Event take(long thread) {
        Pool pool = FREE[(int) (thread / NativeThread.SIZEOF) & POOLS - 1];
        Event event = pool.take();
        return event != null ? event : create(pool);
    }

    private static Event create(Pool pool) {
        synchronized (FREE) {
            Event[] known = all;
            if (count == known.length) known = Arrays.copyOf(known, 2 * count);
            Event event = new Event(count + 1, pool);
            known[count++] = event;
            all = known;
            return event;
        }
    }

    public void release() {
        slot = null;
        owner = null;
        generation++;
        pool.give(this);
    }

    public EventSlot slot() {
        EventSlot of = slot;
        if (of == null) throw new IllegalStateException("event=" + number + " is over");
        return of;
    }

    /// Gives the event its correlation ids, and each context's external id.
    public void correlate(long internal, long ancestor) {
        correlate(slot().plan(), internal, ancestor);
    }

    /// The same where tools are asked for their ids by another plan of the same entries.
    public void correlate(SlotPlan plan, long internal, long ancestor) {
        Memory.putLong(frame + NativeFrame.INTERNAL_ID, internal);
        Memory.putLong(frame + NativeFrame.ANCESTOR_ID, ancestor);
        Callbacks.correlate(frame);
        ExternalIds.first(plan, listeners(), frame);
    }

    /// Gives the event the ids of the call within which it happens, or, without one, an id of its own: the key.
    public void correlateWithCall(long thread) {
        long enclosing = Correlation.top(thread);
        key = enclosing == 0 ? Correlation.next() : 0;
        correlate(enclosing == 0 ? key : enclosing, Correlation.ancestorOfTop(thread));
    }

    /// The tools' word of these entries begins as 0.
    public void clearUserData(long entries) {
        for (long rest = entries; rest != 0; rest &= rest - 1)
            Memory.putLong(frame + NativeFrame.USER_DATA + 8L * Long.numberOfTrailingZeros(rest), 0);
    }

    /// Where the internal id stands.
    long idAddress() {
        return frame + NativeFrame.INTERNAL_ID;
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

    /// Who was listening at the begin: a bit for each entry of the slot's plan.
    public long active() {
        return active;
    }

    /// Takes an entry out of the event: it gets no more of it.
    void leaveOut(int entry) {
        active &= ~(1L << entry);
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
        // An event without an internal id has no external ones either.
        if (internalId() != 0) ExternalIds.again(plan, listeners(), frame);
    }

    public void exit(long thread) {
        SlotPlan plan = slot().plan();
        long callbacks = active & plan.callbacks;
        if (callbacks != 0) Callbacks.exit(plan, callbacks, thread, frame);
    }

    /// One callback without a pair, for a point in time.
    public void point(long thread) {
        SlotPlan plan = slot().plan();
        long callbacks = active & plan.callbacks;
        if (callbacks == 0) return;
        Callbacks.first(plan, callbacks, thread, frame, CallbackPhase.NONE.value());
        if (internalId() != 0) ExternalIds.again(plan, listeners(), frame);
    }

    /// Writes one record per context that gets records.
    ///
    /// @param sizeBytes a multiple of eight
    public void record(long thread, int sizeBytes, Writer writer) {
        SlotPlan plan = slot().plan();
        for (long rest = active & plan.buffers; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            record(plan.entries[i], i, thread, sizeBytes, writer);
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
            Records.kind(record, 0); // a record of no kind: readers pass over it
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
