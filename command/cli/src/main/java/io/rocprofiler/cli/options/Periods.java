package io.rocprofiler.cli.options;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Converts `--collection-period` to the recorder's form: `delay:duration:repeat;…` in nanoseconds.
public final class Periods {

    private static final Map<String, Long> UNITS = Map.of(
            "hour", 3_600_000_000_000L,
            "min", 60_000_000_000L,
            "sec", 1_000_000_000L,
            "msec", 1_000_000L,
            "usec", 1_000L,
            "nsec", 1L);

    private Periods() {}

    /// Converts the periods of the options.
    ///
    /// @return empty without periods
    public static String of(ParsedOptions options) {
        long unit = UNITS.getOrDefault(options.text(Option.COLLECTION_PERIOD_UNIT, "sec"), 1L);
        List<String> periods = new ArrayList<>();
        for (String word : options.list(Option.COLLECTION_PERIOD)) {
            for (String period : word.split("[,;\\s]+")) {
                periods.add(nanos(period, unit));
            }
        }
        return String.join(";", periods);
    }

    private static String nanos(String period, long unit) {
        String number = "\\d{1,9}(\\.\\d{1,9})?";
        if (!period.matches(number + ":" + number + ":\\d{1,9}")) {
            throw ParsedOptions.usage(
                    "collection period '" + period + "' is not delay:duration:repeat, 5:1:10 for instance");
        }
        String[] parts = period.split(":");
        return nanosOf(parts[0], unit) + ":" + nanosOf(parts[1], unit) + ":" + parts[2];
    }

    private static long nanosOf(String number, long unit) {
        return new BigDecimal(number)
                .multiply(BigDecimal.valueOf(unit))
                .setScale(0, RoundingMode.HALF_UP)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }
}
