package io.rocprofiler.collector;

/// Messages to the user of the program: single lines on standard error.
final class Messages {
    private Messages() {}

    static void say(String line) {
        System.err.println("rocprofv3: " + withoutControls(line));
    }

    /// Replaces control characters, which paths and names may contain and a terminal would interpret.
    static String withoutControls(String line) {
        char[] shown = line.toCharArray();
        for (int i = 0; i < shown.length; i++) if (Character.isISOControl(shown[i])) shown[i] = '?';
        return new String(shown);
    }
}
