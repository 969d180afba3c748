package io.rocprofiler.trace;

import io.rocprofiler.trace.problem.IoErrorText;
import io.rocprofiler.trace.problem.Problem;
import io.rocprofiler.trace.segment.CheckedLines;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An agent of the machine as the traced process described it: `<index>.<field>=<value>` lines, with the field
/// names of `rocprofiler_agent_v0_t`.
public final class AgentInfo {

    private static final int GPU = 2; // rocprofiler_agent_type_t

    private final Map<String, String> fields;

    AgentInfo(Map<String, String> fields) {
        this.fields = Map.copyOf(fields);
    }

    /// Reads the agents in the order of the file. Leaves out an agent whose lines are incomplete.
    ///
    /// @param statedBytes the least length the file should have; 0 if there was no file or its length is unknown
    static List<AgentInfo> read(Path file, long statedBytes, List<Problem> problems) {
        Map<Integer, Map<String, String>> agents = new TreeMap<>();
        try {
            CheckedLines.read(file, statedBytes, problems).forEach(line -> add(line, agents));
        } catch (NoSuchFileException _) {
            if (statedBytes > 0) {
                problems.add(new Problem(file.toString(), "no such file", "agents are known by their numbers only"));
            }
            return List.of(); // otherwise the process did not use GPUs
        } catch (IOException e) {
            problems.add(new Problem(file.toString(), IoErrorText.of(e), "agents are known by their numbers only"));
        }
        List<AgentInfo> complete = new ArrayList<>();
        for (Map<String, String> fields : agents.values()) {
            if (fields.containsKey("complete")) {
                complete.add(new AgentInfo(fields));
            }
        }
        return List.copyOf(complete);
    }

    private static void add(String line, Map<Integer, Map<String, String>> agents) {
        int point = line.indexOf('.');
        int equals = line.indexOf('=');
        if (point > 0 && point < 6 && point < equals && line.substring(0, point).matches("\\d+")) {
            agents.computeIfAbsent(Integer.valueOf(line.substring(0, point)), _ -> new HashMap<>())
                    .put(line.substring(point + 1, equals), line.substring(equals + 1));
        }
    }

    /// The handle by which records refer to this agent.
    public long id() {
        return number("id");
    }

    public boolean isGpu() {
        return number("type") == GPU;
    }

    /// Returns the field with AMD's name, empty if absent.
    public String text(String field) {
        return fields.getOrDefault(field, "");
    }

    /// Returns the numeric field with AMD's name, 0 if absent.
    public long number(String field) {
        return parse(text(field));
    }

    /// Returns an array field by AMD's name: for each element its fields, in the order of its struct.
    public List<long[]> array(String field) {
        List<long[]> elements = new ArrayList<>();
        for (String element : text(field).split(";")) {
            if (!element.isEmpty()) {
                String[] numbers = element.split(",");
                long[] values = new long[numbers.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = parse(numbers[i]);
                }
                elements.add(values);
            }
        }
        return elements;
    }

    private static long parse(String number) {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
