package io.rocprofiler.export.text;

/// Makes names chosen by programs safe for a terminal: escapes characters that a terminal interprets instead of
/// showing, and limits the width.
public final class Printable {

    private static final String CUT = "…";

    /// The share of a cut name that is taken from its beginning; the rest is its end.
    private static final double BEGINNING = 0.75;

    private Printable() {}

    /// Replaces every control and formatting character, which a terminal would interpret, by `\n`, `\t`, `\x1b` or
    /// `\u202e`; readable characters stay unchanged.
    public static String escaped(String text) {
        if (text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> append(escaped, c));
        return escaped.toString();
    }

    private static void append(StringBuilder text, int c) {
        switch (c) {
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (!isCommand(c)) {
                    text.appendCodePoint(c);
                } else if (c < 0x100) {
                    text.append("\\x%02x".formatted(c));
                } else {
                    text.append((c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
                }
            }
        }
    }

    private static boolean isCommand(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    /// Returns the number of terminal columns that a text takes.
    public static int width(String text) {
        return text.codePoints().map(Printable::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    /// Whether a character is an East Asian wide character or a pictograph (Unicode Standard Annex 11), by
    /// coarse ranges.
    private static boolean isWide(int c) {
        return c >= 0x1100
                && (c <= 0x115f
                        || in(c, 0x2e80, 0x303e)
                        || in(c, 0x3041, 0xa4cf)
                        || in(c, 0xac00, 0xd7a3)
                        || in(c, 0xf900, 0xfaff)
                        || in(c, 0xfe30, 0xfe6f)
                        || in(c, 0xff00, 0xff60)
                        || in(c, 0xffe0, 0xffe6)
                        || in(c, 0x1f300, 0x1f64f)
                        || in(c, 0x1f900, 0x1f9ff)
                        || in(c, 0x20000, 0x3fffd));
    }

    private static boolean in(int c, int first, int last) {
        return c >= first && c <= last;
    }

    /// Returns the escaped text, with its middle cut out if it is wider than `columns`.
    public static String fitting(String text, int columns) {
        String shown = escaped(text);
        if (width(shown) <= columns) {
            return shown;
        }
        int beginning = (int) ((columns - 1) * BEGINNING);
        return first(shown, beginning) + CUT + last(shown, columns - 1 - beginning);
    }

    private static String first(String text, int columns) {
        int end = 0;
        int used = 0;
        while (true) {
            int c = text.codePointAt(end);
            if (used + width(c) > columns) {
                return text.substring(0, end);
            }
            used += width(c);
            end += Character.charCount(c);
        }
    }

    private static String last(String text, int columns) {
        int start = text.length();
        int used = 0;
        while (true) {
            int c = text.codePointBefore(start);
            if (used + width(c) > columns) {
                return text.substring(start);
            }
            used += width(c);
            start -= Character.charCount(c);
        }
    }
}
