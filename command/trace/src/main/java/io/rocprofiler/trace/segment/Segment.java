package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The raw file that a traced process wrote, or still writes. The reader reads it piecewise instead of mapping it,
/// so that neither its size nor truncation by another process can harm the reader.
public final class Segment implements AutoCloseable {

    private static final String NOTHING = "nothing recovered";

    private final String name;
    private final @Nullable FileChannel channel;
    private final long size;
    private final SegmentHead head;

    private Segment(String name, @Nullable FileChannel channel, long size, SegmentHead head) {
        this.name = name;
        this.channel = channel;
        this.size = size;
        this.head = head;
    }

    /// Opens a segment; an unreadable one is empty.
    ///
    /// @param problems receives the defects of the frame
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static Segment open(Path file, List<Problem> problems) {
        String name = file.toString();
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(name);
            }
            return open(name, FileChannel.open(file, StandardOpenOption.READ), problems);
        } catch (IOException e) {
            problems.add(new Problem(name, IoErrorText.of(e), NOTHING));
            return new Segment(name, null, 0, SegmentHead.NONE);
        }
    }

    private static Segment open(String name, FileChannel channel, List<Problem> problems) throws IOException {
        byte[] start = new byte[SegmentConstants.HEADER_SIZE];
        long length = read(channel, 0, ByteBuffer.wrap(start));
        start = Arrays.copyOf(start, (int) length);
        long size = channel.size(); // after the header: a running process extends the file before it updates the header
        SegmentHead head = SegmentHead.read(name, start, size, problems);
        if (head == SegmentHead.NONE) {
            channel.close();
            return new Segment(name, null, 0, head);
        }
        return new Segment(name, channel, size, head);
    }

    public String name() {
        return name;
    }

    public SegmentHead head() {
        return head;
    }

    /// The size in bytes when the segment was opened.
    long size() {
        return size;
    }

    /// Reads how many stretches threads have taken by now, if the file still says so.
    long stretchesNow() throws IOException {
        ByteBuffer count = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int place = SegmentConstants.TOTALS_OFFSET + SegmentTotals.STRETCHES;
        boolean says = channel != null && read(channel, place, count) == Long.BYTES;
        return says ? Bytes.credible(count.getLong(0)) : head.stretches();
    }

    /// Reads from `place`, as much as is available and fits into `into`.
    ///
    /// @return the number of bytes
    long read(long place, MemorySegment into) throws IOException {
        return channel == null ? 0 : read(channel, place, into.asByteBuffer());
    }

    private static long read(FileChannel channel, long place, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, place + into.position()) < 0) {
                break;
            }
        }
        return into.position();
    }

    /// The number of bytes that are missing, according to the header.
    public long missingBytes() {
        return head == SegmentHead.NONE ? 0 : Math.max(0, head.statedSize() - size);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
