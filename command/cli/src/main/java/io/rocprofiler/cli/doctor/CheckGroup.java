package io.rocprofiler.cli.doctor;

import java.util.Locale;

/// The groups of [Check], in AMD's order; the last one is ours. What an id begins with is the name in small letters.
enum CheckGroup {
    INSTALL("Installation"),
    DRIVER("Driver and devices"),
    RUNTIME("Runtimes"),
    COUNTERS("Counters"),
    ENVIRON("Environment"),
    CONTAINER("Containers"),
    PYTHON("Python"),
    FILESYSTEM("Files"),
    TOOLS("Commands"),
    SMOKE("Runs of the commands"),
    TRACING("What can be traced");

    final String title;

    CheckGroup(String title) {
        this.title = title;
    }

    /// The name in ids and in JSON.
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
