package io.rocprofiler.sdk.internal.buffer;

import java.util.concurrent.locks.ReentrantLock;

/// A lock that is held for less time than a thread takes to fall asleep and be woken: who finds it taken looks for it
/// for a while first, and those asleep do not delay the others.
final class BriefLock extends ReentrantLock {
    static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private static final long serialVersionUID = 1;

    private static final int SPINS = PROCESSORS == 1 ? 0 : 1000;

    @Override
    public void lock() {
        for (int i = 0; i < SPINS; i++) {
            if (attempt()) return;
            Thread.onSpinWait();
        }
        super.lock();
    }

    /// Locks it if it is free, and else leaves its cache line alone.
    boolean attempt() {
        return (!isLocked() || isHeldByCurrentThread()) && tryLock();
    }
}
