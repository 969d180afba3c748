package io.rocprofiler.export.otf2;

/// The attributes of events besides their region.
enum Attribute {
    CATEGORY(0, "category", Attribute.STRING, "What kind of record it is"),
    CORRELATION_ID(1, "correlation_id", Attribute.UINT64, "The same in a call and in the GPU work that it started"),
    ANCESTOR_ID(2, "ancestor_id", Attribute.UINT64, "Correlation id of the call or range around it"),
    STREAM_ID(3, "stream_id", Attribute.UINT64, "HIP stream"),
    DISPATCH_ID(4, "dispatch_id", Attribute.UINT64, "Number of the dispatch"),
    KERNEL_ID(5, "kernel_id", Attribute.UINT64, "Number of the kernel"),
    WORKGROUP_SIZE(6, "workgroup_size", Attribute.UINT64, "Work-items of a work-group"),
    GRID_SIZE(7, "grid_size", Attribute.UINT64, "Work-items in all"),
    BYTES(8, "bytes", Attribute.UINT64, "Bytes copied or allocated"),
    ADDRESS(9, "address", Attribute.UINT64, "Address of the memory"),
    SOURCE(10, "source", Attribute.STRING, "Agent that a copy reads from"),
    FLAGS(11, "flags", Attribute.UINT64, "Flags of the scratch memory");

    // OTF2_Type
    static final int UINT64 = 4;
    static final int STRING = 11;

    private final int reference;
    private final String label;
    private final int type;
    private final String description;

    Attribute(int reference, String label, int type, String description) {
        this.reference = reference;
        this.label = label;
        this.type = type;
        this.description = description;
    }

    /// References count from 0 without gaps.
    int reference() {
        return reference;
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
