package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.console.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailTest {

    @TempDir
    Path nodes;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void gpus_are_listed_and_that_there_are_no_counters() throws IOException {
        machine();
        assertThat(said("list")).isEqualTo("""
                GPU:0
                Name:\tgfx942
                GPU:1
                Name:\tgfx90a
                Counters, PC sampling and thread trace: not available here
                """);
        assertThat(said("list --agent")).doesNotContain("Counters").contains("GPU:1");
        assertThat(said("-d 1 info")).isEqualTo("""
                GPU:1
                Name:\tgfx90a
                simd_count:\t440
                gfx_target_version:\t90010
                Counters, PC sampling and thread trace: not available here
                """);
        assertThat(said("info --pmc SQ_WAVES GRBM_COUNT --pc-sampling"))
                .isEqualTo("Counters, PC sampling and thread trace: not available here\n");
    }

    @Test
    void counters_cannot_be_collected() {
        assertThatThrownBy(() -> said("pmc-check SQ_WAVES GRBM_COUNT:device=1"))
                .hasMessage(
                        "SQ_WAVES, GRBM_COUNT:device=1: no counters can be collected here; kernels, copies and calls are"
                                + " traced without");
    }

    @Test
    void without_a_driver_a_line_says_so() {
        assertThat(said("list"))
                .isEqualTo("Agents: the kernel driver for AMD GPUs is not loaded here (no " + nodes.resolve("nodes")
                        + ")\nCounters, PC sampling and thread trace: not available here\n");
    }

    @Test
    void mistakes_are_one_line() throws IOException {
        machine();
        assertThatThrownBy(() -> said("-d 2 list")).hasMessage("there is no GPU 2; there are 2");
        assertThatThrownBy(() -> said("lst"))
                .hasMessage("rocprofv3-avail has no verb 'lst'; there are list, info, pmc-check");
        assertThatThrownBy(() -> said("list --agents")).hasMessage("unknown option --agents; did you mean --agent?");
        assertThat(said("--help")).contains("rocprofv3-avail pmc-check COUNTER...");
    }

    private void machine() throws IOException {
        node(0, "cpu_cores_count 8\nsimd_count 0\n");
        node(1, "simd_count 1216\ngfx_target_version 90402\n");
        node(10, "simd_count 440\ngfx_target_version 90010\n");
    }

    private void node(int number, String properties) throws IOException {
        Path folder = Files.createDirectories(nodes.resolve("nodes/" + number));
        Files.writeString(folder.resolve("properties"), properties);
    }

    private String said(String words) {
        out.reset();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        new Avail(nodes.resolve("nodes"), stream, new Log(stream)).run(List.of(words.split(" ")));
        return out.toString(StandardCharsets.UTF_8);
    }
}
