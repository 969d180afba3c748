package io.rocprofiler.sdk.internal.seam;

/// A native struct under construction: filled on the heap, by the offsets of the generated layouts, and copied in
/// one step.
///
/// Used for structs that are written by the thousand while the program waits and the JVM still interprets: an
/// access to native memory then costs as much as dozens to an array.
public final class StagedStruct {
    private final long[] words;

    /// Creates a struct of zeros.
    public StagedStruct(long sizeBytes) {
        words = new long[(int) (sizeBytes / Long.BYTES)];
    }

    public void putLong(long offset, long value) {
        words[(int) (offset >> 3)] = value;
    }

    public void putInt(long offset, int value) {
        int word = (int) (offset >> 3);
        int shift = (int) (offset & Integer.BYTES) * Byte.SIZE;
        words[word] = (words[word] & ~(0xFFFF_FFFFL << shift)) | (value & 0xFFFF_FFFFL) << shift;
    }

    public void putLongs(long offset, long[] values) {
        System.arraycopy(values, 0, words, (int) (offset >> 3), values.length);
    }

    public void copyTo(long address) {
        Memory.copy(words, address);
    }

    /// Copies the words into an array.
    public void copyTo(long[] to, int at) {
        System.arraycopy(words, 0, to, at, words.length);
    }

    /// Reads the words at an address.
    public static long[] read(long address, int count) {
        long[] read = new long[count];
        Memory.copy(address, read);
        return read;
    }
}
