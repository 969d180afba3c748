package io.rocprofiler.trace.segment;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentText;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Reads the texts of a segment: of marks, of ranges, and of ranges that rename kernels.
public final class SegmentTexts {

    private static final int LONGEST_CHARACTER = 4; // bytes, in UTF-8

    private SegmentTexts() {}

    /// Reads the text of the record at that place.
    public static String read(MemorySegment bytes, long at) {
        return after(bytes, at, SegmentText.SIZEOF);
    }

    /// Reads the text at the end of a record that has its length where [SegmentText] has it. Of a text that was cut,
    /// the characters that are there as a whole.
    ///
    /// @param head the number of bytes before it
    public static String after(MemorySegment bytes, long at, int head) {
        byte[] text = new byte[Math.toIntExact(Math.min(stated(bytes, at), room(bytes, at, head)))];
        MemorySegment.copy(bytes, JAVA_BYTE, at + head, text, 0, text.length);
        int length = isCut(bytes, at, head) ? wholeCharacters(text) : text.length;
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /// Whether a record has only the beginning of its text. What the program passes to functions about names, and texts
    /// that rename kernels, is cut before its length is known.
    public static boolean isCut(MemorySegment bytes, long at, int head) {
        long stated = stated(bytes, at);
        int kind = Bytes.i32(bytes, at + SegmentText.KIND);
        boolean lengthIsCut = kind == SegmentConstants.KIND_RENAME || kind == SegmentConstants.KIND_NAME;
        return stated > room(bytes, at, head) || (lengthIsCut && stated >= SegmentConstants.LONGEST_TEXT);
    }

    private static long stated(MemorySegment bytes, long at) {
        return Bytes.u32(bytes, at + SegmentText.LENGTH);
    }

    private static long room(MemorySegment bytes, long at, int head) {
        return Bytes.u64(bytes, at + SegmentText.SIZE) - head;
    }

    /// Returns the number of bytes before a character whose end is missing.
    private static int wholeCharacters(byte[] utf8) {
        int last = utf8.length - 1;
        while (last > 0 && utf8.length - last < LONGEST_CHARACTER && (utf8[last] & 0xC0) == 0x80) {
            last--;
        }
        int first = last < 0 ? 0 : utf8[last] & 0xFF;
        int needed = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : LONGEST_CHARACTER;
        return needed > utf8.length - last ? last : utf8.length;
    }
}
