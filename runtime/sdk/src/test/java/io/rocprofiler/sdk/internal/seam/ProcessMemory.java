package io.rocprofiler.sdk.internal.seam;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

/// The memory of the test's own process, read through the kernel: an unreadable address is an error, not a fault.
public final class ProcessMemory implements Peek {
    public static final ProcessMemory SELF = new ProcessMemory();

    private final RandomAccessFile file;

    private ProcessMemory() {
        try {
            file = new RandomAccessFile("/proc/self/mem", "r");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public synchronized boolean copy(long to, long from, long sizeBytes) {
        if (from < 0) return false;
        byte[] bytes = new byte[(int) sizeBytes];
        try {
            file.seek(from);
            file.readFully(bytes);
        } catch (IOException unreadable) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) Memory.putByte(to + i, bytes[i]);
        return true;
    }

    @Override
    public int string(long to, long from, int capacityBytes) {
        for (int length = 0; length < capacityBytes; length++) {
            if (length == capacityBytes - 1) {
                Memory.putByte(to + length, (byte) 0);
                return length;
            }
            if (!copy(to + length, from + length, 1)) return -1;
            if (Memory.getByte(to + length) == 0) return length;
        }
        return 0;
    }
}
