package io.rocprofiler.collector;

/// What the collector tells the user of the program: single lines on standard error.
final class Messages {
    private Messages() {}

    static void say(String line) {
        System.err.println("rocprofv3: " + withoutControls(line));
    }

    /// Paths and names may have in them what a terminal obeys.
    static String withoutControls(String line) {
        char[] shown = line.toCharArray();
        for (int i = 0; i < shown.length; i++) if (Character.isISOControl(shown[i])) shown[i] = '?';
        return new String(shown);
    }
}
