package io.rocprofiler.trace.export.pftrace;

/// What slices say of themselves, by AMD's names (contract 6.8); the last few are ours.
enum Annotation {
    BEGIN_NS("begin_ns"),
    END_NS("end_ns"),
    DELTA_NS("delta_ns"),
    TID("tid"),
    KIND("kind"),
    OPERATION("operation"),
    CORR_ID("corr_id"),
    ANCESTOR_ID("ancestor_id"),
    STREAM_ID("stream_ID"),
    ARGS("args"),
    SRC_AGENT("src_agent"),
    DST_AGENT("dst_agent"),
    COPY_BYTES("copy_bytes"),
    AGENT("agent"),
    AGENT_TYPE("agent_type"),
    QUEUE("queue"),
    KERNEL_ID("kernel_id"),
    SCRATCH_SIZE("Scratch_Size"),
    LDS_BLOCK_SIZE("LDS_Block_Size"),
    VGPR_COUNT("VGPR_Count"),
    ACCUM_VGPR_COUNT("Accum_VGPR_Count"),
    SGPR_COUNT("SGPR_Count"),
    WORKGROUP_SIZE("workgroup_size"),
    GRID_SIZE("grid_size"),
    RETVAL("retval"),
    DISPATCH_ID("dispatch_id"),
    ADDRESS("address"),
    ALLOCATION_SIZE("allocation_size"),
    FLAGS("flags");

    private final String word;

    Annotation(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /// The number under which every process defines it, in this order, before anything else.
    int number() {
        return ordinal() + 1;
    }
}
