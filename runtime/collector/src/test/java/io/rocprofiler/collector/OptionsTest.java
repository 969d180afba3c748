package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "True", "yes", "Y", "t", "on"})
    void whatAmdAcceptsForTrueIsTrue(String value) {
        assertThat(markers(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "false", "no", "", "11"})
    void anythingElseIsFalse(String value) {
        assertThat(markers(value)).isFalse();
    }

    @Test
    void thisProcessCanDescribeItself() throws Exception {
        ProcessInfo process = ProcessInfo.read(Path.of("/proc"));
        assertThat(process.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(process.command()).contains("java");
        assertThat(process.executable()).endsWith("java");
        assertThat(process.pidNamespace()).startsWith("pid:[");
        assertThat(process.bootId()).hasSize(36);
        assertThat(process.startTicks()).isPositive();
        assertThat(ProcessInfo.maxFileSize(Path.of("/proc"))).isPositive();
    }

    private static boolean markers(String value) {
        return Options.from(name -> name.equals("ROCPROF_MARKER_API_TRACE") ? value : null)
                .marker();
    }
}
