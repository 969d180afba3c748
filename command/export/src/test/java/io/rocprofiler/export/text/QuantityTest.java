package io.rocprofiler.export.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "0.5, 0.5 ns",
        "485, 485 ns",
        "999.94, 999.9 ns",
        "999.96, 1.000 us",
        "1000, 1.000 us",
        "-1500, -1.500 us",
        "999949, 999.9 us",
        "999950, 1.000 ms",
        "489583616, 489.6 ms",
        "1e9, 1.000 s",
        "12345678900000, 12346 s"
    })
    void a_time_has_four_digits_and_the_unit_that_fits(double nanos, String text) {
        assertThat(Quantity.ofNanos(nanos)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "512, 512 B", "4096, 4.096 kB", "1048576, 1.049 MB", "5e15, 5.000 PB", "5e19, 50000 PB"})
    void memory_counts_in_thousands_as_bandwidths_do(double bytes, String text) {
        assertThat(Quantity.ofBytes(bytes)).hasToString(text);
    }

    @Test
    void any_time_reads_back_as_nearly_the_same_and_below_a_thousand() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            double nanos = Math.pow(10, random.nextDouble(-1, 12)) * (random.nextBoolean() ? 1 : -1);
            String[] words = Quantity.ofNanos(nanos).text().split(" ");
            double shown = Double.parseDouble(words[0]);
            assertThat(shown * NANOS.getOrDefault(words[1], Double.NaN))
                    .isCloseTo(nanos, within(Math.abs(nanos) * 5.001e-4));
            assertThat(words[1].equals("s") || Math.abs(shown) < 1000)
                    .as("%s of %s", String.join(" ", words), nanos)
                    .isTrue();
        }
    }

    @Test
    void what_is_no_number_is_no_quantity() {
        assertThatThrownBy(() -> Quantity.ofNanos(Double.NaN)).hasMessage("value=NaN");
    }
}
