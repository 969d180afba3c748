package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Without a tool, the product has no effect on a program.
final class NoToolTest {

    @Test
    void without_a_tool_there_is_no_jvm_no_thread_and_registration_finds_no_tools() {
        Outcome outcome = Run.client("bare").go();
        assertThat(outcome.out()).isEqualTo("""
                        registration: 1 rocprofiler-register found no tools
                        table: untouched
                        threads: 0 more
                        libjvm: not mapped
                        librocprofiler-sdk.so: not mapped
                        """);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }
}
