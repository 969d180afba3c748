package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.sdk.Buffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Further files beside a segment, for threads that fill memory faster than one thread extends a file.
///
/// The kernel lets one thread at a time extend a file; so each annex is a file with a thread of its own, which also
/// computes checksums. Where an annex fails, the program's threads wait for the segment, as they do on a machine of few
/// processors: its failure is not reported. Thread rule: any thread; [#add] by one at a time.
final class Annexes implements ChunkMaker.Duties {
    /// One of so many processors extends files at most: to make a page, to map it and to compute checksums takes
    /// about half as long as the calls take that fill it.
    private static final int SHARE = 2;

    private final Path segment;
    private final ProcessInfo process;
    private final Clock clock;
    private final Path proc;
    private final ReadyPieces ready;
    private final int most;
    private int made;
    private volatile boolean failed;
    private volatile @Nullable Buffer records;
    private boolean closed;
    private int sealing;

    /// @param processors of the process
    Annexes(Path segment, ProcessInfo process, Clock clock, Path proc, ReadyPieces ready, int processors) {
        this.segment = segment;
        this.process = process;
        this.clock = clock;
        this.proc = proc;
        this.ready = ready;
        this.most = processors / SHARE - 1;
    }

    /// Adds checksums to the records of this buffer.
    void seal(Buffer buffer) {
        records = buffer;
    }

    /// Adds an annex, unless there are as many as the processors permit, or one has failed.
    void add() {
        if (failed || made >= most) return;
        try {
            new ChunkMaker(SegmentHeaders.create(path(made + 1), process, clock, proc), proc, ready, this).start();
            made++;
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private Path path(int number) {
        return segment.resolveSibling(SegmentConstants.ANNEX_PREFIX + number + SegmentConstants.ANNEX_SUFFIX);
    }

    @Override
    public void betweenPieces() {
        Buffer buffer = records;
        if (buffer == null || !beginSealing()) return;
        try {
            buffer.sealFull();
        } finally {
            endSealing();
        }
    }

    @Override
    public void failed(Throwable failure) {
        failed = true;
    }

    private synchronized boolean beginSealing() {
        if (!closed) sealing++;
        return !closed;
    }

    private synchronized void endSealing() {
        sealing--;
        notifyAll();
    }

    /// On return, and from then on, no annex computes checksums.
    void close() {
        boolean interrupted = false;
        synchronized (this) {
            closed = true;
            while (sealing > 0) {
                try {
                    wait();
                } catch (InterruptedException interruption) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
