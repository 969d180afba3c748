package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.KfdSmiEvent;

/// One event of the driver, as its line says it: pages are not bytes yet, and GPUs are the driver's numbers.
/// Reused from line to line.
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

    /// Where it happened; where pages come from.
    int gpu;

    int toGpu;
    int prefetchGpu;
    int preferredGpu;
    int trigger;
    int errorCode;

    /// How a fault began or ended, or a queue came back; 0 if the line does not say.
    char letter;

    /// Events that the driver had no room for.
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
