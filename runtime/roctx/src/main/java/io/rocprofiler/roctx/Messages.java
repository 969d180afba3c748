package io.rocprofiler.roctx;

import java.util.concurrent.ConcurrentHashMap;

/// What has to be said to who runs the program, in one line on standard error, once.
final class Messages {
    private static final ConcurrentHashMap<String, Boolean> SAID = new ConcurrentHashMap<>();

    private Messages() {}

    static void warnOnce(String text) {
        if (SAID.putIfAbsent(text, true) == null) System.err.println("rocprofiler: " + text);
    }
}
