package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Makes the file longer, in the background, one piece ahead of need.
///
/// Zeros are really written, not left as a hole: a full disk is then an error here, instead of a SIGBUS in the
/// program when it touches
/// the page. Only this thread uses the channel, because an interrupted thread that does closes it, and the
/// program's threads may be interrupted. Pieces grow from one chunk to [#MOST_CHUNKS]: a short program leaves a
/// small file.
final class ChunkMaker extends Thread {
    static final int CHUNK_SIZE = 1 << 20;

    private static final int MOST_CHUNKS = 4;
    private static final int BLOCK_SIZE = 1 << 16;

    /// How long a program's thread waits for the disk before it goes on without recording.
    private static final long PATIENCE_MILLIS = 2_000;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer header;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_SIZE);
    private final long maxFileSize;
    private long position;

    private @Nullable MemorySegment ready;
    private boolean failed;
    private boolean slow;

    ChunkMaker(Path file, FileChannel channel, ByteBuffer header, long maxFileSize) {
        super(null, null, "rocprofv3-segment", 0, false);
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.maxFileSize = maxFileSize;
        this.position = header.capacity();
        setDaemon(true);
    }

    /// Takes what is ready, or waits for it.
    ///
    /// @return memory, or null if the disk is full, or so slow that the program would notice
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

    @Override
    public void run() {
        int chunks = 1;
        boolean first = true;
        try {
            while (true) {
                offer(make(chunks));
                chunks = first ? 1 : Math.min(MOST_CHUNKS, chunks * 2);
                first = false;
            }
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private MemorySegment make(int chunks) throws IOException {
        long size = (long) chunks * CHUNK_SIZE;
        if (size > maxFileSize - position) throw new IOException("file size limit of " + maxFileSize + " bytes");
        for (long written = 0; written < size; ) {
            zeros.clear();
            written += channel.write(zeros, position + written);
        }
        MemorySegment piece = channel.map(FileChannel.MapMode.READ_WRITE, position, size, Arena.global());
        position += size;
        header.putLong(SegmentHeader.CHUNKS, (position - header.capacity()) / CHUNK_SIZE);
        return piece;
    }

    private synchronized void offer(MemorySegment piece) throws InterruptedException {
        ready = piece;
        notifyAll();
        while (ready != null) wait();
    }

    private void fail(Throwable failure) {
        synchronized (this) {
            failed = true;
            notifyAll();
        }
        Messages.say("cannot write " + file + ": " + failure.getMessage()
                + "; recording stops, what is not recorded is counted, the program goes on");
    }

    /// @return whether this thread was interrupted meanwhile
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
