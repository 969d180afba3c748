package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Statuses;
import org.junit.jupiter.api.Test;

/// A tool finalizes itself with the function given to its `initialize`, and is notified of each thread once.
final class FinalizersTest {

    @Test
    void the_only_tool_ends_everything_whatever_id_it_passes() {
        assertThat(Statuses.of(Run.client("finalizers", "alone"))).isEqualTo(BEGIN + """
                finalize: active 0
                finalize: finalized -1
                after the tool's end: finalized 1
                start_context 16
                stop_context 0
                flush_buffer 21
                after a second end: finalized 1
                """);
    }

    @Test
    void one_tool_of_two_ends_itself_only_and_by_its_own_id() {
        Run run = Run.client("finalizers", "beside").with("ROCP_TOOL_LIBRARIES", Product.tool("bad"));
        assertThat(Statuses.of(run.with("BAD", "null"))).isEqualTo(BEGIN + """
                after another id: finalized 0
                finalize: active 0
                finalize: finalized 0
                after the tool's end: finalized 0
                start_context 2
                stop_context 2
                flush_buffer 2
                after a second end: finalized 0
                """);
    }

    private static final String BEGIN = """
            priority 0, handle random
            thread before (three libraries): library 1, on the creating thread
            thread after (all libraries): library 1, on the creating thread
            create_callback_thread 0
            initialized
            thread before (three libraries): library 1, on the creating thread
            thread after (all libraries): library 1, on the creating thread
            a mark is traced
            """;
}
