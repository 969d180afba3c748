package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.export.summary.SummaryUnit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputSettingsTest {

    @Test
    void defaultsAreAmds() {
        OutputSettings settings = OutputSettings.of(Said.of(""), "");
        assertThat(settings.file()).isEqualTo("%hostname%/%pid%");
        assertThat(settings.formats()).containsExactly(OutputSettings.DEFAULT_FORMAT);
        assertThat(settings.tables()).isEqualTo(new TableSettings(null, 0));
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
        OutputSettings settings = OutputSettings.of(Said.of(environment, List.of("--stats=no", "-f", "CSV,json")), "");
        assertThat(settings.directory()).isEqualTo("/tmp/x");
        assertThat(settings.file()).isEqualTo("name");
        assertThat(settings.formats()).containsExactly(Format.JSON, Format.CSV);
        assertThat(settings.stats()).isFalse();
        assertThat(settings.summary()).isTrue();
        assertThat(settings.tables().unit()).isEqualTo(SummaryUnit.MSEC);
        assertThat(settings.summaryGroups()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"a/b,a/b", "/a/%hostname%/c,/a", "%tag%,''", "/,/", "a/{pid}x/c,a", "$ENV{X}/a,''"})
    void theDirectoryIsKnownUpToTheFirstKey(String directory, String fixed) {
        assertThat(OutputSettings.of(Said.of("-d " + directory), "").fixedDirectory())
                .isEqualTo(Path.of(fixed));
    }

    @Test
    void eachJobHasAFolderOfItsOwn() {
        assertThat(OutputSettings.of(Said.of("-d out"), "pass_2").directory()).isEqualTo("out/pass_2");
        assertThat(OutputSettings.of(Said.of(""), "pmc_1").fixedDirectory())
                .isEqualTo(Path.of(System.getProperty("user.dir"), "pmc_1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"-S | ''", "-D | ''", "-S -f csv | CSV", "-S -f json csv | JSON,CSV", "-S --stats -f csv | CSV"})
    void aConversionThatOnlySummarizesWritesNoFiles(String options, String formats) {
        assertThat(OutputSettings.ofConversion(Said.ofConversion(options)).formats().stream()
                        .map(Format::name)
                        .collect(java.util.stream.Collectors.joining(",")))
                .isEqualTo(formats);
    }

    @Test
    void theLeastOutputIsKilobytesByTheOptionAndBytesByTheVariable() {
        assertThat(OutputSettings.of(Said.of("--minimum-output-data 3"), "").minimumBytes())
                .isEqualTo(3072);
        assertThat(OutputSettings.of(Said.of(Map.of("ROCPROF_MINIMUM_OUTPUT_BYTES", "77"), List.of()), "")
                        .minimumBytes())
                .isEqualTo(77);
    }
}
