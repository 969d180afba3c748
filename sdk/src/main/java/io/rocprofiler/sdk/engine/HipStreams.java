package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.CallbackTracingHipStreamData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipStreamOperation;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/// `HIP_STREAM`: says which stream the calls of a thread work on, around every runtime function that takes one.
///
/// A function with a `hipStream_t*` parameter makes a stream (CREATE, after it succeeded), `hipStreamDestroy` ends one
/// (DESTROY, after it), every other function with a `hipStream_t` is enclosed by SET. The null stream has id 0; others
/// are numbered from 1 as they are made, or, those that nobody makes (`hipStreamLegacy`, `hipStreamPerThread`), as
/// they are first seen. A pointer that HIP uses again for a new stream gets a new id.
final class HipStreams {
    private static final HashMap<Long, Long> IDS = new HashMap<>();
    private static long last;

    private HipStreams() {}

    static boolean isWanted() {
        return Slots.isAsked(CallbackTracingKind.HIP_STREAM, null);
    }

    private static @Nullable EventSlot slot(HipStreamOperation operation) {
        return EventSlots.of(CallbackTracingKind.HIP_STREAM, null, operation.value());
    }

    /// The hook of a HIP runtime function, or null if it has no stream.
    static @Nullable SlotHook hook(ApiTable table, int operation) {
        int source = table.streamSource(operation);
        if (source < 0) return null;
        boolean isCreated = table.makesStream(operation);
        boolean isDestroyed = table.endsStream(operation);
        EventSlot slot = slot(
                isCreated
                        ? HipStreamOperation.CREATE
                        : isDestroyed ? HipStreamOperation.DESTROY : HipStreamOperation.SET);
        if (slot == null) return null;
        return isCreated || isDestroyed ? new Point(slot, source, isCreated) : new Set(slot, source);
    }

    private static synchronized long id(long stream, boolean isNew) {
        if (stream == 0) return 0;
        Long known = isNew ? null : IDS.get(stream);
        if (known != null) return known;
        IDS.put(stream, ++last);
        return last;
    }

    private static void fill(Event event, long stream, long id) {
        long payload = event.payload(CallbackTracingHipStreamData.SIZEOF);
        Memory.putLong(payload + CallbackTracingHipStreamData.STREAM_ID, id);
        Memory.putLong(payload + CallbackTracingHipStreamData.STREAM_VALUE, stream);
    }

    private abstract static class StreamHook extends SlotHook {
        final EventSlot slot;
        final int argument;

        /// @param argument where in a frame the parameter lies
        StreamHook(EventSlot slot, int argument) {
            super(slot);
            this.slot = slot;
            this.argument = argument;
        }
    }

    /// A stream is made or ended.
    private static final class Point extends StreamHook {
        private final boolean isCreated;

        Point(EventSlot slot, int argument, boolean isCreated) {
            super(slot, argument);
            this.isCreated = isCreated;
        }

        /// HIP may use a pointer again while no context is active: the new stream is another one all the same.
        @Override
        boolean isAlwaysAwake() {
            return isCreated;
        }

        @Override
        @Nullable
        Event enter(long thread, long frame) {
            return null;
        }

        @Override
        void exit(@Nullable Event none, long thread, long frame) {
            long value = Memory.getLong(frame + argument);
            if (!succeeded(frame) || (isCreated && value == 0)) return; // no stream was touched
            long stream = isCreated ? Memory.getLong(value) : value;
            long id = id(stream, isCreated);
            Event event = Event.begin(slot, thread);
            if (event == null) return;
            fill(event, stream, id);
            event.point(thread);
            event.release();
        }
    }

    /// A function works on a stream.
    private static final class Set extends StreamHook {
        Set(EventSlot slot, int argument) {
            super(slot, argument);
        }

        @Override
        boolean endsWithCall() {
            return true;
        }

        @Override
        @Nullable
        Event enter(long thread, long frame) {
            Event event = Event.begin(slot, thread);
            if (event == null) return null;
            long stream = Memory.getLong(frame + argument);
            fill(event, stream, id(stream, false));
            event.enter(thread);
            return event;
        }

        @Override
        void exit(@Nullable Event event, long thread, long frame) {
            if (event == null) return;
            event.exit(thread);
            event.release();
        }
    }
}
