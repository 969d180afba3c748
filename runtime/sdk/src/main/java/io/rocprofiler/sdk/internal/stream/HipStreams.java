package io.rocprofiler.sdk.internal.stream;

import io.rocprofiler.abi.CallbackTracingHipStreamData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeStream;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.EventHook;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.FollowedStreams;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `HIP_STREAM`: reports the stream that the calls of a thread work on, around every runtime function that
/// takes one.
///
/// A function with a `hipStream_t*` parameter creates a stream (CREATE, after it succeeded), `hipStreamDestroy`
/// destroys one (DESTROY, after it), every other function with a `hipStream_t` is enclosed by SET. The null stream
/// has id 0; others are numbered from 1 at their creation or, if they are predefined (`hipStreamLegacy`,
/// `hipStreamPerThread`), at their first use. A pointer that HIP reuses for a new stream gets a new id.
public final class HipStreams implements EventService {
    private final EventSlots events;
    private final HashMap<Long, Long> ids = new HashMap<>();
    private long last;

    public HipStreams(EventSlots events) {
        this.events = events;
    }

    @Override
    public boolean hooks(ApiTable known) {
        return known == ApiTables.HIP_RUNTIME && (isFollowed() || events.isAsked(CallbackTracingKind.HIP_STREAM, null));
    }

    /// Whether a context records the stream that a thread's call works on.
    private boolean isFollowed() {
        for (TracingContext context : events.contexts()) if (context.streamShift() != 0) return true;
        return false;
    }

    @Override
    public int followedStream(ApiTable known, int operation) {
        return isFollowed() ? FollowedStreams.source(known, operation) : -1;
    }

    private @Nullable EventSlot slot(HipStreamOperation operation) {
        return events.of(CallbackTracingKind.HIP_STREAM, null, operation.value());
    }

    @Override
    public @Nullable SlotHook outerHook(ApiTable known, int operation) {
        int source = known.streamSource(operation);
        if (source < 0) return null;
        boolean isCreated = known.makesStream(operation);
        boolean isDestroyed = known.endsStream(operation);
        EventSlot slot = slot(
                isCreated
                        ? HipStreamOperation.CREATE
                        : isDestroyed ? HipStreamOperation.DESTROY : HipStreamOperation.SET);
        if (slot == null && !(isCreated && isFollowed())) return null;
        return isCreated || isDestroyed ? new Point(slot, source, isCreated) : new Set(slot, source);
    }

    /// Returns the number of a stream, as in the callbacks of this kind.
    public long number(long stream) {
        return id(stream, false);
    }

    private long id(long stream, boolean isNew) {
        if (stream == 0) return 0;
        long published = isNew ? 0 : published(stream);
        return published != 0 ? published : numbered(stream, isNew);
    }

    // --- the numbers again, for readers without a lock, as C is ---------------------------------------------------
    //
    // `hip_streams.h` describes the table. C asks Java each time for a stream that has no entry.

    private static long places(long table) {
        return Memory.getLong(table + NativeStream.ID);
    }

    /// Returns the entry that is so many after a stream's first one.
    private static long entry(long table, long stream, int probe) {
        long places = places(table);
        int shift = Long.numberOfLeadingZeros(places) + 1; // to its highest bits
        long hash = (stream * 0x9E37_79B9_7F4A_7C15L) >>> shift;
        return table + (1 + ((hash + probe) & (places - 1))) * NativeStream.SIZEOF;
    }

    /// Looks where C does, without a lock. Returns 0 for a stream that is not there.
    private static long published(long stream) {
        long table = Memory.getLongAcquire(Native.address(NativeLink.STREAMS));
        for (int probe = 0; probe < NativeConstants.STREAM_PROBES; probe++) {
            long entry = entry(table, stream, probe);
            long there = Memory.getLongAcquire(entry + NativeStream.STREAM);
            if (there == stream) return Memory.getLong(entry + NativeStream.ID);
            if (there == 0) return 0;
        }
        return 0;
    }

    private synchronized long numbered(long stream, boolean isNew) {
        Long known = isNew ? null : ids.get(stream);
        if (known != null) return known;
        ids.put(stream, ++last);
        long table = Native.linked(NativeLink.STREAMS);
        if (2L * ids.size() <= places(table)) publish(table, stream, last);
        else grow(2 * places(table));
        return last;
    }

    /// Replaces the table; C may be reading the old one.
    private void grow(long places) {
        long table = Arena.global()
                .allocate((1 + places) * NativeStream.SIZEOF, NativeStream.SIZEOF)
                .address();
        Memory.putLong(table + NativeStream.ID, places);
        for (Map.Entry<Long, Long> stream : ids.entrySet()) publish(table, stream.getKey(), stream.getValue());
        Native.linked(NativeLink.STREAMS, table);
    }

    /// Writes the number before the pointer: a reader that finds the pointer finds its number.
    private static void publish(long table, long stream, long id) {
        for (int probe = 0; probe < NativeConstants.STREAM_PROBES; probe++) {
            long entry = entry(table, stream, probe);
            long there = Memory.getLong(entry + NativeStream.STREAM);
            if (there != 0 && there != stream) continue;
            Memory.putLongRelease(entry + NativeStream.ID, id);
            if (there == 0) Memory.putLongRelease(entry + NativeStream.STREAM, stream);
            return;
        }
    }

    private static void fill(Event event, long stream, long id) {
        long payload = event.payload(CallbackTracingHipStreamData.SIZEOF);
        Memory.putLong(payload + CallbackTracingHipStreamData.STREAM_ID, id);
        Memory.putLong(payload + CallbackTracingHipStreamData.STREAM_VALUE, stream);
    }

    private abstract static class StreamHook extends EventHook {
        final @Nullable EventSlot slot;
        final int argument;

        /// @param slot null if no context has callbacks, and the stream is only followed
        /// @param argument position of the parameter in a frame
        StreamHook(@Nullable EventSlot slot, int argument) {
            super(slot);
            this.slot = slot;
            this.argument = argument;
        }
    }

    /// Reports a stream that is created or destroyed.
    private final class Point extends StreamHook {
        private final boolean isCreated;

        Point(@Nullable EventSlot slot, int argument, boolean isCreated) {
            super(slot, argument);
            this.isCreated = isCreated;
        }

        /// Whether it runs without an active context: HIP may reuse a pointer meanwhile, and the new stream needs a
        /// new number.
        @Override
        public boolean isAlwaysAwake() {
            return isCreated;
        }

        @Override
        public boolean isRare() {
            return true;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            return null;
        }

        @Override
        public void end(@Nullable Event none, long thread, long frame) {
            long value = Memory.getLong(frame + argument);
            if (!SlotHook.succeeded(frame) || (isCreated && value == 0)) return; // no stream was affected
            long stream = isCreated ? Memory.getLong(value) : value;
            long id = id(stream, isCreated);
            if (slot == null) return;
            Event event = Event.begin(slot, thread);
            if (event == null) return;
            fill(event, stream, id);
            event.point(thread);
            event.release();
        }
    }

    /// Encloses a function that works on a stream.
    private final class Set extends StreamHook {
        Set(@Nullable EventSlot slot, int argument) {
            super(slot, argument);
        }

        @Override
        public boolean endsWithCall() {
            return true;
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            long stream = Memory.getLong(frame + argument);
            long id = id(stream, false);
            if (slot == null) return null;
            Event event = Event.begin(slot, thread);
            if (event == null) return null;
            fill(event, stream, id);
            event.enter(thread);
            return event;
        }

        @Override
        public void end(@Nullable Event event, long thread, long frame) {
            if (event == null) return;
            event.exit(thread);
            event.release();
        }
    }
}
