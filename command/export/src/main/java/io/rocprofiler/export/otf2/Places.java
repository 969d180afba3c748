package io.rocprofiler.export.otf2;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The location groups of one process, itself and an accelerator per agent, and the names of its locations
/// (`generateOTF2.cpp` of rocprofiler-sdk 1.0.0).
final class Places {

    // OTF2_LocationGroupType
    private static final int PROCESS = 1;
    private static final int ACCELERATOR = 2;

    private final ProcessTrace process;
    private final Display display;
    private final int group;
    private final Map<Long, Integer> groups = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Integer> strings = new HashMap<>();
    private final Definitions definitions;

    Places(Definitions definitions, Machines machines, ProcessTrace process, Display display) throws IOException {
        this.definitions = definitions;
        this.process = process;
        this.display = display;
        List<String> command = process.properties().command();
        int machine = machines.machine(process);
        group = definitions.locationGroup(
                program(command) + " (" + process.pid() + ")", PROCESS, machine, RecordBytes.UNDEFINED);
        definitions.locationGroupProperty(group, "Process Id", Long.toString(process.pid()));
        definitions.locationGroupProperty(group, "Command", String.join(" ", command));
        for (AgentInfo agent : process.agents()) {
            String number = (agent.isGpu() ? "GPU " : "CPU ") + "Agent-" + number(agent.id());
            String own = process.names().agent(agent.id());
            String name = own.isEmpty() ? number : number + " " + own;
            int node = machines.agent(process, agent);
            names.put(agent.id(), name);
            groups.put(agent.id(), definitions.locationGroup(name, ACCELERATOR, node, group));
        }
    }

    private static String program(List<String> command) {
        String file = command.isEmpty() ? "" : command.getFirst();
        String name = file.substring(file.lastIndexOf('/') + 1);
        return name.isEmpty() ? "process" : name;
    }

    /// Returns the number under which an agent is shown: `1` of `Agent 1`.
    private String number(long agent) {
        String label = display.agent(process, agent);
        return label.substring(label.lastIndexOf(' ') + 1);
    }

    Place of(Activity activity, long thread, long agent, long queue) {
        String number = Long.toUnsignedString(thread);
        String own = process.names().thread(thread);
        String name = own.isEmpty() ? "Thread " + number : own + " (" + number + ")";
        String where = agentName(agent);
        return switch (activity) {
            case CALLS -> new Place(name, Place.CPU_THREAD, group, true);
            case RANGES -> new Place(name + ", Ranges", Place.CPU_THREAD, group, true);
            case COPIES -> stream(name + ", Copy to " + where, agent);
            case ALLOCATIONS -> stream(name + ", Memory Operation at " + where, agent);
            case SCRATCH -> stream(name + ", Scratch Memory of " + where + queueName(queue), agent);
            case KERNELS -> stream(name + ", Compute on " + where + queueName(queue), agent);
        };
    }

    private String queueName(long queue) {
        String own = process.names().queue(queue);
        return ", Queue " + Long.toUnsignedString(queue) + (own.isEmpty() ? "" : " " + own);
    }

    private Place stream(String name, long agent) {
        return new Place(name, Place.ACCELERATOR_STREAM, groups.getOrDefault(agent, group), false);
    }

    /// Returns the reference of the string that names an agent.
    int agentString(long agent) throws IOException {
        Integer known = strings.get(agent);
        if (known == null) {
            known = definitions.shared(agentName(agent));
            strings.put(agent, known);
        }
        return known;
    }

    private String agentName(long agent) {
        return agent == 0 ? "unknown Agent" : names.getOrDefault(agent, "Agent-" + Long.toUnsignedString(agent));
    }
}
