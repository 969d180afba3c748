package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// One mapped segment file, complete or not. Only its frame is looked at here; [SegmentScan] walks the records.
///
/// A file that is no segment at all is an empty segment with a [Problem]: nobody loses the
/// other processes of a run because one file is damaged.
final class Segment {

    private static final String NOTHING = "nothing recovered";

    private final String name;
    private final MemorySegment bytes;
    private final SegmentLayout layout;

    private Segment(String name, MemorySegment bytes, SegmentLayout layout) {
        this.name = name;
        this.bytes = bytes;
        this.layout = layout;
    }

    /// @param arena owns the mapping; closing it ends the use of this segment
    /// @param problems receives what is wrong with the frame
    static Segment open(Path file, Arena arena, List<Problem> problems) {
        String name = file.toString();
        MemorySegment bytes = map(file, arena, problems);
        if (bytes.byteSize() > 0 && !isSegment(name, bytes, problems)) {
            bytes = MemorySegment.NULL;
        }
        if (bytes.byteSize() == 0) {
            return new Segment(name, bytes, new SegmentLayout(0, 1, 1));
        }
        SegmentLayout layout = SegmentLayout.read(bytes);
        if (!layout.statedBy(bytes)) {
            problems.add(new Problem(
                    name, "the header's sizes make no sense", "read with the usual sizes: " + layout.stretchSize()));
        }
        return new Segment(name, bytes, layout);
    }

    private static MemorySegment map(Path file, Arena arena, List<Problem> problems) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                if (channel.size() == 0) {
                    problems.add(new Problem(file.toString(), "the file is empty", NOTHING));
                    return MemorySegment.NULL;
                }
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            }
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), Reasons.of(e), NOTHING));
            return MemorySegment.NULL;
        }
    }

    private static boolean isSegment(String name, MemorySegment bytes, List<Problem> problems) {
        if (bytes.byteSize() < SegmentConstants.HEADER_SIZE) {
            problems.add(new Problem(
                    name,
                    "only " + bytes.byteSize() + " bytes long, the header alone has " + SegmentConstants.HEADER_SIZE,
                    NOTHING));
            return false;
        }
        if (Bytes.u64(bytes, SegmentHeader.MAGIC) != SegmentConstants.MAGIC) {
            problems.add(new Problem(name, "not a trace segment (its first bytes are not RPJSEG01)", NOTHING));
            return false;
        }
        long version = Bytes.u32(bytes, SegmentHeader.VERSION);
        if (version != SegmentConstants.VERSION) {
            problems.add(new Problem(
                    name,
                    "segment version " + version + ", this reader knows version " + SegmentConstants.VERSION,
                    "read as version " + SegmentConstants.VERSION));
        }
        return true;
    }

    String name() {
        return name;
    }

    MemorySegment bytes() {
        return bytes;
    }

    SegmentLayout layout() {
        return layout;
    }

    boolean isEmpty() {
        return bytes.byteSize() == 0;
    }

    /// A value of the header, 0 in an empty segment.
    ///
    /// @param offset one of the constants of [SegmentHeader]
    long header(int offset) {
        return isEmpty() ? 0 : Bytes.u64(bytes, offset);
    }

    /// A counter of the header. A damaged one may hold anything; what cannot be true counts as nothing.
    long headerCount(int offset) {
        return Bytes.credible(header(offset));
    }

    boolean closedCleanly() {
        return header(SegmentHeader.STATE) == SegmentConstants.STATE_CLOSED;
    }

    /// The bytes that should be there but are not, by what the header says.
    long missingBytes() {
        if (isEmpty()) {
            return 0;
        }
        long chunks = header(SegmentHeader.CHUNKS);
        boolean credible = layout.statedBy(bytes) && chunks >= 0 && chunks <= Long.MAX_VALUE / 2 / layout.chunkSize();
        return !credible ? 0 : Math.max(0, layout.fileSize(chunks) - bytes.byteSize());
    }
}
