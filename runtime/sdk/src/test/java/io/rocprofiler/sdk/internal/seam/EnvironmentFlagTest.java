package io.rocprofiler.sdk.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The grammar of boolean environment variables (`environment.hpp` of rocprofiler-register 0.5.0).
class EnvironmentFlagTest {
    @ParameterizedTest
    @CsvSource({
        "1, true",
        "0, false",
        "00, false",
        "010, true",
        "99999999999999999999, true",
        "off, false",
        "FALSE, false",
        "No, false",
        "n, false",
        "F, false",
        "on, true",
        "true, true",
        "y, true",
        "-1, true",
        "0x0, true",
        "offline, true",
        "' ', true"
    })
    void aValueMeansWhatItMeansToAmd(String text, boolean meaning) {
        assertThat(EnvironmentFlag.parse(text, !meaning)).isEqualTo(meaning);
    }

    @Test
    void noValueAndAnEmptyOneMeanTheDefault() {
        for (boolean otherwise : new boolean[] {false, true}) {
            assertThat(EnvironmentFlag.parse(null, otherwise)).isEqualTo(otherwise);
            assertThat(EnvironmentFlag.parse("", otherwise)).isEqualTo(otherwise);
        }
    }
}
