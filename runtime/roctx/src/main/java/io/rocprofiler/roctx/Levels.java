package io.rocprofiler.roctx;

import java.util.Arrays;

/// The ranges that a thread, platform or virtual, has pushed and not popped, so that levels are the same
/// whether somebody listens or not, and a pop ends what its push has begun.
final class Levels {
    /// Deeper ones are only counted.
    static final int MAX_TOLD = 1 << 16;

    private static final ThreadLocal<Levels> OF_THREAD = ThreadLocal.withInitial(Levels::new);

    /// As [Library#begin] returned them, from the outermost one on.
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

    /// The innermost one, which must exist.
    long pop() {
        depth--;
        return depth < MAX_TOLD ? ranges[depth] : Library.SILENT;
    }
}
