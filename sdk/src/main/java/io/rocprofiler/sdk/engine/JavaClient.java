package io.rocprofiler.sdk.engine;

import io.rocprofiler.sdk.Tool;

/// A tool in Java.
final class JavaClient extends Client {
    private final Registration registration;
    private final Tool tool;
    private final String name;

    /// A client for a tool.
    ///
    /// @param name what the tool answered when it was found: asking may fail, so it is asked once
    JavaClient(int priority, int id, Tool tool, String name, Registration registration) {
        super(priority, id);
        this.tool = tool;
        this.name = name;
        this.registration = registration;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    boolean configure() {
        return true;
    }

    @Override
    void initialize() throws Exception {
        ToolSetup setup = new ToolSetup(registration, this);
        try {
            tool.initialize(setup);
        } finally {
            setup.expire();
        }
    }

    @Override
    boolean outlivesHooks() {
        return tool.outlivesShutdownHooks();
    }

    @Override
    void finish() {
        registration.buffers().deliver(this);
        tool.close();
    }
}
