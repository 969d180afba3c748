package io.rocprofiler.sdk.internal.argument;

import io.rocprofiler.sdk.internal.seam.TextBuffer;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// The memory that showing arguments needs. A thread keeps what it once used; a callback that shows arguments
/// from inside another such callback gets memory of its own.
///
/// Thread rule: one thread.
public final class ArgumentScratch {
    /// The largest `args` union and the largest struct that is shown have less.
    public static final int VALUE_BYTES = 256;

    public static final int CALL_WORDS = 12;

    private static final ThreadLocal<@Nullable ArgumentScratch> FREE = new ThreadLocal<>();

    // Lifetime: C holds addresses in it only while this object is in use on the stack.
    private final Arena arena = Arena.ofAuto();

    /// Room for the arguments of a call.
    public final long words =
            arena.allocate(CALL_WORDS * (long) Long.BYTES, Long.BYTES).address();

    /// Room for a copy of a payload's `args`.
    public final long values = arena.allocate(VALUE_BYTES, Long.BYTES).address();

    /// Room for a copy of what a pointer points at.
    final long pointee = arena.allocate(VALUE_BYTES, Long.BYTES).address();

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
