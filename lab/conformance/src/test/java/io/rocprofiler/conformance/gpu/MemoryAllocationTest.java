package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Memory that an HSA runtime allocates and frees, reported to a tool in the same program.
final class MemoryAllocationTest {

    @BeforeAll
    static void agentsAreThoseOfTheRuntime() {
        assumeFalse(
                Files.exists(Path.of("/dev/kfd")), "the agents of this machine are not those of the test's runtime");
    }

    @Test
    void each_function_has_its_operation_and_each_pool_and_region_its_agent() {
        assertThat(run("events")).isEqualTo("""
            pools
              enter MEMORY_ALLOCATION_ALLOCATE node 1 address 0 size 256 id 1
              exit MEMORY_ALLOCATION_ALLOCATE node 1 address 7100 size 256 id 1
              enter MEMORY_ALLOCATION_ALLOCATE node 0 address 0 size 512 id 2
              exit MEMORY_ALLOCATION_ALLOCATE node 0 address 7200 size 512 id 2
              enter MEMORY_ALLOCATION_FREE node none address 7100 size 0 id 3
              exit MEMORY_ALLOCATION_FREE node none address 7100 size 0 id 3
            regions
              enter MEMORY_ALLOCATION_ALLOCATE node 0 address 0 size 768 id 4
              exit MEMORY_ALLOCATION_ALLOCATE node 0 address 7300 size 768 id 4
              enter MEMORY_ALLOCATION_FREE node none address 7300 size 0 id 5
              exit MEMORY_ALLOCATION_FREE node none address 7300 size 0 id 5
            handles
              enter MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1024 id 6
              exit MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 5400 size 1024 id 6
              enter MEMORY_ALLOCATION_VMEM_FREE node none address 5400 size 0 id 7
              exit MEMORY_ALLOCATION_VMEM_FREE node none address 5400 size 0 id 7
            what nobody owns
              enter MEMORY_ALLOCATION_ALLOCATE node none address 0 size 1280 id 8
              exit MEMORY_ALLOCATION_ALLOCATE node none address 7500 size 1280 id 8
            what cannot be had
              enter MEMORY_ALLOCATION_ALLOCATE node 1 address 0 size 1073741824 id 9
              exit MEMORY_ALLOCATION_ALLOCATE node 1 address 0 size 1073741824 id 9
              enter MEMORY_ALLOCATION_ALLOCATE node 0 address 0 size 1073741824 id 10
              exit MEMORY_ALLOCATION_ALLOCATE node 0 address 0 size 1073741824 id 10
              enter MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1073741824 id 11
              exit MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1073741824 id 11
            nothing, and what was never allocated
              enter MEMORY_ALLOCATION_FREE node none address 0 size 0 id 12
              exit MEMORY_ALLOCATION_FREE node none address 0 size 0 id 12
              enter MEMORY_ALLOCATION_FREE node none address 0 size 0 id 13
              exit MEMORY_ALLOCATION_FREE node none address 0 size 0 id 13
              enter MEMORY_ALLOCATION_FREE node none address 99 size 0 id 14
              exit MEMORY_ALLOCATION_FREE node none address 99 size 0 id 14
              enter MEMORY_ALLOCATION_VMEM_FREE node none address 99 size 0 id 15
              exit MEMORY_ALLOCATION_VMEM_FREE node none address 99 size 0 id 15
            records
              MEMORY_ALLOCATION_ALLOCATE node 1 address 7100 size 256 id 1
              MEMORY_ALLOCATION_ALLOCATE node 0 address 7200 size 512 id 2
              MEMORY_ALLOCATION_FREE node none address 7100 size 0 id 3
              MEMORY_ALLOCATION_ALLOCATE node 0 address 7300 size 768 id 4
              MEMORY_ALLOCATION_FREE node none address 7300 size 0 id 5
              MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 5400 size 1024 id 6
              MEMORY_ALLOCATION_VMEM_FREE node none address 5400 size 0 id 7
              MEMORY_ALLOCATION_ALLOCATE node none address 7500 size 1280 id 8
              MEMORY_ALLOCATION_ALLOCATE node 1 address 0 size 1073741824 id 9
              MEMORY_ALLOCATION_ALLOCATE node 0 address 0 size 1073741824 id 10
              MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1073741824 id 11
              MEMORY_ALLOCATION_FREE node none address 0 size 0 id 12
              MEMORY_ALLOCATION_FREE node none address 0 size 0 id 13
              MEMORY_ALLOCATION_FREE node none address 99 size 0 id 14
              MEMORY_ALLOCATION_VMEM_FREE node none address 99 size 0 id 15
            """);
    }

    @Test
    void a_list_of_operations_selects_by_them() {
        assertThat(run("chosen")).isEqualTo("""
            pools
            regions
            handles
              enter MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1024 id 3
              exit MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 5400 size 1024 id 3
            what nobody owns
            what cannot be had
              enter MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1073741824 id 4
              exit MEMORY_ALLOCATION_VMEM_ALLOCATE node 1 address 0 size 1073741824 id 4
            nothing, and what was never allocated
            records
              MEMORY_ALLOCATION_FREE node none address 7100 size 0 id 1
              MEMORY_ALLOCATION_FREE node none address 7300 size 0 id 2
              MEMORY_ALLOCATION_FREE node none address 0 size 0 id 5
              MEMORY_ALLOCATION_FREE node none address 0 size 0 id 6
              MEMORY_ALLOCATION_FREE node none address 99 size 0 id 7
            """);
    }

    private static String run(String what) {
        Outcome outcome = Run.client("allocations", what).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
