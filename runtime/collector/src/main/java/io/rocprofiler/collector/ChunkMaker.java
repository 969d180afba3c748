package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Extends the file in the background, one piece ahead of need.
///
/// Only this thread uses the file: an interrupt closes the file if it hits a thread during I/O, and the program's
/// threads may be interrupted. Pieces grow from one chunk to [#MOST_CHUNKS], so that a short program leaves a
/// small file.
final class ChunkMaker extends Thread {
    static final int CHUNK_SIZE = 1 << 20;

    private static final int MOST_CHUNKS = 4;

    /// Address space left to the program if it is limited.
    private static final int SPARED_SIZE = 64 << 20;

    /// How long a thread of the program waits for the disk before it continues without recording.
    private static final long PATIENCE_MILLIS = 2_000;

    private static final long SHORTEST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1_280;

    private final Path name;
    private final GrowingFile file;
    private final ByteBuffer header;
    private final Path proc;

    private @Nullable MemorySegment ready;
    private boolean failed;
    private boolean slow;
    private volatile Runnable betweenPieces = () -> {};
    private volatile Runnable meanwhile = () -> {};
    private boolean closed;

    /// @param file holds only the header
    /// @param proc `/proc`
    ChunkMaker(Path name, GrowingFile file, ByteBuffer header, Path proc) {
        super(null, null, "rocprofv3-segment", 0, false);
        this.name = name;
        this.file = file;
        this.header = header;
        this.proc = proc;
        setDaemon(true);
    }

    /// Sets a task to run each time another piece is ready, which is when the previous pieces are full.
    void betweenPieces(Runnable task) {
        betweenPieces = task;
    }

    /// Sets a task to run from time to time while a piece is ready: soon after the last one was taken, then less and
    /// less often, to once in [#LONGEST_PAUSE_MILLIS].
    void meanwhile(Runnable task) {
        meanwhile = task;
    }

    /// Takes the piece that is ready, or waits for it.
    ///
    /// @return memory, or null if the disk is full, or so slow that the program would be delayed
    @Nullable
    MemorySegment take() {
        boolean interrupted = false;
        try {
            synchronized (this) {
                if (ready == null && !failed && !slow) interrupted = awaitReady();
                MemorySegment piece = ready;
                slow = piece == null;
                ready = null;
                notifyAll();
                return piece;
            }
        } finally {
            if (interrupted) currentThread().interrupt();
        }
    }

    /// Ends the use of the file: from then on C may extend it, and failures of this thread are not reported.
    synchronized void close() {
        closed = true;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void run() {
        int chunks = 1;
        boolean first = true;
        try {
            while (true) {
                offer(make(chunks));
                betweenPieces.run();
                awaitTaken();
                chunks = first ? 1 : Math.min(MOST_CHUNKS, chunks * 2);
                first = false;
            }
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private MemorySegment make(int chunks) throws IOException {
        long size = (long) chunks * CHUNK_SIZE;
        // Checked each time: the program may lower the limit, and the signal for a write beyond it would end
        // the program.
        ProcessInfo.checkFileSize(proc, file.size() + size);
        if (ProcessInfo.addressSpaceLeft(proc) < size + SPARED_SIZE)
            throw new IOException("little address space is left");
        MemorySegment piece = file.grow(size);
        long made = (file.size() - header.capacity()) / CHUNK_SIZE;
        // C may have extended the file beyond this without the engine.
        header.putLong(SegmentHeader.CHUNKS, Math.max(header.getLong(SegmentHeader.CHUNKS), made));
        return piece;
    }

    private synchronized void offer(MemorySegment piece) {
        ready = piece;
        notifyAll();
    }

    private void awaitTaken() throws InterruptedException {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!isTaken(pause)) {
            meanwhile.run();
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
    }

    private synchronized boolean isTaken(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (ready != null && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return ready == null;
    }

    private void fail(Throwable failure) {
        synchronized (this) {
            failed = true;
            notifyAll();
        }
        if (isClosed()) return;
        Messages.say("cannot write " + name + ": " + failure.getMessage()
                + "; recording stops, what is not recorded is counted, the program goes on");
    }

    /// @return whether this thread was interrupted while waiting
    private boolean awaitReady() {
        boolean interrupted = false;
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (ready == null && !failed) {
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
