package io.rocprofiler.trace.segment;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Reads the texts of a segment: of marks, of ranges, and of ranges that rename kernels.
public final class SegmentTexts {

    private SegmentTexts() {}

    /// Reads the text of the record at that place.
    public static String read(MemorySegment bytes, long at) {
        return after(bytes, at, SegmentText.SIZEOF);
    }

    /// Reads the text at the end of a record that has its length where [SegmentText] has it.
    ///
    /// @param head the number of bytes before it
    public static String after(MemorySegment bytes, long at, int head) {
        long room = Bytes.u64(bytes, at + SegmentText.SIZE) - head;
        long length = Math.min(Bytes.u32(bytes, at + SegmentText.LENGTH), room);
        byte[] text = new byte[Math.toIntExact(length)];
        MemorySegment.copy(bytes, JAVA_BYTE, at + head, text, 0, text.length);
        return new String(text, StandardCharsets.UTF_8);
    }
}
