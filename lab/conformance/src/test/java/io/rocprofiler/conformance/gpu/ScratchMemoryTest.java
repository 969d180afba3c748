package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Scratch memory events of an HSA runtime, reported to a tool in the same program.
final class ScratchMemoryTest {

    @BeforeAll
    static void agentsAreThoseOfTheRuntime() {
        assumeFalse(
                Files.exists(Path.of("/dev/kfd")), "the agents of this machine are not those of the test's runtime");
    }

    @Test
    void a_start_is_an_enter_and_its_end_an_exit_and_a_record() {
        assertThat(run("events")).isEqualTo("""
            pairs
              first enter SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 1 event 1 dispatch 41 size 0 slots 0
              first exit SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 2 event 2 dispatch 41 size 167936 slots 41
              first enter SCRATCH_MEMORY_FREE node 0 queue 2 flags 0 event 3
              first exit SCRATCH_MEMORY_FREE node 0 queue 2 flags 0 event 4
              first enter SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 3 flags 1 event 5
              first exit SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 3 flags 1 event 6
            within each other, on two threads
              first enter SCRATCH_MEMORY_ALLOC node 1 queue 5 flags 1 event 1 dispatch 42 size 0 slots 0
              first enter SCRATCH_MEMORY_FREE node 1 queue 5 flags 0 event 3
              first exit SCRATCH_MEMORY_FREE node 1 queue 5 flags 0 event 4
              first enter SCRATCH_MEMORY_ALLOC node 0 queue 2 flags 1 event 1 dispatch 8 size 0 slots 0
              first exit SCRATCH_MEMORY_ALLOC node 0 queue 2 flags 2 event 2 dispatch 8 size 32768 slots 8
              first exit SCRATCH_MEMORY_ALLOC node 1 queue 5 flags 2 event 2 dispatch 42 size 1048576 slots 64
            an end without a start
            a start without an end
              first enter SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 1 flags 0 event 5
              first enter SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 7 flags 1 event 5
              first exit SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 7 flags 1 event 6
            no queue, an unknown one, no event
              first enter SCRATCH_MEMORY_FREE node none queue 0 flags 2 event 3
              first exit SCRATCH_MEMORY_FREE node none queue 0 flags 2 event 4
              first enter SCRATCH_MEMORY_FREE node none queue 9 flags 0 event 3
              first exit SCRATCH_MEMORY_FREE node none queue 9 flags 0 event 4
              first enter SCRATCH_MEMORY_FREE node 1 queue 1 flags 1 event 3
              first exit SCRATCH_MEMORY_FREE node 1 queue 1 flags 1 event 4
            records
              SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 2 size 167936 thread main
              SCRATCH_MEMORY_FREE node 0 queue 2 flags 0 size 0 thread main
              SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 3 flags 1 size 0 thread main
              SCRATCH_MEMORY_FREE node 1 queue 5 flags 0 size 0 thread main
              SCRATCH_MEMORY_ALLOC node 1 queue 5 flags 2 size 1048576 thread main
              SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 7 flags 1 size 0 thread main
              SCRATCH_MEMORY_FREE node none queue 0 flags 2 size 0 thread main
              SCRATCH_MEMORY_FREE node none queue 9 flags 0 size 0 thread main
              SCRATCH_MEMORY_FREE node 1 queue 1 flags 1 size 0 thread main
              SCRATCH_MEMORY_ALLOC node 0 queue 2 flags 2 size 32768 thread other
            called 3 3 6 7 3 2
            """);
    }

    @Test
    void a_context_hears_only_of_the_operations_that_it_asked_for() {
        assertThat(run("chosen")).isEqualTo("""
              first enter SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 1 event 1 dispatch 1 size 0 slots 0
              first exit SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 2 event 2 dispatch 1 size 4096 slots 1
            records
              SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 size 0 thread main
              SCRATCH_MEMORY_ASYNC_RECLAIM node 1 queue 1 flags 1 size 0 thread main
            called 1 1 1 1 1 1
            """);
    }

    @Test
    void who_heard_the_start_hears_the_end_and_nobody_else_does() {
        assertThat(run("stops")).isEqualTo("""
            first stops
              first enter SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 1 event 1 dispatch 1 size 0 slots 0
              first exit SCRATCH_MEMORY_ALLOC node 1 queue 1 flags 2 event 2 dispatch 1 size 64 slots 1
            second listens
              second enter SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 3
              second exit SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 4
            nobody does
            records
            called 1 1 2 2 0 0
            """);
    }

    @Test
    void ids_are_those_of_the_call_and_there_are_none_of_their_own() {
        assertThat(run("ids")).isEqualTo("""
              second asked for SCRATCH_MEMORY 2 of id 0
              first enter SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 3 id 0 ancestor 0 external 50
              second enter SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 3 id 0 ancestor 0 external 1000
              first exit SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 4 id 0 ancestor 0 external 50
              second exit SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 event 4 id 0 ancestor 0 external 1000
              first enter hsa_init id 1 ancestor 0 external 50
              first enter hsa_init id 2 ancestor 1 external 50
            in the call
              second asked for SCRATCH_MEMORY 1 of id 2
              first enter SCRATCH_MEMORY_ALLOC node 1 queue 3 flags 1 event 1 dispatch 5 size 0 slots 0 id 2 ancestor 1 external 50
              second enter SCRATCH_MEMORY_ALLOC node 1 queue 3 flags 1 event 1 dispatch 5 size 0 slots 0 id 2 ancestor 1 external 1002
              first exit SCRATCH_MEMORY_ALLOC node 1 queue 3 flags 2 event 2 dispatch 5 size 20480 slots 5 id 2 ancestor 1 external 50
              second exit SCRATCH_MEMORY_ALLOC node 1 queue 3 flags 2 event 2 dispatch 5 size 20480 slots 5 id 2 ancestor 1 external 1002
              first exit hsa_init id 2 ancestor 1 external 50
              first exit hsa_init id 1 ancestor 0 external 50
            records
              SCRATCH_MEMORY_FREE node 1 queue 1 flags 0 size 0 id 0 ancestor 0 external 50 thread main
              SCRATCH_MEMORY_ALLOC node 1 queue 3 flags 2 size 20480 id 2 ancestor 1 external 50 thread main
              retired 2
              retired 1
            called 1 1 1 1 0 0
            """);
    }

    private static String run(String what) {
        Outcome outcome = Run.client("scratch", what).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
