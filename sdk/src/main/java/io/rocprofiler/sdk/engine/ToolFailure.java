package io.rocprofiler.sdk.engine;

/// A tool did what no tool may. The message says what, in words that follow the name of the tool.
final class ToolFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    ToolFailure(String message) {
        super(message);
    }
}
