package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeTool;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.agent.MachineFiles;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.kfd.KfdDevice;
import io.rocprofiler.sdk.internal.kfd.NativeKfdDevice;
import io.rocprofiler.sdk.internal.plan.EventServices;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.registration.DiscoveredTool;
import io.rocprofiler.sdk.internal.registration.NativePlatform;
import io.rocprofiler.sdk.internal.registration.TableWrapper;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.NativePeek;
import io.rocprofiler.sdk.internal.seam.Peek;
import io.rocprofiler.sdk.internal.seam.RegisterLibrary;
import io.rocprofiler.sdk.internal.seam.ThreadBlocks;
import io.rocprofiler.sdk.internal.stream.HipStreams;
import io.rocprofiler.sdk.internal.tool.JavaTools;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The platform of a real process.
final class ThisProcess implements NativePlatform {
    private static final int MAX_TOOLS = 64;

    private final HsaQueries hsa;
    private final Slots slots;
    private final EventSlots events;
    private EventServices services = new EventServices(List.of());
    private @Nullable CallWarmUp warmUp;
    private @Nullable CodeObjects code;
    private @Nullable HipStreams streams;
    private @Nullable TableWrapper wrapper;
    private volatile long forced;

    ThisProcess(HsaQueries hsa, Slots slots, EventSlots events) {
        this.hsa = hsa;
        this.slots = slots;
        this.events = events;
    }

    /// Sets the parts that are created after this one and depend on it: called once, before any use of this object.
    void use(EventServices made, CallWarmUp warmer, CodeObjects objects, HipStreams numbers) {
        code = objects;
        streams = numbers;
        services = made;
        warmUp = warmer;
        wrapper = new TableWrapper(slots, events, made, warmer);
    }

    @Override
    public void attach() {
        try {
            Attachment.make();
        } catch (IllegalCallerException | ExceptionInInitializerError | NoClassDefFoundError failure) {
            if (!isDenial(failure)) throw failure;
            throw new IllegalStateException(
                    "this JVM keeps Java from calling C: start it with --enable-native-access=" + moduleName(),
                    failure);
        }
    }

    /// Whether a class initialiser failed because native access is denied; that class cannot be initialised
    /// later, either.
    private static boolean isDenial(Throwable failure) {
        return failure instanceof IllegalCallerException
                || String.valueOf(failure.getCause()).contains("IllegalCallerException");
    }

    private static String moduleName() {
        Module module = ThisProcess.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    @Override
    public void force(long configureFunction) {
        forced = configureFunction;
        Native.forceLoad();
    }

    @Override
    public boolean handOver() {
        return RegisterLibrary.handOver();
    }

    @Override
    public void taken(RuntimeTables runtime) {
        for (int i = 0; i < runtime.count(); i++) RegisterLibrary.taken(runtime.address(i));
    }

    @Override
    public List<DiscoveredTool> discoverTools() {
        try (Arena arena = Arena.ofConfined()) {
            long tools = arena.allocate((long) MAX_TOOLS * NativeTool.SIZEOF, 8).address();
            long count = Native.invoke(Native.linked(NativeLink.DISCOVER), tools, MAX_TOOLS, forced, 0, 0, 0);
            List<DiscoveredTool> found = new ArrayList<>((int) count);
            for (int i = 0; i < count; i++) {
                long tool = tools + (long) i * NativeTool.SIZEOF;
                String name = Memory.all().getString(Memory.getLong(tool + NativeTool.NAME));
                long configure = Memory.getLong(tool + NativeTool.CONFIGURE);
                found.add(new DiscoveredTool(configure, name, Memory.getLong(tool + NativeTool.CONFIGURE_ATTACH)));
            }
            return found;
        }
    }

    @Override
    public long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5) {
        return Native.invoke(function, a0, a1, a2, a3, a4, a5);
    }

    @Override
    public long invokeMany(long function, long arguments) {
        return Native.invokeMany(function, arguments);
    }

    @Override
    public void invokeLimited(long function, long argument) {
        Native.invokeLimited(function, argument);
    }

    @Override
    public Peek peek() {
        return NativePeek.PROCESS;
    }

    @Override
    public @Nullable String variable(String name) {
        return Native.variable(name);
    }

    @Override
    public boolean readable(long address, long sizeBytes) {
        return Native.readable(address, sizeBytes);
    }

    @Override
    public long finalizeClientFunction() {
        return Native.finalizeClientFunction();
    }

    @Override
    public long detachClientFunction() {
        return Native.detachClientFunction();
    }

    @Override
    public void freeze(List<? extends TracingContext> contexts) {
        slots.freeze(contexts);
        events.contextsCame();
        Correlation.freeze(events);
        if (warmUp != null) for (TracingContext context : contexts) if (context.isBusyInJava()) warmUp.begin();
        services.windowCloses();
    }

    @Override
    public EventSlots events() {
        return events;
    }

    @Override
    public void ask(TracingContext context) {
        slots.ask(context);
    }

    @Override
    public void activate(TracingContext context) {
        slots.activate(context);
    }

    @Override
    public void deactivate(TracingContext context) {
        slots.deactivate(context);
        Correlation.collectIds();
    }

    @Override
    public void retire(TracingContext context) {
        slots.retire(context);
    }

    @Override
    public void registered(RuntimeTables runtime) {
        services.runtimeRegisters(runtime);
        if (wrapper != null) wrapper.wrap(runtime);
    }

    @Override
    public void told(RuntimeTables runtime, boolean isInUse) {
        services.runtimeRegistered(runtime, isInUse);
    }

    @Override
    public void contextsCame(List<RuntimeTables> runtimes) {
        for (RuntimeTables runtime : runtimes) services.contextsCame(runtime);
        if (wrapper != null) wrapper.contextsCame();
    }

    @Override
    public void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {
        services.catchUp(runtime, came);
    }

    @Override
    public void windowClosed() {
        services.windowClosed();
    }

    @Override
    public void finalizing() {
        services.finish();
    }

    @Override
    public @Nullable KernelInfo kernel(long id) {
        return code == null ? null : code.kernel(id);
    }

    @Override
    public long streamNumber(long stream) {
        return streams == null ? 0 : streams.number(stream);
    }

    @Override
    public void toolsEnded() {
        if (JavaTools.areForeign() && Native.linked(NativeLink.JOINED) == 0) ToolHooks.run();
    }

    @Override
    public void drain() {
        services.drain();
    }

    @Override
    public void count(List<? extends TracingContext> contexts) {
        for (TracingContext context : contexts) slots.count(context);
    }

    @Override
    public void disable() {
        Native.disableSlots();
        services.ended();
    }

    @Override
    public long threadBlock() {
        return Native.threadBlock();
    }

    @Override
    public long nowNanos() {
        return Clock.now();
    }

    @Override
    public long openCalls() {
        return ThreadBlocks.open();
    }

    @Override
    public long abandonedCalls() {
        return ThreadBlocks.abandoned();
    }

    @Override
    public long passedThroughCalls() {
        return ThreadBlocks.passedThrough();
    }

    @Override
    public long missedCalls() {
        return ThreadBlocks.passedThrough() - ThreadBlocks.counted(SegmentHeader.PASSED_THROUGH);
    }

    @Override
    public MachineFiles machine() {
        return MachineFiles.here();
    }

    @Override
    public HsaQueries hsa() {
        return hsa;
    }

    @Override
    public KfdDevice kfd() {
        return NativeKfdDevice.ofProcess();
    }
}
