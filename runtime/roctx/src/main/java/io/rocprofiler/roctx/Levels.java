package io.rocprofiler.roctx;

import java.util.Arrays;

/// The ranges that a thread, platform or virtual, has pushed and not popped. Keeps levels independent of whether a
/// tool is listening, and makes a pop end the range of its push.
final class Levels {
    /// Deeper ranges are only counted.
    static final int MAX_TOLD = 1 << 16;

    private static final ThreadLocal<Levels> OF_THREAD = ThreadLocal.withInitial(Levels::new);

    /// The results of [Library#begin], from the outermost range inwards.
    private long[] ranges = new long[8];

    private int depth;

    static Levels ofThread() {
        return OF_THREAD.get();
    }

    int depth() {
        return depth;
    }

    void push(long range) {
        if (depth < MAX_TOLD) {
            if (depth == ranges.length) ranges = Arrays.copyOf(ranges, 2 * depth);
            ranges[depth] = range;
        }
        depth++;
    }

    /// Removes and returns the innermost range, which must exist.
    long pop() {
        depth--;
        return depth < MAX_TOLD ? ranges[depth] : Library.SILENT;
    }
}
