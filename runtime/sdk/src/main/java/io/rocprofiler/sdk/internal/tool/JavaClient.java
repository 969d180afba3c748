package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.registration.Registration;

/// A tool in Java.
final class JavaClient extends Client {
    private final Registration registration;
    private final Tool tool;
    private final String name;

    /// Creates a client for a tool.
    ///
    /// @param name result of [Tool#name] at discovery: the call may fail, so it is made once
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
    public boolean configure() {
        return true;
    }

    @Override
    public void initialize() throws Exception {
        ToolSetup setup = new ToolSetup(registration, this);
        ClassLoader before = ToolLoader.enter(tool.getClass().getClassLoader());
        try {
            tool.initialize(setup);
        } finally {
            ToolLoader.leave(before);
            setup.expire();
        }
    }

    @Override
    public boolean outlivesHooks() {
        return tool.outlivesShutdownHooks();
    }

    @Override
    public void finish() {
        registration.buffers().deliver(this);
        if (isDropped()) return;
        ClassLoader before = ToolLoader.enter(tool.getClass().getClassLoader());
        try {
            tool.close();
        } finally {
            ToolLoader.leave(before);
        }
    }
}
