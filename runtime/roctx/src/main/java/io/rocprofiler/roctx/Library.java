package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A library of ROC-TX. A record, so that compiled code knows the addresses.
///
/// Thread rule: any thread.
record Library(Watch watch, Functions functions, Strings strings) {
    /// What [#begin] returns for a range that nobody was told of, for one that was pushed; other numbers
    /// are ids of started ranges.
    static final long SILENT = 0;

    static final long PUSHED = -1;

    /// Stands for the library where none is installed.
    static final Library NONE = new Library(Watch.NEVER, Functions.NONE, new Strings(Arena.global()));

    /// Begins a range in the way of the calling thread.
    long begin(@Nullable String message) {
        // A virtual thread may be on another thread of the system when the range ends.
        if (Thread.currentThread().isVirtual()) return tell(functions.rangeStart(), message, 0);
        tell(functions.rangePush(), message, 0);
        return PUSHED;
    }

    /// Ends a range that [#begin] has begun.
    void end(long range) {
        if (range == PUSHED) {
            call(functions.rangePop(), 0, 0);
        } else if (range != SILENT) {
            call(functions.rangeStop(), range, 0);
        }
    }

    /// Calls a function with a text, which may be null, and one more argument.
    long tell(MemorySegment function, @Nullable String text, long argument) {
        if (text == null) return call(function, 0, argument);
        long known = strings.find(text);
        if (known != 0) return call(function, known, argument);
        try (Arena arena = Arena.ofConfined()) {
            return call(function, arena.allocateFrom(text).address(), argument);
        }
    }

    /// Calls a function; 0 if the library has none of the kind. Without a library nothing of C is touched.
    long call(MemorySegment function, long a0, long a1) {
        return function.address() == 0 ? 0 : Native.call(function, a0, a1);
    }
}
