package io.rocprofiler.export.html;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names of agents by index, as lanes and counters refer to them. Index 0 stands for no agent.
final class AgentTable {

    private final Display display;
    private final List<String> labels = new ArrayList<>(List.of(""));
    private final Map<String, Integer> numbers = new HashMap<>(Map.of("", 0));

    AgentTable(Display display) {
        this.display = display;
    }

    int of(ProcessTrace process, long id) {
        String label = display.agent(process, id);
        Integer known = numbers.get(label);
        if (known != null) {
            return known;
        }
        labels.add(label);
        numbers.put(label, labels.size() - 1);
        return labels.size() - 1;
    }

    List<String> all() {
        return labels;
    }
}
