package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A C tool on a machine with AMD's kernel driver: two sockets and four GPUs, in software (`driver_tool.c`).
public final class KernelDriverTest {
    /// The test data that the engine's own tests also use.
    private static final Path MACHINE = Product.SOURCES
            .resolve("../../../../runtime/sdk/src/test/resources/topology/mi250")
            .normalize();

    private static final String[] GPUS = {"c7a6", "33bf", "781a", "602c"};

    private static Run machine(int records, Map<String, String> eventsOfGpu) throws IOException {
        Run run = machine("kfd", Integer.toString(records));
        Path events = Files.createDirectories(run.folder().resolve("events"));
        for (String gpu : GPUS) Files.writeString(events.resolve(gpu), eventsOfGpu.getOrDefault(gpu, ""));
        return run.with("DRIVER_EVENTS", events.toString());
    }

    /// Returns a run of a program on that machine, whose driver reports no events.
    public static Run machine(String program, String... arguments) {
        return Run.client(program, arguments)
                .with("LD_PRELOAD", Product.tool("driver"))
                .with("DRIVER_MACHINE", MACHINE.toString());
    }

    @Test
    void agents_are_those_of_the_driver_before_any_runtime() throws IOException {
        Outcome outcome = machine(0, Map.of())
                .with("ROCR_VISIBLE_DEVICES", "2,0")
                .with("HIP_VISIBLE_DEVICES", "0")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                node 0: type 1 AMD EPYC 7763 64-Core Processor | CPU | AMD EPYC 7763 64-Core Processor |\s
                  cpu 128 cu 128 simd 0 waves 0 banks 1 engines 0 gfx 0 pci 0:0 at 0:0 minor 0
                  memory 0 hive 0 gpu 0 uuid 0000000000000000 seen by 11 link 0->1 type 2 link 0->2 type 2 link 0->3 type 2
                node 1: type 1 AMD EPYC 7763 64-Core Processor | CPU | AMD EPYC 7763 64-Core Processor |\s
                  cpu 128 cu 128 simd 0 waves 0 banks 1 engines 0 gfx 0 pci 0:0 at 0:0 minor 0
                  memory 0 hive 0 gpu 0 uuid 0000000000000000 seen by 11 link 1->0 type 2 link 1->4 type 2 link 1->5 type 2
                node 2: type 2 gfx90a | AMD | AMD Instinct MI250X/MI250 | aldebaran
                  cpu 0 cu 104 simd 416 waves 32 banks 1 engines 8 gfx 90010 pci 1002:740c at 0:2900 minor 128
                  memory 68702699520 hive 9c0d2a44e1b7f3 gpu 51110 uuid 1f8d2c3b4a596877 seen by 10 link 2->0 type 2 link 2->3 type 11 link 2->4 type 11 link 2->5 type 11
                node 3: type 2 gfx90a | AMD | AMD Instinct MI250X/MI250 | aldebaran
                  cpu 0 cu 104 simd 416 waves 32 banks 1 engines 8 gfx 90010 pci 1002:740c at 0:2b00 minor 129
                  memory 68702699520 hive 9c0d2a44e1b7f3 gpu 13247 uuid 2e7c1b0a9f8e7d6c seen by 00 link 3->0 type 2 link 3->2 type 11 link 3->4 type 11 link 3->5 type 11
                node 4: type 2 gfx90a | AMD | AMD Instinct MI250X/MI250 | aldebaran
                  cpu 0 cu 104 simd 416 waves 32 banks 1 engines 8 gfx 90010 pci 1002:740c at 1:a900 minor 130
                  memory 68702699520 hive 9c0d2a44e1b7f3 gpu 30746 uuid 3a4b5c6d7e8f9012 seen by 11 link 4->1 type 2 link 4->2 type 11 link 4->3 type 11 link 4->5 type 11
                node 5: type 2 gfx90a | AMD | AMD Instinct MI250X/MI250 | aldebaran
                  cpu 0 cu 104 simd 416 waves 32 banks 1 engines 8 gfx 90010 pci 1002:740c at 1:ac00 minor 131
                  memory 68702699520 hive 9c0d2a44e1b7f3 gpu 24620 uuid 8c9dabbccddeeff0 seen by 00 link 5->1 type 2 link 5->2 type 11 link 5->3 type 11 link 5->4 type 11
                threads 2 2
                """);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void each_event_is_a_record_and_each_pair_another_for_who_asks_for_pairs_alone() throws IOException {
        String events = """
                5 100 -7 @10(2) 0->781a 781a:33bf 1
                7 110 -7 @20(781a) W
                no event at all
                9 120 -7 781a 2
                6 130 -7 @10(2) 0->781a 1 5
                8 140 -7 @20(781a) M
                a 150 -7 781a R
                a 160 -7 781a
                b 170 -7 @30(4) 781a 0
                e 180 -7 9
                """;
        Outcome outcome = machine(12, Map.of("781a", events)).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.startsWith("events"))
                .containsExactly(
                        "events: KFD_EVENT_PAGE_MIGRATE_PAGEFAULT_GPU at 100 pid 7 size 88 10000..12000 node 0 to 4 error 0",
                        "events: KFD_EVENT_PAGE_FAULT_START_WRITE_FAULT at 110 pid 7 size 48 node 4 address 20000",
                        "events: KFD_EVENT_QUEUE_EVICT_TTM at 120 pid 7 size 40 node 4",
                        "events: KFD_EVENT_PAGE_MIGRATE_END at 130 pid 7 size 88 10000..12000 node 0 to 4 error 5",
                        "events: KFD_EVENT_PAGE_FAULT_END_PAGE_MIGRATED at 140 pid 7 size 48 node 4 address 20000",
                        "events: KFD_EVENT_QUEUE_RESTORE_RESCHEDULED at 150 pid 7 size 40 node 4",
                        "events: KFD_EVENT_QUEUE_RESTORE at 160 pid 7 size 40 node 4",
                        "events: KFD_EVENT_UNMAP_FROM_GPU_MMU_NOTIFY at 170 pid 7 size 56 node 4 30000..34000",
                        "events: KFD_EVENT_DROPPED_EVENTS at 180 pid 7 size 32 count 9");
        assertThat(outcome.outLines())
                .filteredOn(line -> line.startsWith("pairs"))
                .containsExactly(
                        "pairs: KFD_PAGE_MIGRATE_PAGEFAULT_GPU from 100 to 130 pid 7 size 96 10000..12000 node 0 to 4 prefetch 4 preferred 3 error 5",
                        "pairs: KFD_PAGE_FAULT_WRITE_FAULT_MIGRATED from 110 to 140 pid 7 size 56 node 4 address 20000",
                        "pairs: KFD_QUEUE_EVICT_TTM from 120 to 160 pid 7 size 48 node 4");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void all_gpus_are_listened_to() throws IOException {
        Map<String, String> events = Map.of(
                "c7a6", "9 1 -7 c7a6 0\n",
                "33bf", "9 2 -7 33bf 1\n",
                "781a", "9 3 -7 781a 2\n",
                "602c", "9 4 -7 602c 3\na 5 -7 602c\n");
        Outcome outcome = machine(6, events).go();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.contains(": KFD"))
                .containsExactlyInAnyOrder(
                        "events: KFD_EVENT_QUEUE_EVICT_SVM at 1 pid 7 size 40 node 2",
                        "events: KFD_EVENT_QUEUE_EVICT_USERPTR at 2 pid 7 size 40 node 3",
                        "events: KFD_EVENT_QUEUE_EVICT_TTM at 3 pid 7 size 40 node 4",
                        "events: KFD_EVENT_QUEUE_EVICT_SUSPEND at 4 pid 7 size 40 node 5",
                        "events: KFD_EVENT_QUEUE_RESTORE at 5 pid 7 size 40 node 5",
                        "pairs: KFD_QUEUE_EVICT_SUSPEND from 4 to 5 pid 7 size 48 node 5");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_driver_that_is_too_old_is_a_status_and_no_thread() throws IOException {
        Outcome outcome = machine(0, Map.of()).with("DRIVER_MINOR", "11").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .filteredOn(line -> line.startsWith("kind") || line.startsWith("threads"))
                .containsExactly(
                        "kind 24: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 25: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 26: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 27: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 29: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 30: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "kind 31: ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
                        "threads 1 1");
        assertThat(outcome.status()).isZero();
    }
}
