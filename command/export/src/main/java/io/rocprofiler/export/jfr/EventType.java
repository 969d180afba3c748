package io.rocprofiler.export.jfr;

import java.util.List;

/// The types of events, which are those of `rocprofiler-jfr` too, and a few for programs that are not Java's.
///
/// All begin with start, duration and thread.
enum EventType {
    HIP_CALL("HipCall", "HIP Call", Fields.CALL),
    HSA_CALL("HsaCall", "HSA Call", Fields.CALL),
    ROCTX_RANGE("RoctxRange", "ROC-TX Range", Fields.RANGE),
    RCCL_CALL("RcclCall", "RCCL Call", Fields.CALL),
    ROCDECODE_CALL("RocdecodeCall", "rocDecode Call", Fields.CALL),
    ROCJPEG_CALL("RocjpegCall", "rocJPEG Call", Fields.CALL),
    GPU_KERNEL("GpuKernel", "GPU Kernel", Fields.KERNEL),
    GPU_COPY("GpuCopy", "GPU Copy", Fields.COPY),
    GPU_MEMORY("GpuMemory", "GPU Memory", Fields.MEMORY),
    GPU_SCRATCH("GpuScratch", "GPU Scratch Memory", Fields.SCRATCH);

    /// The sort of a field's value.
    enum Sort {
        NUMBER,
        BYTES,
        ADDRESS,
        CORRELATION,
        TEXT
    }

    record Field(String name, String label, Sort sort) {}

    private static final class Fields {
        private static final Field CORRELATION = new Field("correlationId", "Correlation Id", Sort.CORRELATION);
        private static final Field ANCESTOR =
                new Field("ancestorCorrelationId", "Enclosing Correlation Id", Sort.CORRELATION);
        private static final Field PROCESS = new Field("processId", "Process Id", Sort.NUMBER);
        private static final Field AGENT = new Field("agent", "Agent", Sort.TEXT);

        static final List<Field> CALL =
                List.of(new Field("function", "Function", Sort.TEXT), CORRELATION, ANCESTOR, PROCESS);
        static final List<Field> RANGE =
                List.of(new Field("message", "Message", Sort.TEXT), CORRELATION, ANCESTOR, PROCESS);
        static final List<Field> KERNEL = List.of(
                new Field("kernel", "Kernel", Sort.TEXT),
                AGENT,
                new Field("queueId", "Queue Id", Sort.NUMBER),
                new Field("dispatchId", "Dispatch Id", Sort.NUMBER),
                new Field("gridSize", "Grid Size", Sort.TEXT),
                new Field("workgroupSize", "Workgroup Size", Sort.TEXT),
                new Field("groupSegmentSize", "Local Memory", Sort.BYTES),
                new Field("privateSegmentSize", "Private Memory", Sort.BYTES),
                CORRELATION,
                PROCESS);
        static final List<Field> COPY = List.of(
                new Field("direction", "Direction", Sort.TEXT),
                new Field("bytes", "Bytes", Sort.BYTES),
                new Field("source", "Source", Sort.TEXT),
                new Field("destination", "Destination", Sort.TEXT),
                CORRELATION,
                PROCESS);
        static final List<Field> MEMORY = List.of(
                new Field("operation", "Operation", Sort.TEXT),
                new Field("bytes", "Bytes", Sort.BYTES),
                new Field("address", "Address", Sort.ADDRESS),
                AGENT,
                CORRELATION,
                PROCESS);
        static final List<Field> SCRATCH = List.of(
                new Field("operation", "Operation", Sort.TEXT),
                new Field("bytes", "Bytes", Sort.BYTES),
                AGENT,
                new Field("queueId", "Queue Id", Sort.NUMBER),
                PROCESS);

        private Fields() {}
    }

    private final String simpleName;
    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Field> fields;

    EventType(String simpleName, String label, List<Field> fields) {
        this.simpleName = simpleName;
        this.label = label;
        this.fields = fields;
    }

    String typeName() {
        return "io.rocprofiler." + simpleName;
    }

    String label() {
        return label;
    }

    List<Field> fields() {
        return fields;
    }

    /// The number of the type in a recording, which says what each number means.
    @SuppressWarnings("EnumOrdinal") // any numbers will do that differ
    int id() {
        return Metadata.FIRST_EVENT + ordinal();
    }
}
