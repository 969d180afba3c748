package io.rocprofiler.trace.packing;

/// The names of a packed process's streams other than domains. A domain's stream has the name of its stem.
public final class PackStreams {

    public static final String TEXTS = "text";
    public static final String RENAMES = "rename";
    public static final String OPEN_RANGES = "range_open";
    public static final String OBJECTS = "object";
    public static final String NAMES = "name";
    static final String UNKNOWN = "unknown";

    private PackStreams() {}
}
