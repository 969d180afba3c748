package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.AgentInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The rows of agents: numbered by the kernel driver's node ids; agents without a description follow.
final class Agents {

    private final List<AgentInfo> known = new ArrayList<>();
    private final FirstSeenIndex handles = new FirstSeenIndex();
    private final long behind;

    Agents(List<AgentInfo> agents) {
        Set<Long> rows = new HashSet<>();
        long largest = 0;
        for (AgentInfo agent : agents) {
            // A damaged file may describe an agent twice, or two agents with one number.
            if (rows.add(row(agent)) && handles.place(agent.id()) == known.size()) {
                known.add(agent);
                largest = Math.max(largest, row(agent));
            }
        }
        behind = largest + 1;
    }

    static long row(AgentInfo agent) {
        return agent.number("node_id");
    }

    /// @param handle from a record, not 0
    long row(long handle) {
        int place = handles.place(handle);
        return place < known.size() ? row(known.get(place)) : behind + place - known.size();
    }

    List<AgentInfo> known() {
        return known;
    }

    /// The handles in records that no description matches.
    List<Long> unknown() {
        List<Long> unknown = new ArrayList<>();
        for (int i = known.size(); i < handles.size(); i++) {
            unknown.add(handles.number(i));
        }
        return unknown;
    }
}
