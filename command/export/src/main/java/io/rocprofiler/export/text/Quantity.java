package io.rocprofiler.export.text;

import java.math.BigDecimal;
import java.math.MathContext;

/// A quantity as text for people, in the unit that fits it: `1.234 ms`.
///
/// @param text four digits, or fewer if the value has no more, a blank, and the unit
public record Quantity(String text) {

    private static final int DIGITS = 4;
    private static final BigDecimal STEP = BigDecimal.valueOf(1000);
    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB"}; // powers of 1000, as in GB/s

    /// Returns a time.
    ///
    /// @throws IllegalArgumentException if the number is not finite
    public static Quantity ofNanos(double nanos) {
        return of(nanos, TIMES);
    }

    /// Returns an amount of memory.
    ///
    /// @throws IllegalArgumentException if the number is not finite
    public static Quantity ofBytes(double bytes) {
        return of(bytes, SIZES);
    }

    private static Quantity of(double value, String[] units) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value=" + value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal shown = rounded(exact);
        int unit = 0;
        // What is rounded may need the next unit: 999.96 us are 1 ms.
        while (unit < units.length - 1 && shown.abs().compareTo(STEP) >= 0) {
            exact = exact.movePointLeft(3);
            shown = rounded(exact);
            unit++;
        }
        return new Quantity(digits(shown, unit) + " " + units[unit]);
    }

    /// Rounds to four digits, but no whole number: seconds beyond 9999 keep theirs.
    private static BigDecimal rounded(BigDecimal value) {
        int whole = value.precision() - value.scale();
        return value.round(new MathContext(Math.max(DIGITS, whole)));
    }

    /// Parts of the smallest unit lose their zeros; other values keep four digits, so that a column is even.
    private static String digits(BigDecimal value, int unit) {
        if (unit == 0 || value.signum() == 0) {
            return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        }
        int whole = Math.max(1, value.precision() - value.scale());
        return value.setScale(Math.max(0, DIGITS - whole)).toPlainString();
    }

    @Override
    public String toString() {
        return text;
    }
}
