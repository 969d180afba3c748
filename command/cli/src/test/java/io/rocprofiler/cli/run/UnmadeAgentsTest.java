package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents of processes whose recorder only wrote down what the HSA runtime answered.
final class UnmadeAgentsTest {

    private static final String ANSWERS = """
            env.HIP_VISIBLE_DEVICES=0
            agent=1000
            agent.%1$d=
            agent.%2$d=
            agent=2000
            agent.%1$d=01
            agent.%2$d=01
            agent.%3$d=676678393061
            complete=1
            """.formatted(
                    HsaAgentInfo.DEVICE.value(), HsaAmdAgentInfo.DRIVER_NODE_ID.value(), HsaAgentInfo.NAME.value());

    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();
    private Path run;
    private Path process;

    @BeforeEach
    void record() throws IOException {
        run = Files.createDirectories(directory.resolve("app.segments"));
        process = run.resolve("42-1");
        new SegmentWriter(42).open(run).close();
        answers(ANSWERS);
    }

    private void answers(String text) throws IOException {
        Files.writeString(process.resolve(SegmentConstants.ANSWERS_FILE), text);
    }

    private void make(Path of) {
        UnmadeAgents.make(of, Map.of("ROCPROFILER_MACHINE_ROOT", directory.toString()), warnings::add);
    }

    private List<Long> agents() throws IOException {
        try (Run opened = Run.open(run)) {
            ProcessTrace trace = opened.processes().getFirst();
            return trace.agents().stream().map(AgentInfo::id).toList();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(process)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void agents_are_made_wherever_the_run_is_opened() throws IOException {
        for (Path of : List.of(process, run, directory)) {
            make(of);
            try (Run opened = Run.open(run)) {
                ProcessTrace trace = opened.processes().getFirst();
                assertThat(trace.agents()).extracting(AgentInfo::id).containsExactly(1L, 2L);
                assertThat(trace.agents()).extracting(AgentInfo::isGpu).containsExactly(false, true);
                assertThat(trace.agents().getLast().text("name")).isEqualTo("gfx90a");
                assertThat(trace.agents().getLast().text("hip_device")).isEqualTo("0");
                assertThat(trace.problems()).isEmpty();
            }
            assertThat(files())
                    .containsExactly("agents.answers", "agents.properties", "process.properties", "records.seg");
            Files.delete(process.resolve(SegmentConstants.AGENTS_FILE));
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void agents_that_are_described_stay_as_they_are() throws IOException {
        Path file = process.resolve(SegmentConstants.AGENTS_FILE);
        Files.writeString(file, "0.id=77\n0.complete=1\n");
        make(run);
        assertThat(agents()).containsExactly(77L);
    }

    @Test
    void files_of_this_machine_say_nothing_about_another() throws IOException {
        Path node = Files.createDirectories(directory.resolve("sys/class/kfd/kfd/topology/nodes/0"));
        Files.writeString(node.resolve("properties"), "cpu_cores_count 8\n");
        make(run);
        assertThat(agents()).containsExactly(1L);
        Files.delete(process.resolve(SegmentConstants.AGENTS_FILE));
        Files.writeString(process.resolve(SegmentConstants.PROPERTIES_FILE), "pid=42\nboot_id=of another\n");
        make(run);
        assertThat(agents()).containsExactly(1L, 2L);
    }

    @Test
    void whole_agents_of_a_process_that_was_killed_meanwhile_are_known() throws IOException {
        answers(ANSWERS.replace("complete=1\n", ""));
        make(run);
        assertThat(agents()).containsExactly(1L);
    }

    @Test
    void without_an_agent_there_is_no_file() throws IOException {
        answers("");
        make(run);
        answers("\0\n=\nagent=\n");
        make(run);
        assertThat(files()).doesNotContain("agents.properties").hasSize(3);
        Files.delete(process.resolve(SegmentConstants.ANSWERS_FILE));
        make(run);
        make(directory.resolve("nowhere"));
        make(process.resolve("records.seg"));
        assertThat(files()).hasSize(2);
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_file_that_cannot_be_written_costs_one_line() throws IOException {
        Path part =
                process.resolve("agents.properties." + ProcessHandle.current().pid());
        Files.createDirectories(part);
        make(run);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst())
                .startsWith("cannot write " + process.resolve("agents.properties") + ": ")
                .endsWith("; agents are known by their numbers only, unless a copy of the directory is read");
        assertThat(agents()).isEmpty();
    }
}
