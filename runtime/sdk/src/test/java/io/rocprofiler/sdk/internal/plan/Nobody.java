package io.rocprofiler.sdk.internal.plan;

/// A tool, where it does not matter whose.
public final class Nobody extends Client {
    public Nobody() {
        super(0, 1);
    }

    /// A context of such a tool.
    ///
    /// @param handle also its place among the contexts
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
