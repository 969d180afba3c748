package io.rocprofiler.sdk.internal.plan;

/// A tool for tests in which its identity does not matter.
public final class Nobody extends Client {
    public Nobody() {
        super(0, 1);
    }

    /// Creates a context of such a tool.
    ///
    /// @param handle also its index among the contexts
    public static TracingContext context(int handle) {
        return new TracingContext(handle, handle, new Nobody());
    }

    @Override
    public String name() {
        return "nobody";
    }

    @Override
    public boolean outlivesHooks() {
        return false;
    }

    @Override
    public boolean configure() {
        return true;
    }

    @Override
    public void initialize() {}

    @Override
    public void finish() {}
}
