package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.sdk.internal.plan.PlanMemory;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The contents of an image, which grow at the end. An address is an offset from its start, where the header is.
final class ImageMemory implements PlanMemory {
    private long[] words = new long[4096];
    private int used;

    @Override
    public long allocate(long bytes) {
        int at = used;
        used += (int) (bytes / Long.BYTES);
        if (used > words.length) words = Arrays.copyOf(words, Math.max(used, 2 * words.length));
        return (long) at * Long.BYTES;
    }

    @Override
    public void write(StagedStruct staged, long address) {
        staged.copyTo(words, (int) (address / Long.BYTES));
    }

    /// Adds a struct and returns its address.
    long add(StagedStruct struct, long bytes) {
        long address = allocate(bytes);
        write(struct, address);
        return address;
    }

    /// Adds a text with its terminator and returns its address.
    long add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long[] padded = new long[bytes.length / Long.BYTES + 1];
        for (int i = 0; i < bytes.length; i++)
            padded[i / Long.BYTES] |= (bytes[i] & 0xFFL) << (Byte.SIZE * (i % Long.BYTES));
        StagedStruct staged = new StagedStruct((long) padded.length * Long.BYTES);
        staged.putLongs(0, padded);
        return add(staged, (long) padded.length * Long.BYTES);
    }

    int bytes() {
        return used * Long.BYTES;
    }

    ByteBuffer contents() {
        ByteBuffer contents = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        contents.asLongBuffer().put(words, 0, used);
        return contents;
    }
}
