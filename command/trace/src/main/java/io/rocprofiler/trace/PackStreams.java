package io.rocprofiler.trace;

/// The names of the streams in a packed process that are no domains; those of domains are their stems.
final class PackStreams {

    static final String TEXTS = "text";
    static final String RENAMES = "rename";
    static final String OPEN_RANGES = "range_open";
    static final String OBJECTS = "object";
    static final String UNKNOWN = "unknown";

    private PackStreams() {}
}
