package io.rocprofiler.sdk.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.sdk.internal.agent.TestMachines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnsweredAgentsTest {
    private static final String ANSWERS = """
            env.HIP_VISIBLE_DEVICES=1,0
            agent=1000
            agent.%1$d=00
            agent.%2$d=02
            agent=2000
            agent.%1$d=01
            agent.%2$d=04
            agent.%3$d=676678393061
            agent=3000
            agent.%1$d=01
            agent.%2$d=05
            complete=1
            """.formatted(
                    HsaAgentInfo.DEVICE.value(), HsaAmdAgentInfo.DRIVER_NODE_ID.value(), HsaAgentInfo.NAME.value());

    @TempDir
    Path root;

    private static List<String> lines(String answers, @Nullable Path root, String pattern) {
        String text = new String(AnsweredAgents.describe(answers, root), StandardCharsets.UTF_8);
        return text.lines().filter(line -> line.matches(pattern)).toList();
    }

    /// Makes the root that of a machine with a driver.
    private void driver() throws IOException {
        Path machine = TestMachines.of("mi250").topology();
        Path topology = root.resolve("sys/class/kfd/kfd/topology");
        try (Stream<Path> files = Files.walk(machine)) {
            for (Path file : files.toList()) {
                Path copy = topology.resolve(machine.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(copy);
                else Files.copy(file, copy);
            }
        }
    }

    @Test
    void agents_of_a_machine_without_the_driver_are_those_of_hsa() {
        for (Path files : new Path[] {null, root}) {
            assertThat(lines(ANSWERS, files, ".*\\.(id|name|node_id|complete)=.*"))
                    .containsExactly(
                            "0.id=3",
                            "0.node_id=2",
                            "0.name=",
                            "0.complete=1",
                            "1.id=5",
                            "1.node_id=4",
                            "1.name=gfx90a",
                            "1.complete=1",
                            "2.id=6",
                            "2.node_id=5",
                            "2.name=",
                            "2.complete=1");
        }
        assertThat(lines(ANSWERS, root, ".*hip_device.*")).containsExactly("1.hip_device=1", "2.hip_device=0");
        assertThat(lines(ANSWERS, root, "#checksum=[0-9a-f]{8}")).hasSize(1);
    }

    @Test
    void agents_of_a_machine_with_the_driver_are_those_of_its_files() throws IOException {
        driver();
        String answers = "env.ROCR_VISIBLE_DEVICES=3,1\n" + ANSWERS;
        assertThat(lines(answers, root, ".*\\.(id|name|hip_device)=.*"))
                .contains("0.id=1", "3.id=4", "3.name=gfx90a", "3.hip_device=0", "5.id=6", "5.hip_device=1")
                .filteredOn(line -> line.contains("hip_device"))
                .hasSize(2);
        assertThat(lines("", root, ".*\\.id=.*")).hasSize(6);
    }

    @Test
    void files_of_another_machine_are_not_read() throws IOException {
        driver();
        assertThat(lines(ANSWERS, null, ".*\\.id=.*")).containsExactly("0.id=3", "1.id=5", "2.id=6");
    }

    @Test
    void without_answers_and_without_the_driver_there_is_no_file() {
        assertThat(AnsweredAgents.describe("", root)).isEmpty();
        assertThat(AnsweredAgents.describe("agent=1000\nagent.17=01\n", root)).isEmpty();
    }

    @Test
    void the_recorder_asks_for_what_is_read() {
        assertThat(AgentQuestions.ofAgents())
                .contains(HsaAgentInfo.DEVICE.value())
                .doesNotHaveDuplicates();
        assertThat(AgentQuestions.ofPools()).hasSize(2);
        assertThat(AgentQuestions.ofCaches()).hasSize(2);
        assertThat(AgentQuestions.variables())
                .startsWith("ROCR_VISIBLE_DEVICES")
                .hasSize(4);
    }
}
