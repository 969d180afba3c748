package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import java.util.List;

/// Identifies the same agent across processes, and labels agents of several machines.
final class AgentLabels {

    private final Display display;
    private final boolean severalHosts;
    private final boolean severalProcesses;

    AgentLabels(List<ProcessTrace> processes, Display display) {
        this.display = display;
        this.severalHosts = processes.stream().map(AgentLabels::host).distinct().count() > 1;
        this.severalProcesses = processes.size() > 1;
    }

    private static String host(ProcessTrace process) {
        return process.properties().get("hostname", "");
    }

    /// Returns equal keys for the same agent of the same machine, whatever its handle in a process.
    static String key(ProcessTrace process, long id) {
        for (AgentInfo agent : process.agents()) {
            if (agent.id() == id) {
                return host(process) + " node " + agent.text("node_id");
            }
        }
        return process.pid() + " id " + id;
    }

    String agent(ProcessTrace process, long id) {
        String label = display.agent(process, id);
        return severalHosts ? host(process) + " " + label : label;
    }

    String queue(ProcessTrace process, long agentId, long queueId) {
        String label = agent(process, agentId) + " queue " + Long.toUnsignedString(queueId);
        return severalProcesses ? label + " of " + process.pid() : label;
    }
}
