package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host of a real process.
final class NativeHost implements Host {
    private volatile long forced;

    @Override
    public void attach() {
        try {
            Native.attach();
        } catch (IllegalCallerException | ExceptionInInitializerError | NoClassDefFoundError failure) {
            if (!isDenial(failure)) throw failure;
            throw new IllegalStateException(
                    "this JVM keeps Java from calling C: start it with --enable-native-access=" + moduleName(),
                    failure);
        }
    }

    /// Where native access is denied, a class that asks for it when it is initialised cannot be, now and later.
    private static boolean isDenial(Throwable failure) {
        return failure instanceof IllegalCallerException
                || String.valueOf(failure.getCause()).contains("IllegalCallerException");
    }

    private static String moduleName() {
        Module module = NativeHost.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    @Override
    public void force(long configureFunction) {
        forced = configureFunction;
        Native.forceLoad();
    }

    @Override
    public void handOver() {
        Native.handOver();
    }

    @Override
    public List<DiscoveredTool> discoverTools() {
        return Native.discoverTools(forced);
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
    public void freeze(List<ToolContext> contexts) {
        Slots.freeze(contexts);
        Correlation.freeze();
        for (ToolContext context : contexts) if (context.isBusyInJava()) HotStart.begin();
        if (!Dispatches.isWanted()) return;
        Upcalls.link();
        GpuPractice.begin();
    }

    @Override
    public void activate(ToolContext context) {
        Slots.activate(context);
    }

    @Override
    public void deactivate(ToolContext context) {
        Slots.deactivate(context);
    }

    @Override
    public void retire(ToolContext context) {
        Slots.retire(context);
    }

    @Override
    public void registered(RuntimeTables runtime, boolean isInUse) {
        if (runtime.library().equals("hip")) GpuAbsence.hipCame();
        if (runtime.library().equals("hsa")) {
            long container = Memory.getLong(runtime.tables());
            if (HsaFunctions.keep(container)) GpuWork.came();
            if (CodeObjectHooks.isWanted()) HsaLoader.keep(container, (int) runtime.instance());
        }
        TableWrapper.wrap(runtime);
        RuntimeInitialization.tell(runtime);
        if (isInUse && runtime.library().equals("hsa")) hsaWasThere((int) runtime.instance());
    }

    /// Nobody saw what the runtime has loaded and made.
    private static void hsaWasThere(int instance) {
        if (CodeObjectHooks.isWanted()) CodeObjects.catchUp(instance, Native.threadBlock());
        if (isKernelToolThere()) Messages.warn("kernels on queues that were made before the tool came are not traced");
    }

    /// Clients of roctracer do not count: they hear of kernels from HIP, too.
    private static boolean isKernelToolThere() {
        for (ToolContext context : Slots.contexts()) {
            boolean asks = context.asksFor(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH);
            if (asks && !context.client().isRoctracer()) return true;
        }
        return false;
    }

    @Override
    public void listenToOpenMp() {
        Ompt.listen();
    }

    @Override
    public void finalizing() {
        Ompt.finish();
        GpuWork.finish();
        if (CodeObjectHooks.isWanted()) CodeObjects.close();
        RangePath.retireOpen(Native.threadBlock());
    }

    @Override
    public void drain() {
        GpuWork.drain();
    }

    @Override
    public void count(List<ToolContext> contexts) {
        for (ToolContext context : contexts) Slots.count(context);
    }

    @Override
    public void disable() {
        Native.disableSlots();
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
    public Platform platform() {
        return Platform.here();
    }

    @Override
    public HsaQueries hsa() {
        return new NativeHsaQueries();
    }

    @Override
    public KfdDevice kfd() {
        return new NativeKfdDevice();
    }
}
