package io.rocprofiler.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.display.RecordFilter.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterSettingsTest {

    private static final TimeSpan RUN = new TimeSpan(5_000_000_000L, 7_000_000_000L);

    @Test
    void withoutAWordEverythingIsShown() {
        assertThat(conditions("")).isEqualTo(Conditions.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "6000000000, 6000000000",
        "0%, 5000000000",
        "12.5%, 5250000000",
        "100%, 7000000000",
        "1.5s, 6500000000",
        "10ms, 5010000000",
        "7us, 5000007000",
        "9ns, 5000000009"
    })
    void timesAreThoseOfTheFilesOrRelativeToTheRun(String time, long nanos) {
        assertThat(conditions("--start " + time).fromNanos()).isEqualTo(nanos);
        assertThat(conditions("--start 1 --end " + time).toNanos()).isEqualTo(nanos);
    }

    @Test
    void aTimeInNanosecondsNeedsNoLookAtTheRun() {
        FilterSettings filter = FilterSettings.of(Said.ofConversion("--start 5 --end 9"));
        Conditions conditions = filter.conditions(() -> {
            throw new AssertionError();
        });
        assertThat(conditions).isEqualTo(new Conditions(5, 9, true, List.of(), List.of(), null));
    }

    @Test
    void theOtherConditionsComeAsTheyAreSaid() {
        Conditions conditions = conditions("--inclusive=no --thread 7,8 9 --agent 1 GPU,2 --name ^hip");
        assertThat(conditions.whole()).isFalse();
        assertThat(conditions.threads()).containsExactly(7L, 8L, 9L);
        assertThat(conditions.agents()).containsExactly("1", "GPU", "2");
        assertThat(conditions.name()).hasToString("^hip");
    }

    @Test
    void theEndIsAfterTheStart() {
        assertThatThrownBy(() -> conditions("--start 50% --end 1ms"))
                .isInstanceOf(CommandException.class)
                .hasMessage("--end 1ms is not after --start 50%");
    }

    private static Conditions conditions(String options) {
        return FilterSettings.of(Said.ofConversion(options)).conditions(() -> RUN);
    }
}
