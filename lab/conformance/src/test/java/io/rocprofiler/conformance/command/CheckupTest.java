package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `rocprofv3 --doctor` of the product, on any machine.
final class CheckupTest {
    private static final String COMMAND = Product.file("bin/rocprofv3");

    @Test
    void all_checks_are_reported_and_the_exit_code_is_that_of_the_summary() {
        Outcome outcome = Run.command(COMMAND, "--doctor", "--format", "json").go();
        assertThat(outcome.err()).isEmpty();
        JsonNode report = new JsonMapper().readTree(outcome.out());
        JsonNode summary = report.get("summary");
        assertThat(report.get("schema_version").asInt()).isEqualTo(1);
        assertThat(report.get("installation").asString()).isEqualTo(Product.HOME.toString());
        assertThat(summary.get("error").asInt()).isZero();
        assertThat(summary.get("total").asInt())
                .isEqualTo(report.get("checks").size())
                .isEqualTo(summary.get("pass").asInt()
                        + summary.get("warn").asInt()
                        + summary.get("fail").asInt()
                        + summary.get("skip").asInt());
        assertThat(outcome.status()).isEqualTo(summary.get("fail").asInt() == 0 ? 0 : 1);
    }

    @Test
    void the_installation_and_the_runs_of_the_commands_pass() {
        Outcome outcome = Run.command(
                        COMMAND,
                        "--doctor",
                        "--format=json",
                        "--only=install.*-library",
                        "--only=install.version-consistency",
                        "--only=runtime.rocprofiler-register",
                        "--only=tools",
                        "--only=smoke.rocprofv3-launcher",
                        "--only=tracing.complete",
                        "--only=tracing.preload")
                .go();
        assertThat(outcome.status()).as(outcome.out()).isZero();
        Map<String, String> statuses = statuses(outcome);
        statuses.keySet()
                .removeAll(List.of(
                        "install.avail-library",
                        "install.kokkosp-library",
                        "install.attach-library",
                        "tools.rocprof-attach"));
        assertThat(statuses)
                .hasSize(12)
                .allSatisfy((id, status) -> assertThat(status).as(id).isEqualTo("pass"));
    }

    @Test
    void on_the_software_gpu_the_runtimes_are_found_loaded_and_traced() {
        Outcome outcome = Run.command(
                        COMMAND, "--doctor", "--format", "json", "--only", "runtime", "--only", "tracing.h*")
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.out()).isZero();
        assertThat(statuses(outcome))
                .containsEntry("runtime.hsa-library", "pass")
                .containsEntry("runtime.hip-library", "pass")
                .containsEntry("runtime.libraries-load", "pass")
                .containsEntry("runtime.att-decoder-library", "skip")
                .containsEntry("tracing.hsa", "pass")
                .containsEntry("tracing.hip", "pass");
    }

    @Test
    void a_library_that_lacks_another_cannot_be_loaded_and_the_cause_is_said(@TempDir Path alone) throws IOException {
        Files.copy(Path.of(Product.file("lib/softgpu/libamdhip64.so.7")), alone.resolve("libamdhip64.so.7"));
        Outcome outcome = Run.command(COMMAND, "--doctor", "--only", "runtime.libraries-load", "-v")
                .with("LD_LIBRARY_PATH", alone.toString())
                .go();
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("[ FAIL ]  runtime.libraries-load ", "libamdhip64.so.7 cannot be loaded")
                .contains("id=loader.missing-library", "  How to Fix\n");
    }

    @Test
    void only_and_skip_choose_and_the_file_has_the_same(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.json");
        Outcome outcome = Run.command(
                        COMMAND,
                        "--doctor",
                        "--format",
                        "json",
                        "--only",
                        "environ",
                        "--skip",
                        "environ.g*",
                        "--output",
                        file.toString())
                .with("HIP_VISIBLE_DEVICES", "7")
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(statuses(outcome)).hasSize(7).containsEntry("environ.gpu-visibility", "skip");
        assertThat(file).hasContent(outcome.out());
        outcome = Run.command(COMMAND, "--doctor", "--only", "environ.gpu-visibility", "--quiet")
                .with("HIP_VISIBLE_DEVICES", "7")
                .go();
        assertThat(outcome.status()).isZero(); // a warning is no failure
        assertThat(outcome.out()).contains("[ WARN ]  environ.gpu-visibility ", "unset HIP_VISIBLE_DEVICES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--only", "--skip"})
    void what_is_no_check_is_one_line(String option) {
        Outcome outcome =
                Run.command(COMMAND, "--doctor", option, "driver.nothing").go();
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: " + option
                        + ": no check and no group is 'driver.nothing'; rocprofv3 --doctor --list-checks has them all");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void the_list_of_agents_goes_into_a_file_where_files_are_named(@TempDir Path folder) {
        Outcome outcome = Run.command(COMMAND, "-L", "-d", folder.toString(), "-o", "agents")
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(folder.resolve("agents_list_avail.txt"))
                .content()
                .endsWith("Counters, PC sampling and thread trace: not available here\n");
    }

    private static Map<String, String> statuses(Outcome outcome) {
        Map<String, String> statuses = new LinkedHashMap<>();
        for (JsonNode check : new JsonMapper().readTree(outcome.out()).get("checks")) {
            statuses.put(check.get("id").asString(), check.get("status").asString());
        }
        return statuses;
    }
}
