package io.rocprofiler.roctx;

import java.util.concurrent.ConcurrentHashMap;

/// Messages to the user of the program, one line each on standard error, printed once.
final class Messages {
    private static final ConcurrentHashMap<String, Boolean> SAID = new ConcurrentHashMap<>();

    private Messages() {}

    static void warnOnce(String text) {
        if (SAID.putIfAbsent(text, true) == null) System.err.println("rocprofiler: " + text);
    }
}
