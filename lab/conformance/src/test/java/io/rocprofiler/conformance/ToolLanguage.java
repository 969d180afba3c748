package io.rocprofiler.conformance;

/// The tool of a test about GPU work, in C or in Java.
public enum ToolLanguage {
    C("ROCP_TOOL_LIBRARIES"),
    JAVA("ROCPROFILER_JAVA_TOOLS");

    private final String variable;

    ToolLanguage(String variable) {
        this.variable = variable;
    }

    public Run add(Run run, String services) {
        String tool = this == C ? Product.tool("gpu") : JavaTool.jar("GpuTool");
        return run.with(variable, tool)
                .with("GPU", services)
                .with("GPU_FILE", run.folder().resolve("gpu").toString());
    }
}
