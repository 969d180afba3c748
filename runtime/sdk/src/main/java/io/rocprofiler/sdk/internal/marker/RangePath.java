package io.rocprofiler.sdk.internal.marker;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.BufferTracingMarkerApiRecord;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMarkerApiData;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.EventHook;
import io.rocprofiler.sdk.internal.call.EventTable;
import io.rocprofiler.sdk.internal.call.KeptMarkers;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.NestedMarks;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import org.jspecify.annotations.Nullable;

/// roctx ranges as one operation (`MARKER_CORE_RANGE_API`): ENTER at push or start, EXIT and record at pop or stop.
///
/// `docs/traced-calls.md` defines a range and its end; `markers.c` implements the same. If the plain marker kind is
/// traced too, the call that opens a range is nested in it and has its own id. AMD's implementation pairs by
/// position; this one pairs by the results of the calls: a pop closes the range whose push returned the same level,
/// a stop the range whose start returned the id, on any thread.
public final class RangePath implements EventService {
    private final EventSlots events;
    /// `roctxThreadRangeA`, the operation of pushed ranges.
    private static final int THREAD_RANGE = Operations.rangeOfCore(MarkerCoreApiId.roctxRangePushA);

    private final Object lock = new Object();
    private final EventTable processRanges = new EventTable();
    private long[] closingSlots = new long[0];
    private int open;

    public RangePath(EventSlots events) {
        this.events = events;
    }

    @Override
    public boolean hooks(ApiTable table) {
        return table == ApiTables.ROCTX_CORE
                && events.isAsked(CallbackTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_CORE_RANGE_API);
    }

    private @Nullable EventSlot slot(int coreOperation) {
        return events.of(
                CallbackTracingKind.MARKER_CORE_RANGE_API,
                BufferTracingKind.MARKER_CORE_RANGE_API,
                Operations.rangeOfCore(coreOperation));
    }

    @Override
    public @Nullable SlotHook outerHook(ApiTable table, int coreOperation) {
        boolean closes =
                coreOperation == MarkerCoreApiId.roctxRangePop || coreOperation == MarkerCoreApiId.roctxRangeStop;
        boolean opens =
                coreOperation == MarkerCoreApiId.roctxRangePushA || coreOperation == MarkerCoreApiId.roctxRangeStartA;
        boolean encloses = NestedMarks.areAsked(events.contexts(), coreOperation);
        if (!opens && !closes && !encloses) return null;
        EventSlot slot = slot(coreOperation);
        if (slot == null) return null;
        if (encloses) return new Enclosing(slot, coreOperation == MarkerCoreApiId.roctxGetThreadId);
        return closes ? new Closing(coreOperation == MarkerCoreApiId.roctxRangePop) : new Opening(slot);
    }

    // --- begin ----------------------------------------------------------------------------------------------------

    private static @Nullable Event open(EventSlot slot, long thread, long frame) {
        Event range = Event.begin(slot, thread);
        if (range == null) return null;
        range.key = -1;
        long ancestor = Correlation.top(thread);
        range.correlate(Correlation.next(thread), ancestor);
        OpenRanges.of(thread).push(range);
        long payload = range.payload(CallbackTracingMarkerApiData.SIZEOF);
        // All of these functions have one argument.
        Memory.putLong(payload + CallbackTracingMarkerApiData.ARGS, SlotHook.argument(frame, 0));
        range.enter(thread);
        range.startNanos = Clock.now();
        return range;
    }

    private final class Opening extends EventHook {
        private final EventSlot slot;

        Opening(EventSlot slot) {
            super(slot);
            this.slot = slot;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            Event range = open(slot, thread, frame);
            if (range == null) return null;
            countOpen(1);
            KeptMarkers.opened(range, thread, SlotHook.argument(frame, 0));
            return range;
        }

        /// Registers the range under the result of the opening call, by which the closing call identifies it.
        @Override
        public void end(@Nullable Event range, long thread, long frame) {
            if (range == null) return;
            long result = Memory.getLong(frame + NativeFrame.RET_RAX);
            boolean isThreads = isThreadRange(range);
            range.key = isThreads ? result & 0xFFFF_FFFFL : result;
            Memory.putLong(range.frame + NativeFrame.PAYLOAD + CallbackTracingMarkerApiData.RETVAL, range.key);
            if (isThreads) return;
            synchronized (lock) {
                processRanges.put(range);
            }
        }
    }

    /// A mark, or a query of the thread's id, around the same call as an operation of the plain kind.
    private static final class Enclosing extends EventHook {
        private final EventSlot slot;
        private final boolean returns;

        Enclosing(EventSlot slot, boolean returns) {
            super(slot);
            this.slot = slot;
            this.returns = returns;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            return open(slot, thread, frame);
        }

        @Override
        public void end(@Nullable Event call, long thread, long frame) {
            if (call == null) return;
            long result = returns ? Memory.getLong(frame + NativeFrame.RET_RAX) & 0xFFFF_FFFFL : 0;
            Memory.putLong(call.frame + NativeFrame.PAYLOAD + CallbackTracingMarkerApiData.RETVAL, result);
            report(call, thread);
            if (call.owner instanceof OpenRanges owner) owner.remove(call);
            release(call, thread);
        }
    }

    /// Whether the range was pushed, as opposed to started.
    static boolean isThreadRange(Event range) {
        return range.slot().operation() == THREAD_RANGE;
    }

    // --- end ------------------------------------------------------------------------------------------------------

    /// A hook that is active while a range is open, with or without listeners: see [#countOpen].
    private final class Closing extends EventHook {
        private final boolean pops;

        Closing(boolean pops) {
            super(null);
            this.pops = pops;
        }

        @Override
        public void addedTo(long slotAddress) {
            addClosingSlot(slotAddress);
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            return null;
        }

        @Override
        public void end(@Nullable Event none, long thread, long frame) {
            Event range = pops ? popped(thread, frame) : stopped(frame);
            if (range != null) close(range, thread); // otherwise it was opened while not traced
        }
    }

    private static @Nullable Event popped(long thread, long frame) {
        int level = (int) Memory.getLong(frame + NativeFrame.RET_RAX);
        return level < 0 ? null : OpenRanges.of(thread).pushedAt(level);
    }

    private @Nullable Event stopped(long frame) {
        synchronized (lock) {
            return processRanges.remove(SlotHook.argument(frame, 0));
        }
    }

    private void close(Event range, long thread) {
        report(range, thread);
        forget(range);
        release(range, thread);
    }

    private static void report(Event range, long thread) {
        range.endNanos = Clock.now();
        range.exit(thread);
        range.record(thread, BufferTracingMarkerApiRecord.SIZEOF, RangePath::write);
    }

    private static void release(Event range, long thread) {
        Correlation.retire(thread, range.internalId(), range.endNanos);
        range.release();
    }

    private void forget(Event range) {
        if (range.owner instanceof OpenRanges owner) owner.remove(range);
        countOpen(-1);
    }

    private static void write(Event range, SlotEntry entry, int index, long record) {
        RecordIds.correlation(record + BufferTracingMarkerApiRecord.CORRELATION_ID, range, index);
        Memory.putLong(record + BufferTracingMarkerApiRecord.START_TIMESTAMP, range.startNanos);
        Memory.putLong(record + BufferTracingMarkerApiRecord.END_TIMESTAMP, range.endNanos);
        Memory.putLong(record + BufferTracingMarkerApiRecord.THREAD_ID, range.threadId());
    }

    /// Retires the ids of ranges that are still open; they get no record.
    @Override
    public void finish() {
        long thread = Native.threadBlock();
        for (Event range : OpenRanges.ofAllThreads()) {
            forget(range);
            Correlation.retire(thread, range.internalId(), 0);
        }
        synchronized (lock) {
            processRanges.clear();
        }
    }

    // --- closing slots are active while ranges are open --------------------------------------------------------

    private void addClosingSlot(long slot) {
        synchronized (lock) {
            long[] longer = new long[closingSlots.length + 1];
            System.arraycopy(closingSlots, 0, longer, 0, closingSlots.length);
            longer[closingSlots.length] = slot;
            closingSlots = longer;
            if (open > 0) Memory.getAndBitwiseOrLong(slot + NativeSlot.ACTIVE, SlotPlan.AWAKE);
        }
    }

    private void countOpen(int change) {
        synchronized (lock) {
            int before = open;
            open += change;
            if (before != 0 && open != 0) return;
            for (long slot : closingSlots) {
                if (open != 0) Memory.getAndBitwiseOrLong(slot + NativeSlot.ACTIVE, SlotPlan.AWAKE);
                else Memory.getAndBitwiseAndLong(slot + NativeSlot.ACTIVE, ~SlotPlan.AWAKE);
            }
        }
    }
}
