package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A ROC-TX library. A record, so that the JIT compiler treats the addresses as constants.
///
/// Thread rule: any thread.
record Library(Watch watch, Functions functions, Strings strings) {
    /// The result of [#begin] for a range without a listener, and for a pushed range; other numbers are ids of
    /// started ranges.
    static final long SILENT = 0;

    static final long PUSHED = -1;

    /// The library of a process in which none is installed.
    static final Library NONE = new Library(Watch.NEVER, Functions.NONE, new Strings(Arena.global()));

    /// Begins a range as suits the calling thread.
    long begin(@Nullable String message) {
        // A virtual thread may run on a different carrier thread when the range ends.
        if (Thread.currentThread().isVirtual()) return tell(functions.rangeStart(), message, 0);
        tell(functions.rangePush(), message, 0);
        return PUSHED;
    }

    /// Ends a range begun by [#begin].
    void end(long range) {
        if (range == PUSHED) {
            call(functions.rangePop(), 0, 0);
        } else if (range != SILENT) {
            call(functions.rangeStop(), range, 0);
        }
    }

    /// Calls a function with a text, which may be null, and another argument.
    long tell(MemorySegment function, @Nullable String text, long argument) {
        if (text == null) return call(function, 0, argument);
        long known = strings.find(text);
        if (known != 0) return call(function, known, argument);
        try (Arena arena = Arena.ofConfined()) {
            return call(function, arena.allocateFrom(text).address(), argument);
        }
    }

    /// Calls a function; returns 0 if the library lacks it. Without a library, calls no C at all.
    long call(MemorySegment function, long a0, long a1) {
        return function.address() == 0 ? 0 : Native.call(function, a0, a1);
    }
}
