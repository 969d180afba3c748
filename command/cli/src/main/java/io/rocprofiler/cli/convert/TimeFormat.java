package io.rocprofiler.cli.convert;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The subset of C's `strftime` that file names use; other letters stay unchanged.
final class TimeFormat {

    private TimeFormat() {}

    static String format(String pattern, ZonedDateTime time) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%' && i + 1 < pattern.length()) {
                text.append(field(pattern.charAt(++i), time));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static String field(char letter, ZonedDateTime time) {
        String pattern = switch (letter) {
            case 'F' -> "yyyy-MM-dd";
            case 'T' -> "HH:mm:ss";
            case 'R' -> "HH:mm";
            case 'D' -> "MM/dd/yy";
            case 'Y' -> "yyyy";
            case 'y' -> "yy";
            case 'm' -> "MM";
            case 'd' -> "dd";
            case 'H' -> "HH";
            case 'I' -> "hh";
            case 'M' -> "mm";
            case 'S' -> "ss";
            case 'p' -> "a";
            case 'j' -> "DDD";
            case 'b' -> "MMM";
            case 'B' -> "MMMM";
            case 'a' -> "EEE";
            case 'A' -> "EEEE";
            case 'Z' -> "zzz";
            case 'z' -> "xx";
            default -> "";
        };
        if (letter == 's') {
            return Long.toString(time.toEpochSecond());
        }
        return pattern.isEmpty()
                ? (letter == '%' ? "%" : "%" + letter)
                : DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }
}
