package io.rocprofiler.collector;

/// What the collector tells the user of the program: single lines on standard error.
final class Messages {
    private Messages() {}

    static void say(String line) {
        System.err.println("rocprofv3: " + line);
    }
}
