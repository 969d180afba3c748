package io.rocprofiler.export.otf2;

/// The time from the first to the last event, in nanoseconds of the trace's clock.
final class TimeSpan {

    private boolean any;
    private long first;
    private long last;

    void add(long start, long end) {
        if (!any || Long.compareUnsigned(start, first) < 0) {
            first = start;
        }
        long later = Long.compareUnsigned(end, start) < 0 ? start : end;
        if (!any || Long.compareUnsigned(later, last) > 0) {
            last = later;
        }
        any = true;
    }

    boolean isEmpty() {
        return !any;
    }

    long first() {
        return first;
    }

    long length() {
        return last - first;
    }
}
