package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;

/// What can have a name.
public enum Named {
    THREAD(SegmentConstants.NAME_THREAD),
    AGENT(SegmentConstants.NAME_AGENT),
    STREAM(SegmentConstants.NAME_STREAM),
    QUEUE(SegmentConstants.NAME_QUEUE);

    private final int value;

    Named(int value) {
        this.value = value;
    }

    /// The number in a segment.
    public int value() {
        return value;
    }
}
