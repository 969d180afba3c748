package io.rocprofiler.sdk.internal.seam;

/// A tool did what no tool may. The message says what, in words that follow the name of the tool.
public final class ToolFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ToolFailure(String message) {
        super(message);
    }
}
