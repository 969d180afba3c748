package io.rocprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.trace.export.Format;
import io.rocprofiler.trace.export.SummaryUnit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputSettingsTest {

    private final OutputOptions options = new OutputOptions();

    @Test
    void defaultsAreAmdsButForTheFormat() {
        OutputSettings settings = OutputSettings.of(options, new DisplayOptions(), Map.of());
        assertThat(settings.file()).isEqualTo("%hostname%/%pid%");
        assertThat(settings.formats()).containsExactly(Format.CSV);
        assertThat(settings.unit()).isEqualTo(SummaryUnit.NSEC);
        assertThat(settings.needsStatistics()).isFalse();
        assertThat(settings.fixedDirectory()).isEqualTo(Path.of(System.getProperty("user.dir")));
    }

    @Test
    void everyOptionCanBeGivenByTheEnvironmentAndTheOptionWins() {
        Map<String, String> environment = Map.of(
                "ROCPROF_OUTPUT_PATH", "/tmp/x",
                "ROCPROF_OUTPUT_FILE_NAME", "name",
                "ROCPROF_OUTPUT_FORMAT", "json",
                "ROCPROF_STATS", "1",
                "ROCPROF_STATS_SUMMARY", "yes",
                "ROCPROF_STATS_SUMMARY_UNITS", "msec",
                "ROCPROF_STATS_SUMMARY_GROUPS", "HIP.*##@@##HSA.*");
        options.stats = false;
        options.formats = List.of("CSV,json");
        OutputSettings settings = OutputSettings.of(options, new DisplayOptions(), environment);
        assertThat(settings.directory()).isEqualTo("/tmp/x");
        assertThat(settings.file()).isEqualTo("name");
        assertThat(settings.formats()).containsExactly(Format.JSON, Format.CSV);
        assertThat(settings.stats()).isFalse();
        assertThat(settings.summary()).isTrue();
        assertThat(settings.unit()).isEqualTo(SummaryUnit.MSEC);
        assertThat(settings.summaryGroups()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"a/b,a/b", "/a/%hostname%/c,/a", "%tag%,''", "/,/", "a/{pid}x/c,a", "$ENV{X}/a,''"})
    void theDirectoryIsKnownUpToTheFirstKey(String directory, String fixed) {
        options.directory = directory;
        assertThat(OutputSettings.of(options, new DisplayOptions(), Map.of()).fixedDirectory())
                .isEqualTo(Path.of(fixed));
    }
}
