package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The system tree: machines by name, and below each its agents.
final class Machines {

    // OTF2_SystemTreeDomain
    private static final int MACHINE = 0;
    private static final int SOCKET = 3;
    private static final int ACCELERATOR_DEVICE = 7;

    private final Definitions definitions;
    private final Map<String, Integer> machines = new HashMap<>();
    private final Map<List<Object>, Integer> agents = new HashMap<>();

    Machines(Definitions definitions) {
        this.definitions = definitions;
    }

    static String name(ProcessTrace process) {
        return process.properties().get("hostname", "unknown");
    }

    int machine(ProcessTrace process) throws IOException {
        String name = name(process);
        Integer known = machines.get(name);
        if (known == null) {
            known = definitions.systemTreeNode(name, "node", RecordBytes.UNDEFINED, MACHINE);
            machines.put(name, known);
        }
        return known;
    }

    int agent(ProcessTrace process, AgentInfo agent) throws IOException {
        int machine = machine(process);
        List<Object> key = List.of(machine, agent.number("node_id"), agent.text("name"));
        Integer known = agents.get(key);
        if (known == null) {
            int domain = agent.isGpu() ? ACCELERATOR_DEVICE : SOCKET;
            String name = agent.text("name").isEmpty() ? "agent " + agent.number("node_id") : agent.text("name");
            known = definitions.systemTreeNode(name, agent.isGpu() ? "GPU" : "CPU", machine, domain);
            agents.put(key, known);
        }
        return known;
    }
}
