package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.call.ThreadState;

/// Whether a thread is reporting GPU work: calls that it makes meanwhile must not wait for such work.
///
/// Thread rule: the thread itself.
final class GpuThread implements ThreadState.Part {
    private static final ThreadState.Key<GpuThread> KEY = new ThreadState.Key<>() {
        @Override
        public GpuThread make(ThreadState state) {
            return new GpuThread();
        }
    };

    private int depth;

    private GpuThread() {}

    static GpuThread of(long thread) {
        return ThreadState.of(thread).part(KEY);
    }

    @Override
    public void takenOver() {
        depth = 0;
    }

    void enter() {
        depth++;
    }

    void leave() {
        depth--;
    }

    boolean isTelling() {
        return depth != 0;
    }
}
