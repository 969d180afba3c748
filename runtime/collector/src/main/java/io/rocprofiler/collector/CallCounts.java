package io.rocprofiler.collector;

/// The engine's counts of calls without records.
interface CallCounts {
    long open();

    long abandoned();

    long passedThrough();
}
