package io.rocprofiler.cli.journal;

/// The text files that there are of a process, in the order in which the command names them. Their names and formats
/// are roctracer's, because scripts parse them.
public enum TextFile {
    BEGIN_TIME("begin_ts_file.txt"),
    AGENTS("hsa_handles.txt"),
    ROCTX("roctx_trace.txt"),
    HSA_CALLS("hsa_api_trace.txt"),
    HIP_CALLS("hip_api_trace.txt"),
    GPU_WORK("hcc_ops_trace.txt"),
    COPIES("async_copy_trace.txt"),
    PC_SAMPLES("pcs_trace.txt");

    private final String fileName;

    TextFile(String fileName) {
        this.fileName = fileName;
    }

    /// Returns its name, which something precedes: the process, or what the user named the run.
    public String fileName() {
        return fileName;
    }
}
