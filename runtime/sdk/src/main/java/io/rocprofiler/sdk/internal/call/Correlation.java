package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.BufferTracingCorrelationIdRetirementRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeIdSource;
import io.rocprofiler.abi.internal.NativeIds;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import org.jspecify.annotations.Nullable;

/// Internal correlation ids: one source for the process (`docs/adr/0021-ids-and-sharing.md`), and for each thread the
/// ids of its open calls and ranges.
///
/// For contexts that trace retirements, an id is retired when no more records can have it: after the records of its
/// call, with a later time than all of them.
///
/// Thread rule: any thread; `thread` is the calling thread's block.
public final class Correlation {
    /// Size of one `open` entry of a thread block: the frame's address and the call's internal correlation id.
    static final int OPEN_BYTES = 16;

    private static final long ID_LEFT = (1L << NativeConstants.ID_LEFT_BITS) - 1;

    private static volatile @Nullable EventSlot retirement;

    private Correlation() {}

    /// Returns the next id of the thread. Does what `ids.h` in C does, which takes blocks and looks whether threads
    /// contend.
    public static long next(long thread) {
        long source = Native.linked(NativeLink.CORRELATION);
        long ids = thread + NativeThread.IDS;
        long block = Memory.getLongAcquire(ids + NativeIds.BLOCK);
        if ((block & ID_LEFT) != 0) {
            // One id later, one id less left.
            if (Memory.compareAndExchangeLong(ids + NativeIds.BLOCK, block, block + ID_LEFT) == block) {
                Memory.putLong(ids + NativeIds.LAST, block >>> NativeConstants.ID_LEFT_BITS);
                return block >>> NativeConstants.ID_LEFT_BITS;
            }
        } else if (block == 0 && Memory.getLong(ids + NativeIds.LAST) < Memory.getLong(ids + NativeIds.LOOK_AT)) {
            return single(source, ids);
        }
        long function = Native.linked(NativeLink.NEXT_ID);
        if (function == 0) return single(source, ids); // a test's thread
        return Native.invoke(function, ids, source, 0, 0, 0, 0);
    }

    private static long single(long source, long ids) {
        long id = Memory.getAndAddLong(source + NativeIdSource.LATEST, 1) + 1;
        Memory.putLong(ids + NativeIds.LAST, id);
        return id;
    }

    /// Gives back what threads have left of their blocks of ids.
    public static void collectIds() {
        long function = Native.linked(NativeLink.COLLECT_IDS);
        if (function != 0) Native.invoke(function, 0, 0, 0, 0, 0, 0);
    }

    /// The newest id of the thread.
    static long latest(long thread) {
        return Memory.getLong(thread + NativeThread.IDS + NativeIds.LAST);
    }

    /// Returns the innermost open call, range or scope of the thread, or 0.
    public static long top(long thread) {
        return top(thread, Memory.getInt(thread + NativeThread.DEPTH));
    }

    /// Returns the same for a thread with this many open calls. `open_calls.h` does the same.
    public static long top(long thread, int depth) {
        long since = Memory.getLong(thread + NativeThread.RANGE_TOP_SINCE);
        long scope = Memory.getLong(thread + NativeThread.SCOPE_TOP_ID);
        long scopeSince = Memory.getLong(thread + NativeThread.SCOPE_TOP_SINCE);
        boolean isInScope = scope != 0 && scopeSince >= since;
        long around = isInScope ? scope : Memory.getLong(thread + NativeThread.RANGE_TOP_ID);
        if (depth == 0) return around;
        long call = Memory.getLong(thread + NativeThread.OPEN + (long) (depth - 1) * OPEN_BYTES + 8);
        return call > (isInScope ? scopeSince : since) ? call : around;
    }

    /// Returns the ancestor of [#top] if that is a call, otherwise 0.
    public static long ancestorOfTop(long thread) {
        int depth = Memory.getInt(thread + NativeThread.DEPTH);
        if (depth == 0) return 0;
        long open = thread + NativeThread.OPEN + (long) (depth - 1) * OPEN_BYTES;
        long id = Memory.getLong(open + 8);
        if (id != top(thread, depth)) return 0;
        long frame = Memory.getLong(open);
        // An exception may have left the call: its frame may have been overwritten.
        return Memory.getLong(frame + NativeFrame.INTERNAL_ID) == id
                ? Memory.getLong(frame + NativeFrame.ANCESTOR_ID)
                : 0;
    }

    /// Whether any context traces retirements. Fixed once the configuration window has closed.
    public static boolean retires() {
        return retirement != null;
    }

    public static void freeze(EventSlots events) {
        EventSlot slot = events.of(null, BufferTracingKind.CORRELATION_ID_RETIREMENT, 0);
        retirement = slot;
        if (slot == null) return;
        Native.linked(NativeLink.RETIREMENT_ACTIVE, slot.activeAddress());
        Native.linked(NativeLink.RETIREMENT, slot.plan().nativePlan());
    }

    // --- work that outlives its call ------------------------------------------------------------------------------

    /// Used only if a context traces retirements.
    private static final HeldIds HELD = new HeldIds();

    /// Counts submitted work with this id: the id is not retired before [#release]. C retires the ids of calls itself,
    /// unless their thread has submitted work with a higher one or the same.
    ///
    /// @param thread the block of the calling thread
    /// @param isOwn whether no call has the id
    public static void retain(long thread, long id, boolean isOwn) {
        if (retirement == null) return;
        HELD.retain(id, isOwn);
        if (Memory.getLong(thread + NativeThread.HELD_ID) < id) Memory.putLong(thread + NativeThread.HELD_ID, id);
    }

    /// Counts completed and reported work with this id.
    ///
    /// @param endNanos the end of the work
    public static void release(long thread, long id, long endNanos) {
        if (retirement == null) return;
        long latest = HELD.release(id, endNanos);
        if (latest != HeldIds.STILL_HELD) announce(thread, id, latest);
    }

    /// Marks the call with this id as finished. The id is retired when the work that the call submitted
    /// is complete.
    ///
    /// @param endNanos the latest time in a record with the id, or 0
    public static void retire(long thread, long id, long endNanos) {
        if (retirement == null) return;
        long latest = HELD.close(id, endNanos);
        if (latest != HeldIds.STILL_HELD) announce(thread, id, latest);
    }

    private static void announce(long thread, long id, long endNanos) {
        EventSlot slot = retirement;
        if (slot == null) return;
        Event event = Event.begin(slot, thread);
        if (event == null) return;
        event.correlate(id, 0);
        event.startNanos = Math.max(Clock.now(), endNanos + 1);
        event.catchUp(thread);
        event.record(thread, BufferTracingCorrelationIdRetirementRecord.SIZEOF, Correlation::write);
        event.release();
    }

    private static void write(Event event, SlotEntry entry, int index, long record) {
        Memory.putLong(record + BufferTracingCorrelationIdRetirementRecord.TIMESTAMP, event.startNanos);
        Memory.putLong(record + BufferTracingCorrelationIdRetirementRecord.INTERNAL_CORRELATION_ID, event.internalId());
    }
}
