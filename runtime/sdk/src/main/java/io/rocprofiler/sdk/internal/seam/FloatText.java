package io.rocprofiler.sdk.internal.seam;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Formats floating-point numbers as a C++ stream does by default: `%g`, six significant digits.
public final class FloatText {
    private static final int DIGITS = 6;
    private static final int LEAST_PLAIN_EXPONENT = -4;
    private static final MathContext ROUNDING = new MathContext(DIGITS, RoundingMode.HALF_EVEN);

    private FloatText() {}

    /// Returns the text. Allocates it; only a few functions take floats.
    public static String of(double value) {
        if (Double.isNaN(value)) return Double.doubleToRawLongBits(value) < 0 ? "-nan" : "nan";
        if (Double.isInfinite(value)) return value < 0 ? "-inf" : "inf";
        if (value == 0) return 1 / value < 0 ? "-0" : "0";
        BigDecimal rounded = new BigDecimal(value).round(ROUNDING).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent < DIGITS) return rounded.toPlainString();
        String digits = rounded.unscaledValue().abs().toString();
        StringBuilder text = new StringBuilder(value < 0 ? "-" : "").append(digits.charAt(0));
        if (digits.length() > 1) text.append('.').append(digits, 1, digits.length());
        text.append(exponent < 0 ? "e-" : "e+");
        int size = Math.abs(exponent);
        return (size < 10 ? text.append('0') : text).append(size).toString();
    }
}
