package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.Profiler;
import java.util.List;

final class SystemMachine implements Machine {
    @Override
    public List<Agent> agents() {
        return Profiler.agents();
    }
}
