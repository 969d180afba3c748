package io.rocprofiler.trace.export.parquet;

import io.rocprofiler.trace.Display;
import io.rocprofiler.trace.ProcessTrace;

/// What the agents of one column are called.
final class AgentNames extends LastProcess {

    private final Display display;
    private String name = "";

    AgentNames(Display display) {
        this.display = display;
    }

    String of(ProcessTrace process, long agentId) {
        if (changed(process, agentId)) {
            name = display.agent(process, agentId);
        }
        return name;
    }
}
