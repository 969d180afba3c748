package io.rocprofiler.trace.packing;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// The name of a device function, by which a host function and its kernels find each other.
///
/// @param beginning a character for each byte that was recorded: a long name is cut
/// @param bytes of the whole name
record FunctionName(String beginning, long bytes) {

    private static final String SUFFIX = ".kd"; // of the symbols of kernel descriptors

    /// Reads the text of a record.
    static FunctionName read(int kind, MemorySegment record, long at) {
        int before = RecordKinds.beforeObjectText(kind);
        long bytes = Bytes.u32(record, at + SegmentObject.LENGTH);
        byte[] text = record.asSlice(at + before, Math.min(bytes, Bytes.u64(record, at) - before))
                .toArray(JAVA_BYTE);
        return new FunctionName(new String(text, StandardCharsets.ISO_8859_1), bytes);
    }

    /// Returns the name of the function that the symbol of this name stands for.
    FunctionName ofSymbol() {
        boolean isCut = beginning.length() < bytes;
        if (!isCut && !beginning.endsWith(SUFFIX)) {
            return this;
        }
        long rest = bytes - SUFFIX.length();
        return new FunctionName(beginning.substring(0, Math.clamp(rest, 0, beginning.length())), rest);
    }
}
