package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the agents of a machine without a kernel driver: those of the HSA runtime, once it is initialised.
final class AgentsTest {
    @BeforeAll
    static void needsAMachineWithoutDriver() {
        assumeFalse(Files.exists(Path.of("/sys/class/kfd")) || Files.exists(Path.of("/dev/kfd")));
    }

    @Test
    void agents_are_what_hsa_says_from_its_start_on() {
        Outcome outcome = Run.client("agents").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                before HSA: ROCPROFILER_STATUS_SUCCESS, 0 agents
                in initialize: ROCPROFILER_STATUS_SUCCESS, 0 agents
                events of the kernel driver
                  no buffer: 3
                  KFD_EVENT_PAGE_MIGRATE: 28
                  KFD_EVENT_PAGE_FAULT: 28
                  KFD_EVENT_QUEUE: 28
                  KFD_EVENT_UNMAP_FROM_GPU: 28
                  KFD_EVENT_DROPPED_EVENTS: 0
                  KFD_PAGE_MIGRATE: 28
                  KFD_PAGE_FAULT: 28
                  KFD_QUEUE: 28
                  twice: 15
                with HSA: ROCPROFILER_STATUS_SUCCESS, 3 agents
                  agent 0: type 1 node 0 logical 0 of type 0, softgpu host, seen by 1111
                  agent 1: type 2 node 1 logical 1 of type 0, gfx000, seen by 1111
                  agent 2: type 2 node 2 logical 2 of type 1, gfx000, seen by 1111
                79 fields compared
                  4096 bytes of node 0
                  8192 bytes of node 1
                  12288 bytes of node 2
                  version 0: 19
                  version 2: 19
                  one byte too many: 18
                  all bytes too many: 18
                  version 2 and too many bytes: 19
                  no callback: 19
                  called 0 times
                  the callback's own status: 40
                  for fewer bytes: 40
                  called 2 times
                after HSA: ROCPROFILER_STATUS_SUCCESS, 3 agents
                the same ones
                in finalize: ROCPROFILER_STATUS_SUCCESS, 3 agents
                """);
        assertThat(outcome.status()).isZero();
    }

    /// As on a machine with the driver: known before any runtime, and the same ones when HSA comes.
    @Test
    void agents_that_the_driver_lists_are_known_in_initialize(@TempDir Path machine) {
        Outcome outcome = Run.client("agents")
                .with("SOFTGPU_MACHINE", machine.toString())
                .with("SOFTGPU_AGENTS", "1")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .contains(
                        "before HSA: ROCPROFILER_STATUS_SUCCESS, 2 agents",
                        "in initialize: ROCPROFILER_STATUS_SUCCESS, 2 agents",
                        "with HSA: ROCPROFILER_STATUS_SUCCESS, 2 agents",
                        "  agent 0: type 1 node 0 logical 0 of type 0, softgpu host, seen by 1111",
                        "  4096 bytes of node 0",
                        "  8192 bytes of node 1",
                        "the same ones");
        // What the driver does not list, or what its reader takes from elsewhere.
        assertThat(outcome.outLines().stream().filter(line -> line.contains("HSA says")))
                .containsExactly(
                        "  num_xcc is 1, HSA says 0",
                        "  name is , HSA says gfx000",
                        "  vendor_name is AMD, HSA says softgpu",
                        "  grid x is 2147483647, HSA says 4294967295",
                        "  grid y is 65535, HSA says 4294967295",
                        "  grid z is 65535, HSA says 4294967295");
        assertThat(outcome.status()).isZero();
    }

    /// Without being asked: the launcher has a folder for each setting, and settings may change within it.
    @Test
    void a_program_that_the_launcher_runs_has_agents_in_initialize(@TempDir Path cache) {
        for (String count : List.of("2", "1", "2")) {
            Outcome outcome = Run.command(
                            Product.file("bin/softgpu"), "env", "SOFTGPU_AGENTS=" + count, Product.client("agents"))
                    .with("XDG_CACHE_HOME", cache.toString())
                    .go();
            String agents = 1 + Integer.parseInt(count) + " agents";
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.outLines())
                    .contains(
                            "before HSA: ROCPROFILER_STATUS_SUCCESS, " + agents,
                            "in initialize: ROCPROFILER_STATUS_SUCCESS, " + agents,
                            "with HSA: ROCPROFILER_STATUS_SUCCESS, " + agents,
                            "the same ones");
        }
    }

    @Test
    void files_that_cannot_be_written_are_one_line(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Outcome outcome =
                Run.client("agents").with("SOFTGPU_MACHINE", file.toString()).go();
        assertThat(outcome.err()).startsWith("softgpu: SOFTGPU_MACHINE: cannot write " + file);
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.outLines()).contains("with HSA: ROCPROFILER_STATUS_SUCCESS, 3 agents");
    }

    @Test
    void as_many_gpus_as_the_runtime_has_and_those_that_hip_hides() {
        Outcome outcome = Run.client("agents")
                .with("SOFTGPU_AGENTS", "3")
                .with("HIP_VISIBLE_DEVICES", "2,0")
                .go();
        assertThat(outcome.outLines())
                .contains(
                        "with HSA: ROCPROFILER_STATUS_SUCCESS, 4 agents",
                        "  agent 1: type 2 node 1 logical 1 of type 0, gfx000, seen by 1111",
                        "  agent 2: type 2 node 2 logical 2 of type 1, gfx000, seen by 1000",
                        "  agent 3: type 2 node 3 logical 3 of type 2, gfx000, seen by 1111");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_machine_may_have_no_gpu_at_all() {
        Outcome outcome = Run.client("agents").with("SOFTGPU_AGENTS", "0").go();
        assertThat(outcome.outLines()).contains("with HSA: ROCPROFILER_STATUS_SUCCESS, 1 agents", "15 fields compared");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_java_tool_sees_the_same_agents() {
        Outcome outcome = Run.client("runtimes", "init")
                .with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("AgentsTool"))
                .with("SOFTGPU_MEMORY_MB", "64")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .contains(
                        "in initialize: 0",
                        "in a callback: CPU softgpu host; GPU softgpu 0 of 67108864 bytes; GPU softgpu 1 of 67108864 bytes;",
                        "at the end: CPU softgpu host; GPU softgpu 0 of 67108864 bytes; GPU softgpu 1 of 67108864 bytes;");
        assertThat(outcome.status()).isZero();
    }
}
