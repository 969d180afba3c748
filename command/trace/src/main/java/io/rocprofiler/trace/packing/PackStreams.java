package io.rocprofiler.trace.packing;

/// The names of the streams in a packed process that are no domains; those of domains are their stems.
public final class PackStreams {

    public static final String TEXTS = "text";
    public static final String RENAMES = "rename";
    public static final String OPEN_RANGES = "range_open";
    public static final String OBJECTS = "object";
    static final String UNKNOWN = "unknown";

    private PackStreams() {}
}
