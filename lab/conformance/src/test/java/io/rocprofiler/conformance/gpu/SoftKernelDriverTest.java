package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// The software kernel driver as the product has it, and what a tool sees of it: its agents and its events, as of a
/// real driver. AMD's runtimes on it are the subject of other tests.
final class SoftKernelDriverTest {

    private static Run softkfd(String... command) {
        String[] all = new String[command.length + 1];
        all[0] = Product.file("bin/softkfd");
        System.arraycopy(command, 0, all, 1, command.length);
        return Run.command(all);
    }

    private static Run tool(String... arguments) {
        return Run.client("kfd", arguments).with("LD_PRELOAD", Product.file("lib/softkfd/libsoftkfd.so"));
    }

    @Test
    void the_command_starts_a_program_on_it() {
        Outcome outcome = softkfd("cat", "/sys/module/amdgpu/initstate").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("live\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_tool_gets_its_gpus_as_agents_before_any_runtime() {
        Outcome outcome = tool("0")
                .with("SOFTKFD_GPUS", "3")
                .with("SOFTKFD_ARCHITECTURE", "gfx942,gfx942,gfx1100")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.startsWith("node") && !line.startsWith("node 0"))
                .containsExactly(
                        "node 1: type 2 gfx942 | AMD |  | ip discovery", // the product's name comes with the runtime
                        "node 2: type 2 gfx942 | AMD |  | ip discovery",
                        "node 3: type 2 gfx1100 | AMD |  | ip discovery");
        assertThat(outcome.out()).contains("link 1->0 type 2 link 1->2 type 11\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_tool_gets_the_events_of_a_migration() {
        Outcome outcome = tool("3", "prefetch").with("SOFTKFD_GPUS", "2").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.contains(": KFD"))
                .map(line -> line.replaceAll(" (at|from|to|pid) \\d{3,}", ""))
                .containsExactlyInAnyOrder(
                        "events: KFD_EVENT_PAGE_MIGRATE_PREFETCH size 88 7000000000..7000002000 node 0 to 2 error 0",
                        "events: KFD_EVENT_PAGE_MIGRATE_END size 88 7000000000..7000002000 node 0 to 2 error 0",
                        "pairs: KFD_PAGE_MIGRATE_PREFETCH size 96 7000000000..7000002000 node 0 to 2 prefetch 2 preferred 0 error 0");
        assertThat(outcome.status()).isZero();
    }
}
