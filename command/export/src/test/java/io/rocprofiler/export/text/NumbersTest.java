package io.rocprofiler.export.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({"0,0.00000000e+00", "0.01,1.00000000e-02", "0.011,0.011000", "2.5,2.500000", "1234567.0,1234567.000000"
    })
    void statisticsHaveSixDigitsUnlessTheyAreTiny(double value, String text) {
        assertThat(Numbers.statistic(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"100,100.00", "1,1.00", "0.999,0.9990", "0.01,1.000e-02", "0.00034,3.400e-04", "0,0.000e+00"})
    void percentagesHaveFewerDigits(double value, String text) {
        assertThat(Numbers.percentage(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "1,1",
        "100,100",
        "1.5,1.5",
        "0.0001,0.0001",
        "0.00001,1e-05",
        "0.0000123,1.23e-05",
        "123456.789,123456.789",
        "1e15,1000000000000000",
        "1e16,1e+16",
        "1.25e100,1.25e+100"
    })
    void shortestIsWhatPrintsInCxx(double value, String text) {
        assertThat(Numbers.shortest(value)).isEqualTo(text);
    }
}
