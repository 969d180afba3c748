package io.rocprofiler.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `--agent-index`: which number of an agent is shown.
public enum AgentIndex {
    /// The kernel driver's.
    ABSOLUTE,
    /// The place among all agents.
    RELATIVE,
    /// The place among those of its type.
    TYPE_RELATIVE;

    /// The option's word for it.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// By the option's word, null if it is none.
    public static @Nullable AgentIndex of(String label) {
        for (AgentIndex index : values()) {
            if (index.label().equals(label.toLowerCase(Locale.ROOT))) {
                return index;
            }
        }
        return null;
    }

    /// `Agent 1`, `GPU 0`.
    public String show(AgentInfo agent) {
        return switch (this) {
            case ABSOLUTE -> "Agent " + agent.number("node_id");
            case RELATIVE -> "Agent " + agent.number("logical_node_id");
            case TYPE_RELATIVE -> (agent.isGpu() ? "GPU " : "CPU ") + agent.number("logical_node_type_id");
        };
    }
}
