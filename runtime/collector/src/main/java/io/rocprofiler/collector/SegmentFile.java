package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.ChunkFile;
import io.rocprofiler.sdk.ChunkSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The mapped file with the records: written data survives the process, however it ends.
///
/// ```
/// | header (4 KiB) | chunk | chunk | ...
/// ```
/// [ChunkMaker] prepares memory in the background, one piece ahead of need; where threads outrun it, [Annexes] are
/// files of the same form beside this one. Thread rule: any thread.
final class SegmentFile implements ChunkSource, ChunkMaker.Duties {
    private final Path file;
    private final MemorySegment page;
    private final ByteBuffer header;
    private final ReadyPieces ready;
    private final Annexes annexes;
    private final WorkCounts work;
    private volatile @Nullable Buffer records;
    private volatile boolean closed;

    private SegmentFile(Path file, SegmentHeaders.Begun begun, ReadyPieces ready, Annexes annexes) {
        this.file = file;
        this.page = begun.page();
        this.header = begun.header();
        this.ready = ready;
        this.annexes = annexes;
        this.work = new WorkCounts(header);
    }

    /// @param proc `/proc`
    /// @param processors of the process
    /// @throws IOException if the file cannot be created
    static SegmentFile create(Path file, ProcessInfo process, Clock clock, Path proc, int processors)
            throws IOException {
        SegmentHeaders.Begun begun = SegmentHeaders.create(file, process, clock, proc);
        ReadyPieces ready = new ReadyPieces();
        Annexes annexes = new Annexes(file, process, clock, proc, ready, processors);
        SegmentFile segment = new SegmentFile(file.toAbsolutePath(), begun, ready, annexes);
        new ChunkMaker(begun, proc, ready, segment).start();
        return segment;
    }

    /// Adds checksums and the names of threads to the records of this buffer. Call before the first record.
    void seal(Buffer buffer) {
        records = buffer;
        annexes.seal(buffer);
    }

    /// Notes the current length of a file beside the segment, so that readers detect its truncation.
    ///
    /// @param field an offset of [SegmentHeader]
    void beside(int field, long bytes) {
        header.putLong(field, bytes);
    }

    /// The counters of submitted work.
    WorkCounts work() {
        return work;
    }

    @Override
    public @Nullable MemorySegment next() {
        return ready.take();
    }

    @Override
    public MemorySegment totals() {
        return page.asSlice(SegmentConstants.TOTALS_OFFSET, SegmentTotals.SIZEOF);
    }

    @Override
    public ChunkFile file() {
        return new ChunkFile(file, page);
    }

    @Override
    public void betweenPieces() {
        Buffer buffer = records;
        if (buffer != null) buffer.flush();
    }

    @Override
    public void meanwhile() {
        Buffer buffer = records;
        if (buffer != null) buffer.noteThreadNames(false);
    }

    @Override
    public void taken(boolean largest) {
        if (ready.wereMissed() && largest && !closed) annexes.add();
    }

    @Override
    public void failed(Throwable failure) {
        ready.fail();
        if (closed) return;
        Messages.say("cannot write " + file + ": " + failure.getMessage()
                + "; recording stops, what is not recorded is counted, the program goes on");
    }

    /// Marks the segment as complete. Later records of other threads are kept, without a checksum.
    void close(long endNanos, CallCounts counts) {
        Buffer buffer = records;
        if (buffer != null) buffer.noteThreadNames(true);
        closed = true; // from now on C may extend the file, and failures are not reported
        annexes.close();
        if (buffer != null) buffer.flush();
        header.putLong(SegmentHeader.OPEN_CALLS, counts.open());
        header.putLong(SegmentHeader.ABANDONED, counts.abandoned());
        header.putLong(SegmentHeader.PASSED_THROUGH, counts.passedThrough());
        header.putLong(SegmentHeader.END_BOOTTIME_NS, endNanos);
        header.putLong(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
        long seal = SegmentHeaders.endSeal(header);
        header.putLong(SegmentHeader.END_SEAL, seal);
        // Threads that still record may count work meanwhile; they break a seal that they see.
        VarHandle.fullFence();
        if (SegmentHeaders.endSeal(header) != seal) header.putLong(SegmentHeader.END_SEAL, 0);
    }
}
