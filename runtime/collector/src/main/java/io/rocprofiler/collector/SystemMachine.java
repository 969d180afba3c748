package io.rocprofiler.collector;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.Profiler;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class SystemMachine implements Machine {
    @Override
    public List<Agent> agents() {
        return Profiler.agents();
    }

    @Override
    public long hsaAgentAt(long address) {
        return id(Profiler.hsaAgentAt(address));
    }

    @Override
    public long hipAgent(int device) {
        return id(Profiler.hipAgent(device));
    }

    private static long id(@Nullable Agent agent) {
        return agent == null ? 0 : agent.id();
    }

    @Override
    public long streamNumber(long stream) {
        return Profiler.streamNumber(stream);
    }
}
