package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Services for events around calls: programs with their own tool print all its events.
final class ServicesTest {

    @Test
    void external_ids_are_a_stack_per_thread_and_context() {
        assertThat(run("correlation", "stack")).isEqualTo("""
              first enter roctxMarkA external 0
              second enter roctxMarkA external 0
              first exit roctxMarkA external 0
              second exit roctxMarkA external 0
            nothing
              first enter roctxMarkA external 0
              second enter roctxMarkA external 0
              first exit roctxMarkA external 0
              second exit roctxMarkA external 0
            pushed
              first enter roctxMarkA external 11
              second enter roctxMarkA external 20
              first exit roctxMarkA external 11
              second exit roctxMarkA external 20
            in another thread
              first enter roctxMarkA external 11
              second enter roctxMarkA external 11
              first exit roctxMarkA external 11
              second exit roctxMarkA external 11
              first enter roctxMarkA external 30
              second enter roctxMarkA external 11
              first exit roctxMarkA external 30
              second exit roctxMarkA external 11
            popped 11 20
              first enter roctxMarkA external 10
              second enter roctxMarkA external 10
              first exit roctxMarkA external 10
              second exit roctxMarkA external 10
            popped 0, then 10
              first enter roctxMarkA external 0
              second enter roctxMarkA external 0
              first exit roctxMarkA external 0
              second exit roctxMarkA external 0
            pushed inside the callback
              first enter roctxGetThreadId external 0
              second enter roctxGetThreadId external 0
              first exit roctxGetThreadId external 70
              popped 70
              second exit roctxGetThreadId external 70
            records
              record 1 roctxMarkA external 0 ancestor 0
              record 2 roctxMarkA external 0 ancestor 0
              record 3 roctxMarkA external 11 ancestor 0
              record 6 roctxMarkA external 10 ancestor 0
              record 7 roctxMarkA external 0 ancestor 0
              record 8 roctxGetThreadId external 70 ancestor 0
              record 4 roctxMarkA external 11 ancestor 0
              record 5 roctxMarkA external 30 ancestor 0
            """);
    }

    @Test
    void a_tool_that_asks_to_be_asked_names_each_event() {
        assertThat(run("correlation", "request")).isEqualTo("""
              asked MARKER_CORE_API 0 of id 1
              first enter roctxMarkA external 1001
              second enter roctxMarkA external 0
              first exit roctxMarkA external 1001
              second exit roctxMarkA external 0
              asked MARKER_CORE_API 0 of id 2
              first enter roctxMarkA external 1002
              second enter roctxMarkA external 20
              first exit roctxMarkA external 1002
              second exit roctxMarkA external 20
              asked MARKER_CORE_API 5 of id 3
              first enter roctxGetThreadId external 10
              second enter roctxGetThreadId external 20
              first exit roctxGetThreadId external 10
              second exit roctxGetThreadId external 20
            records
              record 1 roctxMarkA external 1001 ancestor 0
              record 2 roctxMarkA external 1002 ancestor 0
              record 3 roctxGetThreadId external 10 ancestor 0
            """);
    }

    @Test
    void every_id_is_retired_once_after_its_records() {
        assertThat(run("correlation", "retire")).isEqualTo("""
            records
              record 2 roctxMarkA external 0 ancestor 1
              retired 2
              record 1 roctxMarkA external 0 ancestor 0
              retired 1
              record 4 roctxRangePushA external 0 ancestor 3
              retired 4
              record 6 roctxMarkA external 0 ancestor 5
              retired 6
              record 5 roctxMarkA external 0 ancestor 3
              retired 5
              record 7 roctxRangePop external 0 ancestor 3
              retired 7
              record 3 roctxThreadRangeA external 0 ancestor 0
              retired 3
              record 9 roctxRangeStartA external 0 ancestor 8
              retired 9
              retired 8
            0 retired before their end
            """);
    }

    @Test
    void every_runtime_that_registers_is_told() {
        assertThat(run("runtimes", "init")).isEqualTo("""
              at RUNTIME_INITIALIZATION_HIP version 1 instance 0 id 0
              at RUNTIME_INITIALIZATION_HSA version 1 instance 0 id 0
              at RUNTIME_INITIALIZATION_MARKER version 1 instance 0 id 0
            records
              runtime 2 version 1 instance 0 size 72
              runtime 1 version 1 instance 0 size 72
              runtime 3 version 1 instance 0 size 72
            """);
    }

    @Test
    void streams_have_ids_and_enclose_the_calls_on_them() {
        assertThat(run("runtimes", "stream")).isEqualTo("""
              at HIP_STREAM_CREATE stream 1 id 0
              at HIP_STREAM_CREATE stream 2 id 0
              enter HIP_STREAM_SET stream 2 id 0
              exit HIP_STREAM_SET stream 2 id 0
              enter HIP_STREAM_SET stream 0 id 0
              exit HIP_STREAM_SET stream 0 id 0
              enter HIP_STREAM_SET stream 1 id 0
              exit HIP_STREAM_SET stream 1 id 0
              at HIP_STREAM_DESTROY stream 1 id 0
            records
            """);
    }

    @Test
    void memory_of_a_hip_call_has_its_correlation_id() {
        assertThat(run("runtimes", "memory")).isEqualTo("""
            allocate
              enter MEMORY_ALLOCATION_ALLOCATE size 4096 address 0 agent 1 times 0 id 1
              exit MEMORY_ALLOCATION_ALLOCATE size 4096 address 1 agent 1 times 1 id 1
            free
              enter MEMORY_ALLOCATION_FREE size 0 address 1 agent 0 times 0 id 2
              exit MEMORY_ALLOCATION_FREE size 0 address 1 agent 0 times 1 id 2
            records
              memory 1 size 4096 address 1 agent 1 times 1 id 1
              hipMalloc id 1
              memory 3 size 0 address 1 agent 0 times 1 id 2
            """);
    }

    @Test
    void a_replaced_function_is_outermost() {
        assertThat(run("runtimes", "intercept")).isEqualTo("""
            allocate
              table HIP (runtime) version 1 instance 0 tables 1
              replaced hipMalloc 4096
              enter hipMalloc id 1
              table HSA version 1 instance 0 tables 1
              exit hipMalloc id 1
            free
            records
            """);
    }

    private static String run(String program, String what) {
        Outcome outcome = Run.client(program, what).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
