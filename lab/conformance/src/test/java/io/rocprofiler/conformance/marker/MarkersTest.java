package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The reference sequence of ROC-TX: every function once, a mark hidden between pause and resume.
final class MarkersTest {

    @Test
    void eighteen_callbacks() throws IOException {
        assertThat(sequence("callback")).isEqualTo("""
            enter roctxGetThreadId
            exit roctxGetThreadId 0
            enter roctxNameOsThread
            exit roctxNameOsThread 0
            enter roctxNameHsaAgent
            exit roctxNameHsaAgent 0
            enter roctxNameHipDevice
            exit roctxNameHipDevice 0
            enter roctxNameHipStream
            exit roctxNameHipStream 0
            enter roctxRangePushA pushed
            exit roctxRangePushA pushed 0
            enter roctxRangePop
            exit roctxRangePop 0
            enter roctxRangeStartA started
            exit roctxRangeStartA started 1
            enter roctxRangeStop
            exit roctxRangeStop 0
            """);
    }

    @Test
    void nine_records() throws IOException {
        assertThat(sequence("buffer")).isEqualTo("""
            roctxGetThreadId
            roctxNameOsThread
            roctxNameHsaAgent
            roctxNameHipDevice
            roctxNameHipStream
            roctxRangePushA
            roctxRangePop
            roctxRangeStartA
            roctxRangeStop
            """);
    }

    private static String sequence(String mode) throws IOException {
        Outcome untraced = Run.client("markers").go();
        Run run = Run.client("markers")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("roctx"))
                .with("ROCTX", mode);
        Outcome outcome = run.with(
                        "ROCTX_FILE", run.folder().resolve("sequence").toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(untraced.out());
        assertThat(outcome.status()).isZero();
        return Files.readString(run.folder().resolve("sequence"));
    }
}
