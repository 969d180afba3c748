package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.KfdSmiEvent;

/// One event of the driver, with the fields as in its line: addresses in pages, not bytes, and GPUs by the driver's
/// numbers. Reused for every line.
final class KfdEvent {
    /// One operation number per trigger, in the order of AMD's enumerations.
    static final int MIGRATE_TRIGGERS = 4;

    static final int EVICTION_TRIGGERS = 6;
    static final int UNMAP_TRIGGERS = 3;

    static final char READ_FAULT = 'R';
    static final char WRITE_FAULT = 'W';
    static final char MIGRATED = 'M';
    static final char UPDATED = 'U';
    static final char RESCHEDULED = 'R';

    KfdSmiEvent type = KfdSmiEvent.NONE;

    /// Nanoseconds on CLOCK_BOOTTIME.
    long timestampNanos;

    int pid;

    long firstPage;
    long pages;

    /// The GPU of the event; for a migration, the source of the pages.
    int gpu;

    int toGpu;
    int prefetchGpu;
    int preferredGpu;
    int trigger;
    int errorCode;

    /// How a fault began or ended, or a queue was restored; 0 if absent from the line.
    char letter;

    /// The number of events that the driver dropped.
    int dropped;

    void clear() {
        type = KfdSmiEvent.NONE;
        timestampNanos = 0;
        pid = 0;
        firstPage = 0;
        pages = 0;
        gpu = 0;
        toGpu = 0;
        prefetchGpu = 0;
        preferredGpu = 0;
        trigger = 0;
        errorCode = 0;
        letter = 0;
        dropped = 0;
    }
}
