package io.rocprofiler.cli;

import io.rocprofiler.export.text.Printable;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Prints the output of `--list-avail`: the kernel driver's agents, and a note that no counters are available.
///
/// @param nodes the folder with a folder per agent, each with a file
///     `properties` (`drivers/gpu/drm/amd/amdkfd/kfd_topology.c`)
record AgentList(Path nodes) {

    void print(PrintStream out) {
        try (Stream<Path> entries = Files.list(nodes)) {
            List<Path> folders = entries.filter(
                            folder -> String.valueOf(folder.getFileName()).matches("\\d{1,9}"))
                    .sorted(Comparator.comparingInt(folder -> Integer.parseInt(String.valueOf(folder.getFileName()))))
                    .toList();
            folders.forEach(folder -> out.println(Printable.escaped(line(folder))));
        } catch (NoSuchFileException _) {
            out.println("Agents: the kernel driver for AMD GPUs is not loaded here (no " + nodes + ")");
        } catch (IOException e) {
            out.println("Agents: " + IoErrorText.of(e));
        }
        out.println("Counters, PC sampling and thread trace: not available here");
    }

    private static String line(Path folder) {
        Map<String, String> values = new HashMap<>();
        String name;
        try {
            for (String line : Files.readAllLines(folder.resolve("properties"))) {
                String[] parts = line.split(" ", 2);
                values.put(parts[0], parts.length < 2 ? "" : parts[1].strip());
            }
            Path file = folder.resolve("name");
            name = Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            return "Agent " + folder.getFileName() + ": " + IoErrorText.of(e);
        }
        boolean gpu = !values.getOrDefault("simd_count", "0").equals("0");
        String what = gpu
                ? gfx(values.getOrDefault("gfx_target_version", "0")) + ", " + values.get("simd_count") + " SIMDs"
                : values.getOrDefault("cpu_cores_count", "0") + " cores";
        return "Agent " + folder.getFileName() + ": " + (gpu ? "GPU" : "CPU") + (name.isEmpty() ? "" : " " + name)
                + ", " + what;
    }

    /// Converts a version such as 90010 to gfx90a: major, minor and stepping, the last two in hexadecimal.
    private static String gfx(String version) {
        int number = version.matches("\\d{1,9}") ? Integer.parseInt(version) : 0;
        return "gfx" + number / 10_000 + Integer.toHexString(number / 100 % 100) + Integer.toHexString(number % 100);
    }
}
