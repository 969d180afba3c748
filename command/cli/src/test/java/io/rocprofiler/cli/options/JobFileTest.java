package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.console.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {

    @TempDir
    Path directory;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void linesOfCountersAreAJobEach() throws IOException {
        List<Job> jobs = read("in.txt", """
                # pmc: NOT THIS
                range: 1
                pmc: SQ_WAVES, TA_BUSY # and a word
                  pmc: A
                """);
        assertThat(jobs)
                .containsExactly(
                        new Job(Map.of(Option.PMC, List.of(List.of("SQ_WAVES", "TA_BUSY"))), "pmc_"),
                        new Job(Map.of(Option.PMC, List.of(List.of("A"))), "pmc_"));
        assertThat(warnings)
                .singleElement()
                .asString()
                .endsWith("in.txt: lines of text are deprecated; the same in YAML is jobs: [{pmc: [SQ_WAVES, TA_BUSY]},"
                        + " {pmc: [A]}]");
        assertThat(read("in.TEXT", "pmc: A")).hasSize(1);
    }

    @Test
    void jsonAndYamlSayTheSame() throws IOException {
        Map<Option, Object> expected = Map.of(
                Option.HIP_TRACE,
                true,
                Option.HSA_TRACE,
                false,
                Option.OUTPUT_FORMAT,
                List.of("csv", "json"),
                Option.KERNEL_INCLUDE_REGEX,
                "axpy",
                Option.KERNEL_ITERATION_RANGE,
                List.of("[1-2]", "[4]"),
                Option.MINIMUM_OUTPUT_DATA,
                "7",
                Option.PMC_GROUP_INTERVAL,
                "3",
                Option.ATT,
                true);
        List<Job> json = read("in.json", """
                {"jobs": [{"hip_trace": true, "hsa_trace": "no", "output_format": ["csv", "json"], "pmc_group_interval": 3,
                  "kernel_include_regex": "axpy", "kernel_iteration_range": "[1-2] [4]", "minimum_output_data": 7,
                  "advanced_thread_trace": true, "stats": null}, {}]}
                """);
        List<Job> yaml = read("in.yml", """
                jobs:
                  - hip_trace: true
                    hsa_trace: "no"
                    output_format: [csv, json]
                    pmc_group_interval: 3
                    kernel_include_regex: axpy
                    kernel_iteration_range: ["[1-2]", "[4]"]
                    minimum_output_data: 7
                    advanced_thread_trace: true
                    stats:
                  - {}
                """);
        assertThat(json).containsExactly(new Job(expected, "pass_"), new Job(Map.of(), "pass_"));
        assertThat(yaml).isEqualTo(json);
    }

    @Test
    void whatIsNoInputFileIsOneLine() throws IOException {
        assertFails("in.csv", "x", "is none of .txt, .text, .json, .yaml, .yml");
        assertFails("in.txt", "# nothing", "holds no jobs");
        assertFails(
                "in.json", "{\"jobs\": [{]}", "in.json is not valid JSON: look at line 1, column 12, or just before");
        assertFails("in.yaml", "a: [", "in.yaml is not valid YAML: look at line ");
        assertFails("in.yaml", "a: 1", "has no list of jobs");
        assertFails("in.json", "{\"jobs\": [1]}", "job 1 has no keys");
        assertFails("in.json", "{\"jobs\": [{\"stats\": \"maybe\"}]}", "stats: 'maybe' is neither yes nor no");
        assertFails("in.json", "{\"job_replay_mode\": \"x\", \"jobs\": [{}]}", "'x' is not one of kernel, application");
        assertThatThrownBy(() -> JobFile.read(directory.resolve("missing.txt"), warnings::add))
                .hasMessageEndingWith("no such file");
    }

    @Test
    void anUnknownKeyIsALineAndTheJobIsThere() throws IOException {
        assertThat(read("in.json", "{\"jobs\": [{\"hip-trce\": 1, \"colour\": 1, \"stats\": true}]}"))
                .containsExactly(new Job(Map.of(Option.STATS, true), "pass_"));
        assertThat(warnings).hasSize(2);
        assertThat(warnings.getFirst())
                .endsWith("there is no key hip-trce, and it is ignored; did you mean hip_trace?");
        assertThat(warnings.getLast())
                .endsWith("there is no key colour, and it is ignored; keys are the long names of options, with _ for -:"
                        + " see rocprofv3 --help");
    }

    @Test
    void countersInGroupsAreListsOfLists() throws IOException {
        assertThat(read("in.yaml", "jobs: [{pmc_groups: [[A, B], [C]], ompt_trace: true, spm: [D], pmc: []}]"))
                .containsExactly(new Job(
                        Map.of(
                                Option.PMC_GROUPS,
                                List.of(List.of("A", "B"), List.of("C")),
                                Option.OMPT_TRACE,
                                List.of("true"),
                                Option.SPM,
                                List.of("D")),
                        "pass_"));
    }

    @Test
    void jobsOfOneRunAreOneJobWithAllCounters() throws IOException {
        String text = "job_replay_mode: kernel\njobs: [{pmc: [A, B], stats: true}, {pmc: [C], kernel_trace: true}]";
        assertThat(read("in.yaml", text))
                .containsExactly(new Job(
                        Map.of(
                                Option.PMC,
                                List.of(List.of("A", "B"), List.of("C")),
                                Option.STATS,
                                true,
                                Option.KERNEL_TRACE,
                                true,
                                Option.REPLAY_MODE,
                                "kernel"),
                        ""));
        assertFails(
                "in.yaml",
                "job_replay_mode: kernel\njobs: [{pmc: [A], stats: true}, {stats: false}]",
                "conflicting value for stats in two jobs of one run: true and false");
    }

    @Test
    void theCommandLineAndTheFileMustNotDisagree() {
        ParsedOptions options = Said.of("--hip-trace --stats -f csv");
        ParsedOptions both = options.with(Map.of(Option.HIP_TRACE, true, Option.SUMMARY, true));
        assertThat(both.explicit(Option.SUMMARY)).isTrue();
        assertThat(both.list(Option.OUTPUT_FORMAT)).containsExactly("csv");
        assertThatThrownBy(() -> options.with(Map.of(Option.HIP_TRACE, false)))
                .hasMessage("conflicting value for hip_trace: true on the command line, false in the input file");
    }

    private void assertFails(String name, String text, String line) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        assertThatThrownBy(() -> JobFile.read(file, warnings::add))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(line);
    }

    private List<Job> read(String name, String text) throws IOException {
        return JobFile.read(Files.writeString(directory.resolve(name), text), warnings::add);
    }
}
