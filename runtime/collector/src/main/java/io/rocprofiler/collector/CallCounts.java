package io.rocprofiler.collector;

/// What the engine counts instead of recording.
interface CallCounts {
    long open();

    long abandoned();

    long passedThrough();
}
