package io.rocprofiler.collector;

import io.rocprofiler.sdk.Profiler;

final class SystemCallCounts implements CallCounts {
    @Override
    public long open() {
        return Profiler.openCalls();
    }

    @Override
    public long abandoned() {
        return Profiler.abandonedCalls();
    }

    @Override
    public long passedThrough() {
        return Profiler.passedThroughCalls();
    }
}
