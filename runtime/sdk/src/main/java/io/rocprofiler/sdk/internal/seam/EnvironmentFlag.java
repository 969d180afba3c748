package io.rocprofiler.sdk.internal.seam;

import org.jspecify.annotations.Nullable;

/// A boolean environment variable, in AMD's grammar: digits are a number, `off`, `false`, `no`, `n` and `f` in any
/// case are false, everything else is true.
public final class EnvironmentFlag {
    private static final String[] NO = {"off", "false", "no", "n", "f"};

    private EnvironmentFlag() {}

    /// Parses a variable.
    ///
    /// @param text the variable's value; null and (for which AMD's library aborts) empty mean `otherwise`
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
