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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The raw files that a traced process wrote, or still writes, as one: `records.seg`, and the annexes beside it, in
/// which threads continued that filled it faster than it grew. The reader reads piecewise instead of mapping, so that
/// neither the size nor truncation by another process can harm the reader.
public final class Segment implements AutoCloseable {

    private static final String NOTHING = "nothing recovered";

    private final String name;
    private final List<SegmentPart> parts;
    private final long missing;
    private final SegmentHead head;

    private Segment(String name, List<SegmentPart> parts, long missing, SegmentHead head) {
        this.name = name;
        this.parts = List.copyOf(parts);
        this.missing = missing;
        this.head = head;
    }

    /// Opens a segment; an unreadable one is empty.
    ///
    /// @param problems receives the defects of the frame
    public static Segment open(Path file, List<Problem> problems) {
        String name = file.toString();
        List<SegmentPart> parts = new ArrayList<>();
        Opened main = Opened.open(file, problems);
        if (main.channel == null) {
            return new Segment(name, parts, 0, SegmentHead.NONE);
        }
        parts.add(new SegmentPart(file, main.channel, 0, 0, main.size));
        long missing = main.missing();
        // Looked for after the header was read, whose count of stretches includes those of the annexes.
        for (Path beside : annexes(file, problems)) {
            if (SegmentPart.isJustCreated(beside)) {
                continue;
            }
            Opened annex = Opened.open(beside, problems);
            if (annex.channel == null) {
                continue;
            }
            long from = main.head.layout().firstStretchFrom(parts.getLast().end());
            parts.add(new SegmentPart(
                    beside, annex.channel, from, annex.head.layout().headerSize(), annex.size));
            missing += annex.missing();
        }
        return new Segment(name, parts, missing, main.head);
    }

    private static List<Path> annexes(Path file, List<Problem> problems) {
        try {
            return SegmentPart.annexes(file);
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), "its directory: " + IoErrorText.of(e), "only this file read"));
            return List.of();
        }
    }

    /// One file; without a channel if it is unreadable.
    private record Opened(@Nullable FileChannel channel, long size, SegmentHead head) {

        static Opened open(Path file, List<Problem> problems) {
            String name = file.toString();
            try {
                if (!Files.isRegularFile(file)) {
                    throw new NoSuchFileException(name);
                }
                return open(name, FileChannel.open(file, StandardOpenOption.READ), problems);
            } catch (IOException e) {
                problems.add(new Problem(name, IoErrorText.of(e), NOTHING));
                return new Opened(null, 0, SegmentHead.NONE);
            }
        }

        @SuppressWarnings("MustBeClosedChecker") // closed by close()
        private static Opened open(String name, FileChannel channel, List<Problem> problems) throws IOException {
            byte[] start = new byte[SegmentConstants.HEADER_SIZE];
            start = Arrays.copyOf(start, (int) SegmentPart.read(channel, 0, ByteBuffer.wrap(start)));
            // After the header: a running process extends the file before it updates the header.
            long size = channel.size();
            SegmentHead head = SegmentHead.read(name, start, size, problems);
            if (head == SegmentHead.NONE) {
                channel.close();
                return new Opened(null, 0, head);
            }
            return new Opened(channel, size, head);
        }

        long missing() {
            return Math.max(0, head.statedSize() - size);
        }
    }

    public String name() {
        return name;
    }

    public SegmentHead head() {
        return head;
    }

    /// The place behind the last byte that was there when the segment was opened.
    long size() {
        return parts.isEmpty() ? 0 : parts.getLast().end();
    }

    /// Returns how many bytes there were from `place` on, `most` at most, when the segment was opened: fewer at the
    /// end of a file.
    long available(long place, long most) {
        SegmentPart part = part(place);
        return part == null ? 0 : Math.min(most, part.end() - place);
    }

    /// Returns the first place from `place` on that is in a stretch with data: a file may be made of holes for the most
    /// part, and they take as long to read as anything else. Makes three system calls. Where the file system cannot
    /// tell, there are no holes.
    long nextData(long place) {
        SegmentPart part = part(place);
        if (part == null) {
            return place;
        }
        long data = part.nextData(place);
        SegmentLayout layout = head.layout();
        long stretch = data < part.end() ? layout.stretchOf(data) : layout.firstStretchFrom(data);
        return Math.max(place, stretch);
    }

    private @Nullable SegmentPart part(long place) {
        for (SegmentPart part : parts) {
            if (part.contains(place)) {
                return part;
            }
        }
        return null;
    }

    /// Reads how many stretches threads have taken by now, if the file still says so.
    long stretchesNow() throws IOException {
        ByteBuffer count = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int place = SegmentConstants.TOTALS_OFFSET + SegmentTotals.STRETCHES;
        boolean says = !parts.isEmpty() && parts.getFirst().read(place, count) == Long.BYTES;
        return says ? Bytes.credible(count.getLong(0)) : head.stretches();
    }

    /// Reads from `place`, as much as its file has and fits into `into`.
    ///
    /// @return the number of bytes
    long read(long place, MemorySegment into) throws IOException {
        SegmentPart part = part(place);
        return part == null ? 0 : part.read(place, into.asByteBuffer());
    }

    /// The number of bytes that are missing, according to the headers.
    public long missingBytes() {
        return missing;
    }

    /// Deletes the files of a segment. Without `records.seg`, which goes first, the others mean nothing.
    public static void delete(Path file) throws IOException {
        List<Path> annexes = SegmentPart.annexes(file);
        Files.delete(file);
        for (Path annex : annexes) {
            Files.deleteIfExists(annex);
        }
    }

    @Override
    public void close() throws IOException {
        for (SegmentPart part : parts) {
            part.channel().close();
        }
    }
}
