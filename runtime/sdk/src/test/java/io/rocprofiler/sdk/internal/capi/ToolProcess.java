package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.ToolConfigureResult;
import io.rocprofiler.abi.internal.NativeKernelIds;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.gpu.GpuWork;
import io.rocprofiler.sdk.internal.gpu.HipGraphs;
import io.rocprofiler.sdk.internal.hsa.HsaFunctions;
import io.rocprofiler.sdk.internal.ompt.Ompt;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.registration.FakePlatform;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.stream.HipStreams;
import io.rocprofiler.sdk.internal.tool.JavaTools;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A simulated process with its own engine, called as C code calls it.
public final class ToolProcess {
    /// The body of a C tool's `initialize`.
    public interface Initialize {
        void run();
    }

    private static final Arena MEMORY = Arena.global();

    public final FakePlatform platform = new FakePlatform();
    public final Registration registration = new Registration(platform, new JavaTools());
    private final CApi api;

    public ToolProcess() {
        this(null);
    }

    /// @param devices null for those of this machine
    public ToolProcess(@Nullable Devices devices) {
        Agents agents = registration.agents();
        EventSlots events = platform.events();
        GpuWork gpu = new GpuWork(
                events,
                new HsaFunctions(),
                agents,
                new CodeObjects(
                        events,
                        agents,
                        () -> MEMORY.allocate(NativeKernelIds.SIZEOF, Long.BYTES)
                                .address()),
                registration.threads(),
                List.of());
        EngineCalls own =
                new EngineCalls(registration, new Ompt(events), gpu, new HipGraphs(events), new HipStreams(events));
        api = new CApi(registration, own, devices == null ? new InstalledDevices(agents) : devices);
    }

    /// Registers a tool as a Java program does.
    public void register(Tool tool) {
        registration.register(tool.name(), List.of(new JavaTools.Found(tool, tool.name())));
    }

    /// Calls an exported function that returns a status.
    public Status call(SdkFunction function, long... arguments) {
        return Objects.requireNonNull(Status.of((int) raw(function, arguments)));
    }

    /// Calls an exported function and returns its result word.
    public long raw(SdkFunction function, long... arguments) {
        long words = memory(8 * Math.max(1, arguments.length));
        for (int i = 0; i < arguments.length; i++) Memory.putLong(words + 8L * i, arguments[i]);
        return api.call(function, new CArguments(words));
    }

    /// Adds a C tool that configures services in its `initialize`.
    public void tool(String name, Initialize initialize) {
        tool(name, initialize, () -> {});
    }

    public void tool(String name, Initialize initialize, Initialize finish) {
        long result = configureResult(initialize, finish);
        platform.tool(name, a -> result);
    }

    public long configureResult(Initialize initialize, Initialize finish) {
        long result = memory(ToolConfigureResult.SIZEOF);
        Memory.putLong(result + ToolConfigureResult.SIZE, ToolConfigureResult.SIZEOF);
        Memory.putLong(result + ToolConfigureResult.INITIALIZE, function(initialize));
        Memory.putLong(result + ToolConfigureResult.FINALIZE, function(finish));
        return result;
    }

    private long function(Initialize body) {
        return platform.function(a -> {
            body.run();
            return 0;
        });
    }

    /// Opens the window, configures and initialises all tools, and closes it.
    public void start() {
        call(SdkFunction.FORCE_CONFIGURE, 0);
    }

    /// Allocates zeroed memory that lives as long as the test run.
    public static long memory(int bytes) {
        return MEMORY.allocate(bytes, 8).address();
    }

    static long ints(int... values) {
        long address = memory(4 * Math.max(1, values.length));
        for (int i = 0; i < values.length; i++) Memory.putInt(address + 4L * i, values[i]);
        return address;
    }

    public static long string(String text) {
        return MEMORY.allocateFrom(text).address();
    }

    /// Calls `rocprofiler_create_context` and returns the new handle.
    public long createContext() {
        long out = memory(8);
        Status status = call(SdkFunction.CREATE_CONTEXT, out);
        if (status != Status.SUCCESS) throw new IllegalStateException(status.name());
        return Memory.getLong(out);
    }

    /// Calls `rocprofiler_create_buffer` and returns the new handle.
    public long createBuffer(long context, long size, long watermark, int policy, long callback) {
        long out = memory(8);
        Status status = call(SdkFunction.CREATE_BUFFER, context, size, watermark, policy, callback, 0, out);
        if (status != Status.SUCCESS) throw new IllegalStateException(status.name());
        return Memory.getLong(out);
    }
}
