package io.rocprofiler.sdk.internal.seam;

import org.jspecify.annotations.Nullable;

/// A variable of the environment that says yes or no, in AMD's grammar: digits are a number, `off`, `false`, `no`, `n`
/// and `f` in any case say no, everything else says yes.
public final class EnvironmentFlag {
    private static final String[] NO = {"off", "false", "no", "n", "f"};

    private EnvironmentFlag() {}

    /// Whether a variable says yes.
    ///
    /// @param text the variable's value; null and (where AMD's library aborts) empty mean `otherwise`
    public static boolean parse(@Nullable String text, boolean otherwise) {
        if (text == null || text.isEmpty()) return otherwise;
        if (isNumber(text)) return !isZero(text);
        for (String no : NO) if (no.equalsIgnoreCase(text)) return false;
        return true;
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        return true;
    }

    private static boolean isZero(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) != '0') return false;
        return true;
    }
}
