package io.rocprofiler.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Selects the number by which output names an agent (`--agent-index`).
public enum AgentIndex {
    /// The kernel driver's node id.
    ABSOLUTE,
    /// The index among all agents.
    RELATIVE,
    /// The index among the agents of the same type.
    TYPE_RELATIVE;

    /// The option's value for this constant.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Returns the constant for an option's value, null if the value is unknown.
    public static @Nullable AgentIndex of(String label) {
        for (AgentIndex index : values()) {
            if (index.label().equals(label.toLowerCase(Locale.ROOT))) {
                return index;
            }
        }
        return null;
    }

    /// Formats the agent's name: `Agent 1`, `GPU 0`.
    public String show(AgentInfo agent) {
        return switch (this) {
            case ABSOLUTE -> "Agent " + agent.number("node_id");
            case RELATIVE -> "Agent " + agent.number("logical_node_id");
            case TYPE_RELATIVE -> (agent.isGpu() ? "GPU " : "CPU ") + agent.number("logical_node_type_id");
        };
    }
}
