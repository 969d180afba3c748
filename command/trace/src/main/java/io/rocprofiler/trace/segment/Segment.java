package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentTotals;
import io.rocprofiler.trace.primitive.Bytes;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.problem.Reasons;
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

/// The raw file that a traced process wrote, or still writes. It is read piece by piece, never mapped: neither its size
/// nor somebody who cuts it short matters to the reader.
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
    /// @param problems receives what is wrong with the frame
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static Segment open(Path file, List<Problem> problems) {
        String name = file.toString();
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(name);
            }
            return open(name, FileChannel.open(file, StandardOpenOption.READ), problems);
        } catch (IOException e) {
            problems.add(new Problem(name, Reasons.of(e), NOTHING));
            return new Segment(name, null, 0, SegmentHead.NONE);
        }
    }

    private static Segment open(String name, FileChannel channel, List<Problem> problems) throws IOException {
        byte[] start = new byte[SegmentConstants.HEADER_SIZE];
        long length = read(channel, 0, ByteBuffer.wrap(start));
        start = Arrays.copyOf(start, (int) length);
        long size = channel.size(); // after the header: a process that goes on makes its file longer first
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

    /// Bytes, as of its opening.
    long size() {
        return size;
    }

    /// How many stretches have been given to threads by now, if the file still says it.
    long stretchesNow() throws IOException {
        ByteBuffer count = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int place = SegmentConstants.TOTALS_OFFSET + SegmentTotals.STRETCHES;
        boolean says = channel != null && read(channel, place, count) == Long.BYTES;
        return says ? Bytes.credible(count.getLong(0)) : head.stretches();
    }

    /// Reads from `place` on, as much as there is and `into` has room for.
    ///
    /// @return how many bytes
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

    /// The bytes that should be there but are not, by what the header says.
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
