package io.rocprofiler.trace.export.otf2;

/// What events say besides their region. The ordinal is the reference.
enum Attribute {
    CATEGORY("category", Attribute.STRING, "What kind of record it is"),
    CORRELATION_ID("correlation_id", Attribute.UINT64, "The same in a call and in the GPU work that it started"),
    ANCESTOR_ID("ancestor_id", Attribute.UINT64, "Correlation id of the call or range around it"),
    STREAM_ID("stream_id", Attribute.UINT64, "HIP stream"),
    DISPATCH_ID("dispatch_id", Attribute.UINT64, "Number of the dispatch"),
    KERNEL_ID("kernel_id", Attribute.UINT64, "Number of the kernel"),
    WORKGROUP_SIZE("workgroup_size", Attribute.UINT64, "Work-items of a work-group"),
    GRID_SIZE("grid_size", Attribute.UINT64, "Work-items in all"),
    BYTES("bytes", Attribute.UINT64, "Bytes copied or allocated"),
    ADDRESS("address", Attribute.UINT64, "Address of the memory"),
    SOURCE("source", Attribute.STRING, "Agent that a copy reads from"),
    FLAGS("flags", Attribute.UINT64, "Flags of the scratch memory");

    // OTF2_Type
    static final int UINT64 = 4;
    static final int STRING = 11;

    private final String label;
    private final int type;
    private final String description;

    Attribute(String label, int type, String description) {
        this.label = label;
        this.type = type;
        this.description = description;
    }

    String label() {
        return label;
    }

    int type() {
        return type;
    }

    String description() {
        return description;
    }
}
