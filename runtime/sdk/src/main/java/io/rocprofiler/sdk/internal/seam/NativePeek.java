package io.rocprofiler.sdk.internal.seam;

/// Reads the memory of a real process.
public final class NativePeek implements Peek {
    public static final Peek PROCESS = new NativePeek();

    private NativePeek() {}

    @Override
    public boolean copy(long to, long from, long sizeBytes) {
        return Native.peek(to, from, sizeBytes);
    }

    @Override
    public int string(long to, long from, int capacityBytes) {
        return Native.peekString(to, from, capacityBytes);
    }
}
