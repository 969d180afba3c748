package io.rocprofiler.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineTest {

    /// As C's `printf` has them.
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1, 1",
        "0.1, 0.1",
        "-1.5, -1.5",
        "100000, 100000",
        "999999.5, 1e+06",
        "1000000, 1e+06",
        "1234567, 1.23457e+06",
        "99999.95, 99999.9",
        "0.0001, 0.0001",
        "0.00001234, 1.234e-05",
        "0.1234565, 0.123456",
        "2.5e-320, 2.49997e-320",
        "1.7976931348623157e308, 1.79769e+308",
        "NaN, nan",
        "Infinity, inf",
        "-Infinity, -inf"
    })
    void numbersWithAPointAreThoseOfC(double number, String text) {
        assertThat(new Line().floating(number)).hasToString(text);
    }

    @Test
    void numbersOfAllSizes() {
        Line line = new Line();
        for (long number : new long[] {0, 9, 10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            line.unsigned(number).add(' ').signed(number).add(' ').hex(number).add('\n');
        }
        assertThat(line).hasToString("""
                0 0 0
                9 9 9
                10 10 a
                99 99 63
                100 100 64
                9223372036854775807 9223372036854775807 7fffffffffffffff
                9223372036854775808 -9223372036854775808 8000000000000000
                18446744073709551615 -1 ffffffffffffffff
                """);
    }
}
