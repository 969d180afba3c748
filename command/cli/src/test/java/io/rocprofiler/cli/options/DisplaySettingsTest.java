package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.display.KernelFilter.Range;
import io.rocprofiler.trace.display.KernelNames.Style;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplaySettingsTest {

    @Test
    void withoutAWordKernelsAreAllThereAndDemangled() {
        DisplaySettings settings = settings(Map.of());
        assertThat(settings.names()).isEqualTo(new Style(false, false, false));
        assertThat(settings.filter()).isEqualTo(io.rocprofiler.trace.display.KernelFilter.ALL);
        assertThat(settings.agentIndex()).isEqualTo(AgentIndex.RELATIVE);
        assertThat(settings.groupByQueue()).isFalse();
    }

    @Test
    void optionsSayHowWorkIsShown() {
        DisplaySettings settings = settings(
                Map.of(),
                "-M",
                "-T",
                "--kernel-rename",
                "--group-by-queue",
                "-A",
                "Type-Relative",
                "--kernel-include-regex",
                "a.*",
                "--kernel-exclude-regex",
                "b",
                "--kernel-iteration-range",
                "[1-2],[7]",
                "9-10");
        assertThat(settings.names()).isEqualTo(new Style(true, true, true));
        assertThat(settings.groupByQueue()).isTrue();
        assertThat(settings.agentIndex()).isEqualTo(AgentIndex.TYPE_RELATIVE);
        assertThat(settings.filter().include()).hasToString("a.*");
        assertThat(settings.filter().exclude()).hasToString("b");
        assertThat(settings.filter().iterations()).containsExactly(new Range(1, 2), new Range(7, 7), new Range(9, 10));
    }

    @Test
    void theEnvironmentSaysItWhereNoOptionDoes() {
        Map<String, String> environment = Map.of(
                "ROCPROF_DEMANGLE_KERNELS", "0",
                "ROCPROF_TRUNCATE_KERNELS", "1",
                "ROCPROF_KERNEL_RENAME", "yes",
                "ROCPROF_GROUP_BY_QUEUE", "on",
                "ROCPROF_AGENT_INDEX", "absolute",
                "ROCPROF_KERNEL_FILTER_INCLUDE_REGEX", "x",
                "ROCPROF_KERNEL_FILTER_EXCLUDE_REGEX", "y",
                "ROCPROF_KERNEL_FILTER_RANGE", "4 5");
        DisplaySettings settings = settings(environment);
        assertThat(settings.names()).isEqualTo(new Style(true, true, true));
        assertThat(settings.groupByQueue()).isTrue();
        assertThat(settings.agentIndex()).isEqualTo(AgentIndex.ABSOLUTE);
        assertThat(settings.filter().include()).hasToString("x");
        assertThat(settings.filter().exclude()).hasToString("y");
        assertThat(settings.filter().iterations()).isEqualTo(List.of(new Range(4, 4), new Range(5, 5)));
        DisplaySettings said = settings(environment, "-M=no", "-T=no", "--kernel-rename=no", "--group-by-queue=no");
        assertThat(said.names()).isEqualTo(new Style(false, false, false));
        assertThat(said.groupByQueue()).isFalse();
    }

    @Test
    void kokkosTraceNamesKernelsByRangesUnlessThatIsRefused() {
        assertThat(settings(Map.of(), "--kokkos-trace").names().renamed()).isTrue();
        assertThat(settings(Map.of(), "--kokkos-trace", "--kernel-rename=no")
                        .names()
                        .renamed())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-A other                       | --agent-index: 'other' is not one of absolute, relative, type-relative",
                "--kernel-include-regex [       | kernel filter '[' is no regular expression: Unclosed character class",
                "--kernel-iteration-range 1-x   | kernel iteration range '1-x' is neither a number nor a range like 2-5",
                "--kernel-iteration-range [3-2] | kernel iteration range '3-2' ends before it begins"
            })
    void whatMakesNoSenseEndsTheCommand(String options, String line) {
        assertThatThrownBy(() -> settings(Map.of(), options.split(" +")))
                .isInstanceOf(CommandException.class)
                .hasMessage(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_ZN2gp4axpyIfEEvPT_S2_i | void gp::axpy<float>(float*, float*, int)",
                "_Z                      | _Z",
                "_Zwhat                  | _Zwhat",
                "plain                   | plain",
                "i                       | i"
            })
    void namesAreDemangledByTheSystemsLibrary(String mangled, String name) {
        assertThat(new CxxNames().apply(mangled)).isEqualTo(name);
    }

    private static DisplaySettings settings(Map<String, String> environment, String... options) {
        return DisplaySettings.of(Said.of(environment, List.of(options)));
    }
}
