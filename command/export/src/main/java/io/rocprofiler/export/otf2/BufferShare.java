package io.rocprofiler.export.otf2;

/// How much each open file may hold back, so that all together stay bounded: a fixed amount, shared evenly.
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

    /// What one file may hold back before it writes.
    int bytes() {
        return bytes;
    }
}
