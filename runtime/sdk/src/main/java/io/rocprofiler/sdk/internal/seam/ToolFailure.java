package io.rocprofiler.sdk.internal.seam;

/// A violation by a tool. The message completes a sentence that begins with the name of the tool.
public final class ToolFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ToolFailure(String message) {
        super(message);
    }
}
