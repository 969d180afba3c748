package io.rocprofiler.export.otf2;

/// Divides a fixed amount of buffer memory evenly among the open files.
final class BufferShare {

    private static final int ALL = 64 << 20;
    private static final int MOST = 64 << 10;
    private static final int LEAST = 2 << 10;

    private int files;
    private int bytes = MOST;

    void opened() {
        files++;
        bytes = share();
    }

    void closed() {
        files--;
        bytes = share();
    }

    private int share() {
        return Math.clamp(ALL / Math.max(files, 1), LEAST, MOST);
    }

    /// The number of bytes that a file may buffer before it writes.
    int bytes() {
        return bytes;
    }
}
