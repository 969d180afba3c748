package io.rocprofiler.collector;

/// What the engine counts instead of recording.
interface CallCounts {
    long abandoned();

    long passedThrough();
}
