package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import org.jspecify.annotations.Nullable;

/// The names of the agents in one column. Consecutive records are often of one process and agent.
final class AgentNames {

    private final Display display;
    private @Nullable ProcessTrace lastProcess;
    private long lastId;
    private String name = "";

    AgentNames(Display display) {
        this.display = display;
    }

    String of(ProcessTrace process, long agentId) {
        if (process != lastProcess || agentId != lastId) {
            name = display.agent(process, agentId);
            lastProcess = process;
            lastId = agentId;
        }
        return name;
    }
}
