package io.rocprofiler.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputNamesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "%hostname%/%pid%,box/99",
        "{hostname}-{pid},box-99",
        "%h%p,box99",
        "%h_%j_%r_%s,box_0_3_8",
        "%tag%,app",
        "%argv%,usr_bin_app_x",
        "%argt%,app_x",
        "%args%,x",
        "%arg1%|%arg7%,x|",
        "%env{FOO}%-$ENV{FOO}-%q{FOO},bar-bar-bar",
        "%env{NONE}%x,x",
        "%rank%.%size%.%nid%,3.8.3",
        "%unknown%{this},%unknown%{this}",
        "plain,plain",
        "%launch_date%,1970"
    })
    void keysAreReplaced(String name, String expected) throws IOException {
        Map<String, String> environment = Map.of(
                "FOO", "bar", "OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "8", "ROCPROF_DATE_FORMAT", "%Y");
        try (ProcessTrace process = ProcessTrace.open(OneRecord.write(directory.resolve("99-1"), 99))) {
            OutputNames names = NameKeys.names(process, environment);
            assertThat(names.resolve(name)).isEqualTo(expected);
        }
    }

    /// A database of somebody else's says what the host is called.
    @ParameterizedTest
    @CsvSource({"../../evil/x,__.._evil_x", "..,_", ".,_", "/etc/x,_etc_x", "...box,_box", "b.o.x,b.o.x"})
    void aValueIsAPartOfOneName(String value, String expected) {
        OutputNames names = new OutputNames(key -> value, variable -> value);
        assertThat(names.resolve("out/%hostname%")).isEqualTo("out/" + expected);
        assertThat(names.resolve("out/%h")).isEqualTo("out/" + expected);
        assertThat(names.resolve("out/%env{X}%")).isEqualTo("out/" + expected);
    }

    @Test
    void controlCharactersAreNoPartOfAName() {
        assertThat(new OutputNames(key -> "a\0b\nc", variable -> "").resolve("%tag%"))
                .isEqualTo("a_b_c");
    }

    @Test
    void anEmptyValueDoesNotLeadToTheRoot() {
        OutputNames names = new OutputNames(key -> "", variable -> "");
        assertThat(names.resolve("%hostname%/x")).isEqualTo("./x");
        assertThat(names.resolve("%env{X}%/x")).isEqualTo("./x");
        assertThat(names.resolve("/%h/x")).isEqualTo("//x");
    }

    @Test
    void whatIsNamedAsItIsEndsAtTheFirstKey() {
        assertThat(OutputNames.literal(Path.of("a/b/%hostname%/%pid%"))).isEqualTo(Path.of("a/b"));
        assertThat(OutputNames.literal(Path.of("/a/{pid}"))).isEqualTo(Path.of("/a"));
        assertThat(OutputNames.literal(Path.of("a/b"))).isEqualTo(Path.of("a"));
        assertThat(OutputNames.literal(Path.of("%h"))).isEqualTo(Path.of(""));
    }

    @Test
    void timesAreCs() {
        ZonedDateTime time = ZonedDateTime.of(2026, 3, 4, 5, 6, 7, 0, ZoneOffset.UTC);
        assertThat(TimeFormat.format("%F_%H.%M", time)).isEqualTo("2026-03-04_05.06");
        assertThat(TimeFormat.format("%Y%m%dT%T %j %% %Q %s", time)).isEqualTo("20260304T05:06:07 063 % %Q 1772600767");
    }
}
