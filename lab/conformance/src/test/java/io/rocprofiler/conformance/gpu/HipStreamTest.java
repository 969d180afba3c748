package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Streams of a HIP runtime, reported to a tool in the same program.
final class HipStreamTest {

    @Test
    void streams_are_numbered_as_they_are_made_or_first_seen_and_a_pointer_used_again_is_another_one() {
        Outcome outcome = Run.client("streams").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
            nobody listens
            made
              at HIP_STREAM_CREATE stream 2 value 20
              at HIP_STREAM_CREATE stream 3 value 30
              at HIP_STREAM_CREATE stream 4 value 40
            used
              enter HIP_STREAM_SET stream 2 value 20
              exit HIP_STREAM_SET stream 2 value 20
              enter HIP_STREAM_SET stream 0 value 0
              exit HIP_STREAM_SET stream 0 value 0
              enter HIP_STREAM_SET stream 3 value 30
              exit HIP_STREAM_SET stream 3 value 30
              enter HIP_STREAM_SET stream 4 value 40
              exit HIP_STREAM_SET stream 4 value 40
              enter HIP_STREAM_SET stream 5 value bad
              exit HIP_STREAM_SET stream 5 value bad
            made by nobody, or while nobody listened
              enter HIP_STREAM_SET stream 6 value 60
              exit HIP_STREAM_SET stream 6 value 60
              enter HIP_STREAM_SET stream 1 value 10
              exit HIP_STREAM_SET stream 1 value 10
              enter HIP_STREAM_SET stream 7 value 1
              exit HIP_STREAM_SET stream 7 value 1
              enter HIP_STREAM_SET stream 8 value 2
              exit HIP_STREAM_SET stream 8 value 2
              enter HIP_STREAM_SET stream 7 value 1
              exit HIP_STREAM_SET stream 7 value 1
            ended, and its pointer used again
              at HIP_STREAM_DESTROY stream 2 value 20
              at HIP_STREAM_CREATE stream 9 value 20
              enter HIP_STREAM_SET stream 9 value 20
              exit HIP_STREAM_SET stream 9 value 20
              at HIP_STREAM_DESTROY stream 10 value 50
            the same while nobody listens
              enter HIP_STREAM_SET stream 11 value 30
              exit HIP_STREAM_SET stream 11 value 30
            """);
        assertThat(outcome.status()).isZero();
    }
}
