package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Tells whether a tool is listening to a function, without calling C: a few loads and comparisons. Our library
/// provides the addresses (`rpj_roctx_watch` in `runtime/native/roctx/shared.c`).
///
/// A function need not be called when registration is complete, no tracer is registered, and the function's slot in
/// the table that tools wrap has its untraced value. Until registration is complete, every call is made, because
/// the first call triggers it.
///
/// Thread rule: any thread. A record, so that the JIT compiler treats the addresses as constants.
///
/// @param tracer a function pointer, null without a tracer
/// @param traced the current slots
/// @param untraced the same slots without a tool; these never change
/// @param current a pointer, equal to `unregistered` until registration is complete
record Watch(
        MemorySegment tracer, MemorySegment traced, MemorySegment untraced, MemorySegment current, long unregistered) {
    // Slots: the functions of struct roctx_tables (runtime/native/roctx/roctx_internal.h), AMD's tables one after
    // the other. From the second one on, a word with the table's size precedes its functions.
    static final int MARK = 0;
    static final int RANGE_PUSH = 1;
    static final int RANGE_POP = 2;
    static final int RANGE_START = 3;
    static final int RANGE_STOP = 4;
    static final int PROFILER_PAUSE = 7;
    static final int PROFILER_RESUME = 8;
    static final int NAME_OS_THREAD = 10;
    static final int NAME_HSA_AGENT = 11;
    static final int NAME_HIP_DEVICE = 12;
    static final int NAME_HIP_STREAM = 13;
    private static final int SLOTS = 14;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /// The watch of a process without a library.
    static final Watch NEVER = of(0);

    /// The watch of a library that does not provide addresses.
    static final Watch ALWAYS = of(1);

    private static Watch of(long tracer) {
        MemorySegment none = Arena.global().allocate(ValueLayout.JAVA_LONG, SLOTS);
        return new Watch(Arena.global().allocateFrom(ValueLayout.JAVA_LONG, tracer), none, none, none, 1);
    }

    /// @param words the addresses that `rpj_roctx_watch` writes, in its order
    static Watch of(long[] words) {
        return new Watch(at(words[0], 1), at(words[1], SLOTS), at(words[2], SLOTS), at(words[3], 1), words[4]);
    }

    private static MemorySegment at(long address, int words) {
        return MemorySegment.ofAddress(address).reinterpret((long) words * Long.BYTES);
    }

    boolean isListening(int slot) {
        return word(current, 0) == unregistered || word(traced, slot) != word(untraced, slot) || word(tracer, 0) != 0;
    }

    /// Whether a tool listens to either function of a pair: a tool that sees the end must also see the beginning.
    boolean isListening(int slot, int otherSlot) {
        return isListening(slot) || word(traced, otherSlot) != word(untraced, otherSlot);
    }

    private static long word(MemorySegment segment, int index) {
        return (long) WORD.getAcquire(segment, (long) index * Long.BYTES);
    }
}
