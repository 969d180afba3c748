package io.rocprofiler.cli;

import io.rocprofiler.export.text.Printable;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The kernel driver's agents, for `--list-avail` and `rocprofv3-avail`, and a note that no counters are available.
///
/// @param nodes the folder with a folder per agent, each with a file
///     `properties` (`drivers/gpu/drm/amd/amdkfd/kfd_topology.c`)
record AgentList(Path nodes) {

    static final Path DRIVER = Path.of("/sys/class/kfd/kfd/topology/nodes");
    static final String NO_COUNTERS = "Counters, PC sampling and thread trace: not available here";

    /// An agent.
    ///
    /// @param problem why it cannot be described, empty if it can
    record Agent(String number, String name, Map<String, String> properties, String problem) {

        boolean isGpu() {
            return !properties.getOrDefault("simd_count", "0").equals("0");
        }

        /// The architecture of a GPU: `gfx90a`.
        String architecture() {
            return gfx(properties.getOrDefault("gfx_target_version", "0"));
        }

        private String line() {
            if (!problem.isEmpty()) {
                return "Agent " + number + ": " + problem;
            }
            String what = isGpu()
                    ? architecture() + ", " + properties.get("simd_count") + " SIMDs"
                    : properties.getOrDefault("cpu_cores_count", "0") + " cores";
            return "Agent " + number + ": " + (isGpu() ? "GPU" : "CPU") + (name.isEmpty() ? "" : " " + name) + ", "
                    + what;
        }
    }

    void print(PrintStream out) {
        agents(out).forEach(agent -> out.println(Printable.escaped(agent.line())));
        out.println(NO_COUNTERS);
    }

    /// Returns the agents in the order of their numbers; if there are none, says why.
    List<Agent> agents(PrintStream out) {
        try (Stream<Path> entries = Files.list(nodes)) {
            return entries.filter(folder -> String.valueOf(folder.getFileName()).matches("\\d{1,9}"))
                    .sorted(Comparator.comparingInt(folder -> Integer.parseInt(String.valueOf(folder.getFileName()))))
                    .map(AgentList::agent)
                    .toList();
        } catch (NoSuchFileException _) {
            out.println("Agents: the kernel driver for AMD GPUs is not loaded here (no " + nodes + ")");
        } catch (IOException e) {
            out.println("Agents: " + IoErrorText.of(e));
        }
        return List.of();
    }

    private static Agent agent(Path folder) {
        String number = String.valueOf(folder.getFileName());
        Map<String, String> values = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(folder.resolve("properties"))) {
                String[] parts = line.split(" ", 2);
                values.put(parts[0], parts.length < 2 ? "" : parts[1].strip());
            }
            Path file = folder.resolve("name");
            String name = Files.exists(file) ? Files.readString(file).strip() : "";
            return new Agent(number, name, values, "");
        } catch (IOException e) {
            return new Agent(number, "", values, IoErrorText.of(e));
        }
    }

    /// Converts a version such as 90010 to gfx90a: major, minor and stepping, the last two in hexadecimal.
    private static String gfx(String version) {
        int number = version.matches("\\d{1,9}") ? Integer.parseInt(version) : 0;
        return "gfx" + number / 10_000 + Integer.toHexString(number / 100 % 100) + Integer.toHexString(number % 100);
    }
}
