package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentHeader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// Extends a file in the background, one piece ahead of need.
///
/// Only this thread uses the file: an interrupt closes the file if it hits a thread during I/O, and the program's
/// threads may be interrupted. Pieces grow from one chunk to [#MOST_CHUNKS], so that a short program leaves a
/// small file.
final class ChunkMaker extends Thread {
    static final int CHUNK_SIZE = 1 << 20;

    private static final int MOST_CHUNKS = 4;

    /// The page size of x86-64.
    private static final int PAGE_SIZE = 4096;

    /// Address space left to the program if it is limited.
    private static final int SPARED_SIZE = 64 << 20;

    private static final long SHORTEST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1_280;

    private final GrowingFile file;
    private final ByteBuffer header;
    private final Path proc;
    private final ReadyPieces ready;
    private final Duties duties;

    /// What this thread does beside making pieces.
    interface Duties {
        /// Another piece is ready, which is when the previous ones are full.
        void betweenPieces();

        /// From time to time while a piece is ready: soon after the last one was taken, then less and less often, to
        /// once in [#LONGEST_PAUSE_MILLIS].
        default void meanwhile() {}

        /// The last piece has been taken.
        ///
        /// @param largest whether it had the largest size
        default void taken(boolean largest) {}

        /// The file cannot grow: this thread ends.
        void failed(Throwable failure);
    }

    /// @param proc `/proc`
    /// @param ready gets the pieces
    ChunkMaker(SegmentHeaders.Begun begun, Path proc, ReadyPieces ready, Duties duties) {
        super(null, null, "rocprofv3-segment", 0, false);
        this.file = begun.file();
        this.header = begun.header();
        this.proc = proc;
        this.ready = ready;
        this.duties = duties;
        setDaemon(true);
    }

    @Override
    public void run() {
        int chunks = 1;
        boolean first = true;
        try {
            while (!ready.haveFailed()) {
                MemorySegment piece = make(chunks);
                ready.offer(piece);
                duties.betweenPieces();
                awaitTaken(piece);
                duties.taken(chunks == MOST_CHUNKS);
                chunks = first ? 1 : Math.min(MOST_CHUNKS, chunks * 2);
                first = false;
            }
        } catch (Throwable failure) {
            duties.failed(failure);
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
        if (chunks > 1) touch(piece);
        long made = (file.size() - header.capacity()) / CHUNK_SIZE;
        // C may have extended the file beyond this without the engine.
        header.putLong(SegmentHeader.CHUNKS, Math.max(header.getLong(SegmentHeader.CHUNKS), made));
        return piece;
    }

    /// Lets the kernel map the pages for writing, which the program's threads would wait for at their first write to
    /// each. A program that records little has no memory for what it does not use.
    private static void touch(MemorySegment piece) {
        for (long at = 0; at < piece.byteSize(); at += PAGE_SIZE) piece.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }

    private void awaitTaken(MemorySegment piece) throws InterruptedException {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!ready.isTaken(piece, pause)) {
            duties.meanwhile();
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
    }
}
