package io.rocprofiler.sdk.engine;

/// Offsets used by buffers until the generated layouts exist.
final class Layout {
    static final int THREAD_TID = 8;
    static final int THREAD_STRETCH = 1088;
    static final int STRETCHES = 64;

    static final int STRETCH_SIZEOF = 64;
    static final int STRETCH_USED = 0;
    static final int STRETCH_TID = 8;
    static final int STRETCH_SUBMITTED = 16;
    static final int STRETCH_DROPPED = 24;
    static final int STRETCH_STARTED_NS = 32;
    static final int STRETCH_SIZE = 65536;

    private Layout() {}
}
