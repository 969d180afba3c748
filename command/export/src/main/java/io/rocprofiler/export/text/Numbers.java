package io.rocprofiler.export.text;

import java.math.BigDecimal;
import java.util.Locale;

/// Formats numbers as AMD's tool does (`generateCSV.cpp`, `generateStats.cpp` of rocprofiler-sdk 1.0.0). C's and
/// Java's `%f` and `%e` agree.
public final class Numbers {

    private Numbers() {}

    /// Formats averages and deviations of the statistics files.
    public static String statistic(double value) {
        return value > 0.01 ? fixed(value, 6) : scientific(value, 8);
    }

    /// Formats percentages of the statistics files.
    public static String percentage(double value) {
        if (value >= 1) {
            return fixed(value, 2);
        }
        return value > 0.01 ? fixed(value, 4) : scientific(value, 3);
    }

    /// Formats like C's `%.<digits>f`.
    public static String fixed(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /// Formats like C's `%.<digits>e`.
    public static String scientific(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "e", value);
    }

    /// Formats the shortest digits with the same value, like C++'s `{}`: 0.0001 but 1e-05, and 2.0 is "2".
    public static String shortest(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            return digits.toPlainString();
        }
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        return mantissa + "e" + (exponent < 0 ? '-' : '+') + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    /// Formats an address: `0x` and 16 digits.
    public static String address(long address) {
        return String.format(Locale.ROOT, "0x%016x", address);
    }
}
