package io.rocprofiler.cli.options;

/// AMD's groups of options, in the order of its help.
public enum OptionGroup {
    IO("I/O options"),
    AGGREGATE("Aggregate tracing options"),
    BASIC("Basic tracing options"),
    GRANULAR("Granular tracing options"),
    COUNTERS("Counter collection options"),
    STREAMING("SPM options"),
    PC_SAMPLING("PC sampling options"),
    POST("Post-processing tracing options"),
    NAMING("Kernel naming options"),
    FILTERING("Filtering options"),
    PERFETTO("Perfetto-specific options"),
    DISPLAY("Display options"),
    ADVANCED("Advanced options"),
    ATTACHMENT("Attachment options"),
    THREAD_TRACE("Advanced thread trace (ATT) options");

    private final String heading;

    OptionGroup(String heading) {
        this.heading = heading;
    }

    public String heading() {
        return heading;
    }
}
