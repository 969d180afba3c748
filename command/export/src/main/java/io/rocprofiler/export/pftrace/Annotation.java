package io.rocprofiler.export.pftrace;

/// The annotations of slices, with AMD's names (`generatePerfetto.cpp` of rocprofiler-sdk 1.0.0); the last few
/// are ours.
enum Annotation {
    BEGIN_NS(1, "begin_ns"),
    END_NS(2, "end_ns"),
    DELTA_NS(3, "delta_ns"),
    TID(4, "tid"),
    KIND(5, "kind"),
    OPERATION(6, "operation"),
    CORR_ID(7, "corr_id"),
    ANCESTOR_ID(8, "ancestor_id"),
    STREAM_ID(9, "stream_ID"),
    ARGS(10, "args"),
    SRC_AGENT(11, "src_agent"),
    DST_AGENT(12, "dst_agent"),
    COPY_BYTES(13, "copy_bytes"),
    AGENT(14, "agent"),
    AGENT_TYPE(15, "agent_type"),
    QUEUE(16, "queue"),
    KERNEL_ID(17, "kernel_id"),
    SCRATCH_SIZE(18, "Scratch_Size"),
    LDS_BLOCK_SIZE(19, "LDS_Block_Size"),
    VGPR_COUNT(20, "VGPR_Count"),
    ACCUM_VGPR_COUNT(21, "Accum_VGPR_Count"),
    SGPR_COUNT(22, "SGPR_Count"),
    WORKGROUP_SIZE(23, "workgroup_size"),
    GRID_SIZE(24, "grid_size"),
    RETVAL(25, "retval"),
    DISPATCH_ID(26, "dispatch_id"),
    ADDRESS(27, "address"),
    ALLOCATION_SIZE(28, "allocation_size"),
    FLAGS(29, "flags");

    private final int number;
    private final String word;

    Annotation(int number, String word) {
        this.number = number;
        this.word = word;
    }

    String word() {
        return word;
    }

    /// The number under which every process defines the annotation first: from 1, in the order of the constants.
    int number() {
        return number;
    }
}
