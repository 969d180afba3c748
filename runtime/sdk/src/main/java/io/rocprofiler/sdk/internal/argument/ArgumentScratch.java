package io.rocprofiler.sdk.internal.argument;

import io.rocprofiler.sdk.internal.seam.TextBuffer;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// The scratch memory for displaying arguments. A thread reuses its own; a callback that displays arguments inside
/// another such callback gets separate memory.
///
/// Thread rule: one thread.
public final class ArgumentScratch {
    /// An upper bound for the largest `args` union.
    public static final int VALUE_BYTES = 256;

    /// An upper bound for the largest struct that is displayed: the properties of a device.
    public static final int POINTEE_BYTES = 2048;

    public static final int CALL_WORDS = 12;

    private static final ThreadLocal<@Nullable ArgumentScratch> FREE = new ThreadLocal<>();

    // Lifetime: C holds addresses into it only while a stack frame refers to this object.
    private final Arena arena = Arena.ofAuto();

    /// Room for the arguments of a call.
    public final long words =
            arena.allocate(CALL_WORDS * (long) Long.BYTES, Long.BYTES).address();

    /// Room for a copy of a payload's `args`.
    public final long values = arena.allocate(VALUE_BYTES, Long.BYTES).address();

    /// Room for a copy of a pointer's target.
    final long pointee = arena.allocate(POINTEE_BYTES, Long.BYTES).address();

    public final TextBuffer text = new TextBuffer();

    private @Nullable ArgumentScratch next;

    private ArgumentScratch() {}

    public static ArgumentScratch take() {
        ArgumentScratch scratch = FREE.get();
        if (scratch == null) return new ArgumentScratch();
        FREE.set(scratch.next);
        return scratch;
    }

    public void giveBack() {
        next = FREE.get();
        FREE.set(this);
    }
}
