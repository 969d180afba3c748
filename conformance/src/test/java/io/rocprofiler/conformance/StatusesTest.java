package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// What a C tool may do when, and what it is told when it may not.
final class StatusesTest {

    @Test
    void a_c_tool_gets_the_documented_status_in_every_phase() throws IOException {
        Run run = Run.client("markers").with("LD_PRELOAD", Product.tool("statuses"));
        Outcome outcome = run.with(
                        "STATUSES_FILE", run.folder().resolve("statuses").toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        assertThat(Files.readString(run.folder().resolve("statuses"))).isEqualTo(EXPECTED);
    }

    private static final String EXPECTED = """
            -- configure: initialized -1, finalized 0
            version 10000 1.0.0, priority 0, id 24 null
            force_configure 16
            at_internal_thread_create 0
            -- initialize: initialized -1, finalized 0
            create_context not-zero 13
            create_context good 0
            context_is_valid good 0: 1
            context_is_valid none 2: 0
            context_is_valid unknown 2: 0
            context_is_active good 0: 0
            context_is_active unknown 2: 0
            start_context none 2
            stop_context never-started 2
            callback unknown-context 2
            callback NONE 4
            callback good 0
            callback twice 15
            callback operation-512 5
            callback after-operation-512 15
            create_buffer good 0
            create_buffer exists 15
            buffer unknown-context 2
            buffer none 3
            buffer NONE 4
            buffer good 0
            buffer twice 15
            buffer operation-512 5
            flush_buffer unknown 3
            flush_buffer empty 0
            destroy_buffer unknown 3
            create_callback_thread 0
            assign_callback_thread unknown-thread 6
            assign_callback_thread unknown-buffer 3
            assign_callback_thread good 0
            start_context 0
            start_context twice 0
            context_is_active started 0: 1
            stop_context 0
            stop_context twice 2
            start_context again 0
            force_configure 16
            -- running: initialized 1, finalized 0
            create_context 16
            create_context not-zero 13
            create_buffer 16
            callback 16
            buffer 16
            create_callback_thread 16
            assign_callback_thread 16
            at_internal_thread_create 0
            force_configure 16
            flush_buffer 0
            flush_buffer unknown 3
            context_is_active running 0: 1
            kinds 22, buffer kinds 33
            kind_name 0 0: NONE 4
            kind_name 21 0: MARKER_CORE_RANGE_API 21
            kind_name 22 4: null 0
            operation_name 0 0 19: untouched 99
            operation_name 7 0 0: roctxMarkA 10
            operation_name 7 99 5: null 0
            operation_name 21 2 0: roctxProcessRangeA 18
            operation_name 13 2 0: MEMORY_COPY_HOST_TO_DEVICE 26
            operation_name 22 0 4: untouched 99
            buffer_operation_name RETIREMENT 17
            -- finalize: initialized 1, finalized -1
            context_is_active finalizing 0: 0
            start_context 16
            stop_context 2
            flush_buffer 0
            -- afterwards: initialized 1, finalized 1
            start_context 2
            stop_context 2
            flush_buffer 21
            """;
}
