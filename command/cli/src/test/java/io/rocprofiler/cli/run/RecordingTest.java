package io.rocprofiler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.options.Said;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-P 5:1:2                                       | 5000000000:1000000000:2",
                "-P 0.5:1.25:0 1:1:1 --collection-period-unit msec | 500000:1250000:0;1000000:1000000:1",
                "-P 1:2:3,4:5:6 --collection-period-unit nsec   | 1:2:3;4:5:6",
                "-P 1:1:1 --collection-period-unit hour         | 3600000000000:3600000000000:1",
                "-s                                             | ''"
            })
    void collectionPeriodsAreHandedOverInNanoseconds(String options, String periods) {
        assertThat(Recording.of(Said.of(options)).periods()).isEqualTo(periods);
    }

    @Test
    void theProgramIsToldWhatWasSaidAndNothingElse() {
        assertThat(told("-s")).isEmpty();
        assertThat(told("-s --selected-regions -P 1:1:1 --log-level info --benchmark-mode disabled-sdk-contexts"))
                .containsExactly(
                        "ROCPROF_SELECTED_REGIONS=1",
                        "ROCPROF_COLLECTION_PERIOD=1000000000:1000000000:1",
                        "ROCPROF_BENCHMARK_MODE=disabled-sdk-contexts",
                        "ROCPROF_LOG_LEVEL=info",
                        "ROCPROFILER_LOG_LEVEL=info",
                        "ROCTX_LOG_LEVEL=info");
        assertThat(told("-s --log-level config")).isEmpty();
    }

    @Test
    void librariesToPreloadComeFromTheOptionOrTheVariable() {
        Map<String, String> environment = Map.of("ROCPROF_PRELOAD", "a.so:b.so");
        assertThat(Recording.of(Said.of(environment, List.of("-s"))).preload()).containsExactly("a.so", "b.so");
        assertThat(Recording.of(Said.of(environment, List.of("-s", "--preload", "c.so", "d.so:e.so")))
                        .preload())
                .containsExactly("c.so", "d.so", "e.so");
    }

    @Test
    void aRoctxLibraryIsThereForWhatNeedsIt() {
        assertThat(Recording.of(Said.of("--hip-trace")).markers()).isFalse();
        assertThat(Recording.of(Said.of("--hip-trace --selected-regions")).markers())
                .isTrue();
        assertThat(Recording.of(Said.of("--marker-trace")).markers()).isTrue();
        assertThat(Recording.of(Said.of("--marker-trace --suppress-marker-preload"))
                        .markers())
                .isFalse();
    }

    private static List<String> told(String options) {
        ProgramEnvironment edits = new ProgramEnvironment(Map.of());
        Recording.of(Said.of(options)).tell(edits);
        return edits.edits();
    }
}
