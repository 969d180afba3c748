package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.program.ProgramCalls;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.tool.JavaTools;
import io.rocprofiler.sdk.internal.tool.RegisteredTools;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers a Java program's calls of `Profiler`.
final class RegisteringProgram extends ProgramCalls<Tool, io.rocprofiler.sdk.Registration, Agent, KernelInfo> {
    private final Registration registration;

    RegisteringProgram(Registration registration) {
        this.registration = registration;
    }

    @Override
    public boolean isAvailable() {
        return registration.isAvailable();
    }

    @Override
    public io.rocprofiler.sdk.Registration register(List<Tool> tools) {
        if (tools.isEmpty()) throw new IllegalArgumentException("tools=[]: give at least one");
        List<JavaTools.Found> own = new ArrayList<>(tools.size());
        for (Tool tool : tools) {
            String name = tool.name();
            if (name == null)
                throw new IllegalArgumentException(
                        "name=null: of " + tool.getClass().getName());
            own.add(new JavaTools.Found(tool, name));
        }
        Registration.Registered made = registration.register(own.getFirst().name(), own);
        return new RegisteredTools(registration, made.clients(), made.earlierRuntimes());
    }

    @Override
    public long timestampNanos() {
        return registration.timestampNanos();
    }

    @Override
    public long threadId() {
        return registration.threadId();
    }

    @Override
    public long openCalls() {
        return registration.openCalls();
    }

    @Override
    public long abandonedCalls() {
        return registration.abandonedCalls();
    }

    @Override
    public long passedThroughCalls() {
        return registration.passedThroughCalls();
    }

    @Override
    public @Nullable String variable(String name) {
        return registration.variable(name);
    }

    @Override
    public List<Agent> agents() {
        return registration.listAgents();
    }

    @Override
    public long hsaAgentAt(long address) {
        return registration.hsaAgentAt(address);
    }

    @Override
    public long hipAgent(int device) {
        return registration.hipAgent(device);
    }

    @Override
    public long streamNumber(long stream) {
        return registration.streamNumber(stream);
    }

    @Override
    public @Nullable KernelInfo kernel(long id) {
        return registration.kernel(id);
    }
}
