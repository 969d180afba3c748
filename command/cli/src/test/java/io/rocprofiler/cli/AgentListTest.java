package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentListTest {

    private static final String NOTHING_TO_COUNT = "Counters, PC sampling and thread trace: not available here\n";

    @TempDir
    Path nodes;

    @Test
    void agentsAreThoseOfTheDriverInItsOrder() throws IOException {
        node(10, "simd_count 440\ngfx_target_version 90402\n", "aqua vanjaram\n");
        node(0, "cpu_cores_count 96\nsimd_count 0\n", "\n");
        node(2, "simd_count 416\ngfx_target_version 90010\n", "aldebaran\n");
        assertThat(printed(nodes)).isEqualTo("""
                Agent 0: CPU, 96 cores
                Agent 2: GPU aldebaran, gfx90a, 416 SIMDs
                Agent 10: GPU aqua vanjaram, gfx942, 440 SIMDs
                """ + NOTHING_TO_COUNT);
    }

    @Test
    void withoutADriverThatIsSaid() {
        Path missing = nodes.resolve("missing");
        assertThat(printed(missing))
                .isEqualTo("Agents: the kernel driver for AMD GPUs is not loaded here (no " + missing + ")\n"
                        + NOTHING_TO_COUNT);
    }

    private void node(int number, String properties, String name) throws IOException {
        Path folder = Files.createDirectory(nodes.resolve(Integer.toString(number)));
        Files.writeString(folder.resolve("properties"), properties);
        Files.writeString(folder.resolve("name"), name);
    }

    private static String printed(Path nodes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new AgentList(nodes).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
