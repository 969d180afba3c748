package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what a tool may do inside its callbacks: use the runtimes that it traces, and the SDK.
///
/// With a second tool, in Java, the callbacks take the path through Java instead of the one in C.
final class CallsFromCallbacksTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_guarded_tool_sees_its_own_calls_in_the_one_it_was_called_for(boolean withJava) {
        check("callback", withJava, "", """
            first enter hipInit 1 in 0
            first exit hipInit 1 in 0
            begin
            first enter hipGetDevice 2 in 0
              first enter hipGetDevice 3 in 2
              first exit hipGetDevice 3 in 2
              first enter hipGetDeviceCount 4 in 2
              first exit hipGetDeviceCount 4 in 2
              first enter roctxRangePushA 5 in 2
              first exit roctxRangePushA 5 in 2
              first enter roctxRangePop 6 in 2
              first exit roctxRangePop 6 in 2
              3 right answers inside
            first exit hipGetDevice 2 in 0
            first enter hipRuntimeGetVersion 7 in 0
              first enter hipRuntimeGetVersion 8 in 7
                first enter hipRuntimeGetVersion 9 in 8
                  first enter hipRuntimeGetVersion 10 in 9
                    first enter hipRuntimeGetVersion 11 in 10
                      first enter hipRuntimeGetVersion 12 in 11
                      first exit hipRuntimeGetVersion 12 in 11
                    first exit hipRuntimeGetVersion 11 in 10
                  first exit hipRuntimeGetVersion 10 in 9
                first exit hipRuntimeGetVersion 9 in 8
              first exit hipRuntimeGetVersion 8 in 7
            first exit hipRuntimeGetVersion 7 in 0
            end
            """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calls_from_a_buffer_s_callback_are_recorded(boolean withJava) {
        check("records", withJava, "", """
            begin
            2 records
              3 right answers inside
            end
            4 more, of one thread that is not the main thread
            """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calls_when_all_is_over_are_answered(boolean withJava) {
        check("finalize", withJava, "", """
            first enter hipInit 1 in 0
            first exit hipInit 1 in 0
            begin
            first enter hipGetDevice 2 in 0
            first exit hipGetDevice 2 in 0
            end
            finalize: 3 right answers
            """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_callback_stops_its_own_context_and_starts_another(boolean withJava) {
        check("toggle", withJava, "", """
            first enter hipInit 1 in 0
              stop first: SUCCESS
              stop first: ERROR_CONTEXT_NOT_FOUND
              start second: SUCCESS
            first exit hipInit 1 in 0
            begin
            second enter hipGetDevice 2 in 0
              stop first: ERROR_CONTEXT_NOT_FOUND
              stop first: ERROR_CONTEXT_NOT_FOUND
              start second: SUCCESS
            second exit hipGetDevice 2 in 0
            second enter hipGetDeviceCount 3 in 0
              stop first: ERROR_CONTEXT_NOT_FOUND
              stop first: ERROR_CONTEXT_NOT_FOUND
              start second: SUCCESS
            second exit hipGetDeviceCount 3 in 0
            end
            """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_callback_flushes_a_buffer_but_not_from_inside_it(boolean withJava) {
        check("flush", withJava, "", """
            first enter hipInit 1 in 0
              flush: SUCCESS
              records 0
            first exit hipInit 1 in 0
            begin
            first enter hipGetDevice 2 in 0
              flush from inside: ERROR_BUFFER_BUSY
              destroy from inside: ERROR_BUFFER_BUSY
              flush: SUCCESS
              records 1
            first exit hipGetDevice 2 in 0
            first enter hipGetDevice 4 in 0
              flush from inside: ERROR_BUFFER_BUSY
              destroy from inside: ERROR_BUFFER_BUSY
              flush: SUCCESS
              records 3
            first exit hipGetDevice 4 in 0
            end
              flush from inside: ERROR_BUFFER_BUSY
              destroy from inside: ERROR_BUFFER_BUSY
            """);
    }

    /// AMD's library forbids this, and hangs. Here it returns; runtimes that register meanwhile are not traced.
    @Test
    void calls_while_tools_are_configured_are_answered() {
        check("threads", false, "softgpu: hsa is not traced: rocprofiler-register deadlocked\n", """
            initialize: 3 right answers
            before thread of 1: 3 right answers
            after thread of 1: 3 right answers
            first enter hipInit 1 in 0
            first exit hipInit 1 in 0
            begin
            first enter hipGetDevice 2 in 0
            first exit hipGetDevice 2 in 0
            end
            """);
    }

    private static void check(String where, boolean withJava, String err, String out) {
        Run run = Run.client("inside", where);
        if (withJava) {
            run.with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("TrioTool")).with("TRIO_CALLS", "0");
        }
        Outcome outcome = run.go();
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.err()).isEqualTo(err);
        assertThat(outcome.status()).isZero();
    }
}
