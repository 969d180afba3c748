package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.internal.SdkVersion;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.BufferBuilder;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackThread;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.InterceptListener;
import io.rocprofiler.sdk.RuntimeListener;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.ToolExit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// The configuration window of one Java tool.
final class ToolSetup implements Setup {
    private final Registration registration;
    private final Client client;
    private final AtomicBoolean traced = new AtomicBoolean();
    private volatile boolean expired;

    ToolSetup(Registration registration, Client client) {
        this.registration = registration;
        this.client = client;
    }

    void expire() {
        expired = true;
    }

    @Override
    public String runtimeVersion() {
        return SdkVersion.TEXT;
    }

    @Override
    public int priority() {
        return client.priority();
    }

    /// Adapts a handler of the tool to the call path.
    JavaHandler callback(CallbackHandler handler) {
        return new JavaCallback(handler, this);
    }

    String toolName() {
        return client.name();
    }

    /// Prints the stack trace of a tool's first failure.
    void trace(Throwable failure) {
        if (!traced.getAndSet(true)) Messages.trace(failure);
    }

    /// Drops the tool, which tried to end the process.
    void drop(ToolExit exit) {
        registration.drop(client, exit);
    }

    boolean isDropped() {
        return client.isDropped();
    }

    @Override
    public int clientId() {
        return client.id();
    }

    @Override
    public ContextBuilder context() {
        requireOpen();
        ToolContext context = registration.contexts().create();
        if (context == null) throw closed();
        return new ToolContextBuilder(this, context);
    }

    @Override
    public BufferBuilder buffer() {
        requireOpen();
        return new ToolBufferBuilder(this, registration);
    }

    @Override
    public CallbackThread callbackThread() {
        requireOpen();
        return new ToolThread(registration.threads().create());
    }

    @Override
    public void onRuntime(RuntimeListener listener) {
        requireOpen();
        registration.addRuntimeListener(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public List<Agent> agents() {
        requireOpen();
        return registration.listAgents();
    }

    @Override
    public void onInterceptTable(Set<InterceptTable> kinds, InterceptListener listener) {
        requireOpen();
        Objects.requireNonNull(listener, "listener");
        if (kinds.isEmpty()) throw new IllegalArgumentException("kinds=[]: give at least one");
        int bits = 0;
        for (InterceptTable kind : kinds) bits |= kind.value();
        registration.interceptTables().add(bits, ToolInterceptedTable.listener(listener));
    }

    @Override
    public void onThreadCreate(Runnable before, Runnable after) {
        requireOpen();
        registration
                .threads()
                .observe(Objects.requireNonNull(before, "before"), Objects.requireNonNull(after, "after"));
    }

    void requireOpen() {
        if (expired) throw closed();
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the configuration window has closed: use Setup only inside Tool.initialize");
    }
}
