package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeFrame;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// A roctx range between its begin and its end.
///
/// It keeps a copy of the begin's frame, in native memory of its own: the arguments, the payload that callbacks see at
/// both ends and each context's `user_data` have to outlive the call that opened the range. Objects and their memory
/// are
/// reused and never freed.
final class OpenRange {
    private static final Object LOCK = new Object();
    private static @Nullable OpenRange free;

    private @Nullable OpenRange nextFree;

    /// A `native_frame_t` of the range's own.
    final long frame = Arena.global().allocate(NativeFrame.SIZEOF, 16).address();

    @Nullable
    SlotPlan plan;

    /// The entries captured at the begin: they get the end even if their context stops meanwhile.
    long active;

    long id;
    long threadId;

    /// The nesting level that `roctxRangePushA` returned, or the range id that `roctxRangeStartA` returned.
    long key;

    @Nullable
    ThreadState owner;

    private OpenRange() {}

    static OpenRange take() {
        synchronized (LOCK) {
            OpenRange range = free;
            if (range == null) return new OpenRange();
            free = range.nextFree;
            range.nextFree = null;
            return range;
        }
    }

    void release() {
        plan = null;
        owner = null;
        synchronized (LOCK) {
            nextFree = free;
            free = this;
        }
    }
}
