package io.rocprofiler.collector;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The pieces of files that are ready for the program's threads.
///
/// Thread rule: any thread. A thread of the program waits here for the disk, for a limited time.
final class ReadyPieces {
    /// How long a thread of the program waits for the disk before it continues without recording.
    private static final long PATIENCE_MILLIS = 2_000;

    private final ArrayDeque<MemorySegment> ready = new ArrayDeque<>(4);
    private boolean failed;
    private boolean slow;
    private boolean missed;

    /// Takes the oldest piece, or waits for one.
    ///
    /// @return memory, or null if the disk is full, or so slow that the program would be delayed
    @Nullable
    MemorySegment take() {
        boolean interrupted = false;
        try {
            synchronized (this) {
                missed |= ready.isEmpty();
                if (ready.isEmpty() && !failed && !slow) interrupted = awaitReady();
                MemorySegment piece = ready.poll();
                slow = piece == null;
                notifyAll();
                return piece;
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    synchronized void offer(MemorySegment piece) {
        ready.add(piece);
        notifyAll();
    }

    /// No more pieces will come.
    synchronized void fail() {
        failed = true;
        notifyAll();
    }

    synchronized boolean haveFailed() {
        return failed;
    }

    /// Whether a thread has found no piece since this was last asked.
    synchronized boolean wereMissed() {
        boolean before = missed;
        missed = false;
        return before;
    }

    /// Waits until a piece that was offered has been taken, at most for that time.
    ///
    /// @return whether it has been taken
    synchronized boolean isTaken(MemorySegment piece, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (ready.contains(piece) && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return !ready.contains(piece);
    }

    /// @return whether this thread was interrupted while waiting
    private boolean awaitReady() {
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (ready.isEmpty() && !failed) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) break;
            try {
                wait(millis);
            } catch (InterruptedException interruption) {
                interrupted = true;
            }
        }
        return interrupted;
    }
}
