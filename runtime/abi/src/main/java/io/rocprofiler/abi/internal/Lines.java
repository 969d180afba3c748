package io.rocprofiler.abi.internal;

import java.util.ArrayList;
import java.util.List;

/// The lines of a text, by index. The text stays one string; only the starts of the lines are computed.
public final class Lines {
    private static final char SEPARATOR = '|';

    private final String text;
    private final int[] starts;

    public Lines(String text) {
        this.text = text;
        int count = 1;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            count++;
        }
        starts = new int[count + 1];
        int line = 1;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            starts[line++] = at + 1;
        }
        starts[count] = text.length() + 1;
    }

    public int count() {
        return starts.length - 1;
    }

    public String get(int line) {
        return text.substring(starts[line], starts[line + 1] - 1);
    }

    /// Returns the index of the line that equals `wanted`, or -1.
    public int find(String wanted) {
        for (int line = 0; line < count(); line++) {
            int length = starts[line + 1] - 1 - starts[line];
            if (length == wanted.length() && text.startsWith(wanted, starts[line])) {
                return line;
            }
        }
        return -1;
    }

    /// Returns the index of the line whose first word is `key`, or -1.
    public int findKey(String key) {
        for (int line = 0; line < count(); line++) {
            int end = starts[line] + key.length();
            if (end < text.length() && text.charAt(end) == SEPARATOR && text.startsWith(key, starts[line])) {
                return line;
            }
        }
        return -1;
    }

    /// Splits a line into its words.
    static List<String> split(String line) {
        ArrayList<String> words = new ArrayList<>();
        int from = 0;
        for (int at = line.indexOf(SEPARATOR); at >= 0; at = line.indexOf(SEPARATOR, from)) {
            words.add(line.substring(from, at));
            from = at + 1;
        }
        words.add(line.substring(from));
        return words;
    }
}
