package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HsaAmdExtApiId;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeDispatches;
import io.rocprofiler.abi.internal.NativeGpu;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.buffer.DeliveryThread;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.hsa.HsaFunctions;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Limits;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Kernels and asynchronous copies: the work of the runtime's queues after the calls that submitted it
/// have returned.
///
/// If a context traces them, functions of HSA's tables are replaced by C functions (`gpu.c`), which call the
/// runtime's own and this class. It knows the queues, and waits for work in flight where required.
///
/// Thread rule: any thread.
public final class GpuWork implements EventService {
    // Of spec/native.json: why C says that dispatches have no record.
    private static final int NO_TIMES = NativeConstants.LOST_NO_TIMES;
    private static final int LATE = NativeConstants.LOST_LATE;
    private static final int UNKNOWN = NativeConstants.LOST_UNKNOWN;

    private static final int DRAIN_SECONDS = 30;
    private static final long QUEUE_END_NANOS = 1_000_000_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final EventSlots events;
    private final HsaFunctions functions;
    private final Agents agents;
    private final GpuLosses losses;
    private final GpuAbsence absence;
    private final Dispatches dispatches;
    private final Copies copies;
    private final GpuQueues queues = new GpuQueues();
    private final GpuPoller poller;
    private volatile @Nullable GpuRuntime runtime;
    private boolean closed;
    private boolean followsQueues;
    private boolean saidUnseen;

    /// @param around the services that surround kernels' packets
    public GpuWork(
            EventSlots events,
            HsaFunctions functions,
            Agents agents,
            CodeObjects code,
            DeliveryThreads threads,
            List<PacketService> around) {
        this.events = events;
        this.functions = functions;
        this.agents = agents;
        losses = new GpuLosses(code);
        absence = new GpuAbsence(agents);
        dispatches = new Dispatches(events, losses, around);
        copies = new Copies(events, agents, losses);
        poller = new GpuPoller(queues, dispatches, threads);
    }

    // --- when the runtime registers -------------------------------------------------------------------------------

    /// Whether any service needs the queues: kernels, launches of graphs, whose records count kernels, or scratch
    /// memory, whose events name queues.
    private boolean wantsQueues() {
        return dispatches.isWanted()
                || events.isAsked(null, BufferTracingKind.HIP_GRAPH)
                || events.isAsked(CallbackTracingKind.SCRATCH_MEMORY, BufferTracingKind.SCRATCH_MEMORY);
    }

    @Override
    public void windowCloses() {
        if (dispatches.visitJava()) Upcalls.link();
    }

    /// Follows the first HSA runtime, also after it was shut down and initialised again. Queues of other runtimes
    /// are not traced.
    @Override
    public synchronized void runtimeRegisters(RuntimeTables registered) {
        if (registered.library().equals("hip")) absence.hipRegistered();
        if (!functions.isOf(registered) || !(wantsQueues() || copies.isWanted())) return;
        GpuRuntime known = runtime;
        if (known != null) {
            known.forgetSignals();
            Native.invoke(GpuLink.get(NativeGpu.DISPATCHES_FORGET), 0, 0, 0, 0, 0, 0);
        } else {
            follow();
            GpuLink.set(NativeGpu.HAS_MARKERS, hasMarkers(registered) ? 1 : 0);
        }
        followsQueues = wantsQueues();
        profileCopies();
    }

    private void profileCopies() {
        long enable = GpuLink.get(NativeGpu.COPY_PROFILING);
        if (copies.isWanted() && enable != 0) Native.invoke(enable, 1, 0, 0, 0, 0, 0);
    }

    @Override
    public void runtimeRegistered(RuntimeTables registered, boolean isInUse) {
        if (isInUse && registered.library().equals("hsa") && isKernelToolThere(List.of(events.contexts())))
            reportOlderQueues();
    }

    private static void reportOlderQueues() {
        Messages.warn("kernels on queues that were made before the tool came are not traced");
    }

    /// Follows a runtime for more contexts, or from now on.
    @Override
    public synchronized void contextsCame(RuntimeTables registered) {
        if (!functions.isOf(registered) || !(wantsQueues() || copies.isWanted())) return;
        GpuRuntime known = runtime;
        if (known == null) {
            follow();
            GpuLink.set(NativeGpu.HAS_MARKERS, hasMarkers(registered) ? 1 : 0);
        } else {
            dispatches.widen();
            shareWork(known);
        }
        profileCopies();
    }

    /// Kernels of earlier queues are traced only if those were followed for another context.
    @Override
    public void catchUp(RuntimeTables registered, List<? extends TracingContext> came) {
        boolean areMissed = functions.isOf(registered) && isKernelToolThere(came) && !followsQueues;
        if (areMissed) reportOlderQueues();
        followsQueues |= wantsQueues();
    }

    /// Whether a tool traces kernels. Clients of roctracer do not count: they receive kernels from HIP, too.
    private static boolean isKernelToolThere(List<? extends TracingContext> contexts) {
        for (TracingContext context : contexts) {
            boolean asks = context.asksFor(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH);
            if (asks && !context.client().isRoctracer()) return true;
        }
        return false;
    }

    /// Whether the runtime knows `amd_aql_intercept_marker_t`, on which AMD's sampling of program counters depends.
    private static boolean hasMarkers(RuntimeTables registered) {
        return RuntimeTables.hsaTable(ApiTables.HSA_PC_SAMPLING, Memory.getLong(registered.tables())) != 0;
    }

    private void follow() {
        GpuRuntime followed = new GpuRuntime(HsaGpuFunctions.of(functions));
        runtime = followed;
        shareCore(NativeGpu.QUEUE_CREATE, HsaCoreApiId.hsa_queue_create);
        shareCore(NativeGpu.QUEUE_DESTROY, HsaCoreApiId.hsa_queue_destroy);
        shareCore(NativeGpu.WRITE_INDEX, HsaCoreApiId.hsa_queue_load_write_index_relaxed);
        shareCore(NativeGpu.READ_INDEX, HsaCoreApiId.hsa_queue_load_read_index_relaxed);
        shareCore(NativeGpu.ADD_WRITE_INDEX, HsaCoreApiId.hsa_queue_add_write_index_relaxed);
        shareCore(NativeGpu.SYSTEM_INFO, HsaCoreApiId.hsa_system_get_info);
        shareCore(NativeGpu.SHUT_DOWN, HsaCoreApiId.hsa_shut_down);
        shareCore(NativeGpu.SIGNAL_SUBTRACT, HsaCoreApiId.hsa_signal_subtract_screlease);
        shareCore(NativeGpu.SIGNAL_STORE, HsaCoreApiId.hsa_signal_store_screlease);
        shareExt(NativeGpu.INTERCEPT_CREATE, HsaAmdExtApiId.hsa_amd_queue_intercept_create);
        shareExt(NativeGpu.INTERCEPT_REGISTER, HsaAmdExtApiId.hsa_amd_queue_intercept_register);
        shareExt(NativeGpu.PROFILE_QUEUE, HsaAmdExtApiId.hsa_amd_profiling_set_profiler_enabled);
        shareExt(NativeGpu.COPY, HsaAmdExtApiId.hsa_amd_memory_async_copy);
        shareExt(NativeGpu.COPY_ON_ENGINE, HsaAmdExtApiId.hsa_amd_memory_async_copy_on_engine);
        shareExt(NativeGpu.COPY_RECT, HsaAmdExtApiId.hsa_amd_memory_async_copy_rect);
        shareExt(NativeGpu.COPY_TIME, HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time);
        shareExt(NativeGpu.DISPATCH_TIME, HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time);
        shareExt(NativeGpu.COPY_PROFILING, HsaAmdExtApiId.hsa_amd_profiling_async_copy_enable);
        shareWork(followed);
    }

    /// Tells C what contexts want of the runtime.
    private void shareWork(GpuRuntime followed) {
        if (wantsQueues() && !canIntercept())
            Messages.warn("this HSA runtime cannot intercept queues: kernels are not traced");
        EventSlot ofDispatches = dispatches.prepare();
        DispatchLink.set(NativeDispatches.RUNS_TOOLS, dispatches.areObservedAtTheEnd() ? 1 : 0);
        if (ofDispatches != null) shareDispatches(ofDispatches);
        EventSlot ofCopies = copies.prepare(followed);
        if (ofCopies != null) GpuLink.set(NativeGpu.COPIES_ACTIVE, ofCopies.activeAddress());
    }

    /// Tells C what it needs to follow dispatches.
    private void shareDispatches(EventSlot slot) {
        long silent = functions.core(HsaCoreApiId.hsa_signal_silent_store_relaxed);
        DispatchLink.set(NativeDispatches.SIGNAL_CREATE, functions.core(HsaCoreApiId.hsa_signal_create));
        DispatchLink.set(NativeDispatches.SIGNAL_DESTROY, functions.core(HsaCoreApiId.hsa_signal_destroy));
        DispatchLink.set(NativeDispatches.SIGNAL_LOAD, functions.core(HsaCoreApiId.hsa_signal_load_scacquire));
        DispatchLink.set(
                NativeDispatches.SIGNAL_RESET,
                silent != 0 ? silent : functions.core(HsaCoreApiId.hsa_signal_store_relaxed));
        DispatchLink.set(
                NativeDispatches.DISPATCH_TIME, functions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time));
        DispatchLink.set(NativeDispatches.WATCH, functions.amdExt(HsaAmdExtApiId.hsa_amd_signal_async_handler));
        DispatchLink.set(NativeDispatches.POLLER_SLEEPS, 1);
        dispatches.share();
        GpuLink.set(NativeGpu.DISPATCH_ACTIVE, slot.activeAddress());
    }

    /// The runtime whose queues are followed; set before the first call from C.
    private GpuRuntime runtime() {
        GpuRuntime known = runtime;
        if (known == null) throw new IllegalStateException("no HSA runtime has come");
        return known;
    }

    @Override
    public boolean replaces(ApiTable table) {
        if (table == ApiTables.HIP_RUNTIME) return dispatches.areObservedAtTheEnd();
        return runtime != null && (table == ApiTables.HSA_CORE || table == ApiTables.HSA_AMD_EXT);
    }

    @Override
    public long replacement(ApiTable table, int operation, long function) {
        if (table == ApiTables.HIP_RUNTIME) return observed(table, operation, function);
        long replacement = replacement(table, operation);
        return replacement == 0 || !functions.isOwn(table, operation, function) ? 0 : replacement;
    }

    /// Returns the replacement of a function of the first HSA runtime, or 0 if it is not replaced.
    private long replacement(ApiTable table, int operation) {
        if (table == ApiTables.HSA_CORE && operation == HsaCoreApiId.hsa_shut_down)
            return GpuLink.get(NativeGpu.MY_SHUT_DOWN);
        if (table == ApiTables.HSA_CORE && wantsQueues() && canIntercept()) {
            if (operation == HsaCoreApiId.hsa_queue_create) return GpuLink.get(NativeGpu.MY_QUEUE_CREATE);
            if (operation == HsaCoreApiId.hsa_queue_destroy) return GpuLink.get(NativeGpu.MY_QUEUE_DESTROY);
        }
        if (table == ApiTables.HSA_AMD_EXT
                && operation == HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time
                && dispatches.isWanted()
                && canIntercept()) return GpuLink.get(NativeGpu.MY_DISPATCH_TIME);
        if (table == ApiTables.HSA_AMD_EXT
                && operation == HsaAmdExtApiId.hsa_amd_profiling_set_profiler_enabled
                && wantsQueues()
                && canIntercept()) return GpuLink.get(NativeGpu.MY_PROFILE_QUEUE);
        if (table == ApiTables.HSA_AMD_EXT && copies.isWanted() && runtime().isWhole()) {
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy) return GpuLink.get(NativeGpu.MY_COPY);
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy_on_engine)
                return GpuLink.get(NativeGpu.MY_COPY_ON_ENGINE);
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy_rect) return GpuLink.get(NativeGpu.MY_COPY_RECT);
            if (operation == HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time)
                return GpuLink.get(NativeGpu.MY_COPY_TIME);
            if (operation == HsaAmdExtApiId.hsa_amd_profiling_async_copy_enable)
                return GpuLink.get(NativeGpu.MY_COPY_PROFILING);
        }
        return observer(table, operation);
    }

    private long observed(ApiTable table, int operation, long function) {
        EventSlot work = dispatches.prepare();
        return work == null ? 0 : events.observe(function, table, operation, work);
    }

    /// The function that reports GPU work of which the program learns by this one, or 0.
    private long observer(ApiTable table, int operation) {
        if (!dispatches.areObserved() || !canIntercept()) return 0;
        long all = GpuLink.get(table == ApiTables.HSA_CORE ? NativeGpu.CORE_OBSERVERS : NativeGpu.AMD_EXT_OBSERVERS);
        return operation < Memory.getLong(all) ? Memory.getLong(all + (1L + operation) * Long.BYTES) : 0;
    }

    private boolean canIntercept() {
        return runtime().isWhole()
                && GpuLink.get(NativeGpu.INTERCEPT_CREATE) != 0
                && GpuLink.get(NativeGpu.INTERCEPT_REGISTER) != 0
                && GpuLink.get(NativeGpu.PROFILE_QUEUE) != 0;
    }

    private void shareCore(int field, int operation) {
        GpuLink.set(field, functions.core(operation));
    }

    private void shareExt(int field, int operation) {
        GpuLink.set(field, functions.amdExt(operation));
    }

    // --- calls from C ---------------------------------------------------------------------------------------------

    /// Called when the program has created a queue.
    ///
    /// @param address of a `native_queue_t`
    public synchronized void queueMade(long address) {
        long handle = Memory.getLong(address + NativeQueue.QUEUE);
        Memory.putLong(address + NativeQueue.ID, Memory.getLong(handle + QUEUE_ID));
        long agentId = agents.idOf(Memory.getLong(address + NativeQueue.AGENT));
        Memory.putLong(address + NativeQueue.AGENT_ID, agentId);
        DispatchLink.set(NativeDispatches.CLOCK_HERTZ, runtime().clockHertz());
        GpuQueue queue = new GpuQueue(address);
        if (closed) queue.close();
        queues.add(queue, address);
    }

    /// The offset of `hsa_queue_t.id` in the HSA System Architecture Specification: after the type, the features,
    /// two addresses, the size and a reserved word.
    private static final int QUEUE_ID = 32;

    /// Called when the program has created a queue whose packets the runtime shows nobody.
    public synchronized void queueUnseen() {
        if (!saidUnseen && isKernelToolThere(List.of(events.contexts())))
            Messages.warn("kernels on cooperative queues are not traced: the runtime cannot intercept those");
        saidUnseen = true;
    }

    /// Called before a queue is destroyed: reports its completed dispatches, and gives up the others.
    public void queueEnds(long address) {
        GpuQueue queue = queues.at(address);
        if (queue == null) return;
        if (dispatches.await(queue, queue.submitted(), System.nanoTime() + QUEUE_END_NANOS)) {
            queue.forgetSignals();
            queues.remove(queue, address);
            return;
        }
        queue.reap(true);
        dispatches.abandon(queue);
    }

    /// Called when a thread waits until completed dispatches have been reported.
    public void seen() {
        poller.hurry();
    }

    /// Called when C has written dispatches into a queue while the poller slept.
    public void sent() {
        poller.awake();
    }

    /// Counts dispatches that C has no record of.
    ///
    /// @param why one of the `LOST_*` of `spec/native.json`
    /// @param what the kernel's id or the number of dispatches
    public void lost(int why, long what) {
        switch (why) {
            case NO_TIMES -> losses.hasNoTimes(what);
            case LATE -> losses.lateDispatches(what);
            case UNKNOWN -> losses.unknownPackets(what);
            default -> losses.refused(what);
        }
    }

    /// Called before the program shuts the runtime down, which may still be in use elsewhere: destroys the signals of
    /// completed work, as a program does. More are created when needed.
    public void runtimeEnds() {
        GpuRuntime known = runtime;
        if (known == null) return;
        for (GpuQueue queue : queues.all()) {
            queue.reap(false);
            queue.forgetSignals();
        }
        known.destroySignals();
    }

    public Copies copies() {
        return copies;
    }

    /// The steps of dispatches that are Java's.
    public Dispatches dispatches() {
        return dispatches;
    }

    // --- waiting --------------------------------------------------------------------------------------------------

    /// Waits until all work that is in flight now is complete and reported. Does not wait within callbacks about
    /// such work, which would wait for themselves, nor on a thread that delivers buffers.
    @Override
    public void drain() {
        drain(deadlineNanos());
    }

    private static long deadlineNanos() {
        return System.nanoTime() + Limits.seconds("ROCPROFILER_DRAIN_TIMEOUT", DRAIN_SECONDS) * NANOS_PER_SECOND;
    }

    private void drain(long deadlineNanos) {
        if (queues.all().length == 0 && copies.inFlight() == 0) return;
        if (DeliveryThread.current() != null) return;
        if (GpuThread.isTelling(Native.threadBlock())) return;
        GpuQueue[] known = queues.all();
        long[] targets = new long[known.length];
        for (int i = 0; i < known.length; i++) targets[i] = known[i].submitted();
        copies.await(deadlineNanos, this::isAnyBroken);
        for (int i = 0; i < known.length; i++) dispatches.await(known[i], targets[i], deadlineNanos);
    }

    private boolean isAnyBroken() {
        for (GpuQueue queue : queues.all()) if (queue.isBroken()) return true;
        return false;
    }

    // --- finalization
    // --------------------------------------------------------------------------------------------------

    /// Waits for work in flight, and reports work that never completed. What threads submit meanwhile is waited for,
    /// too, until then.
    @Override
    public void finish() {
        if (!queues.wereMade() && dispatches.wereListenedTo() && isKernelToolThere(List.of(events.contexts())))
            absence.report(runtime != null);
        if (functions.core(HsaCoreApiId.hsa_init) != 0) absence.reportHip(List.of(events.contexts()));
        if (runtime == null) return;
        long deadlineNanos = deadlineNanos();
        drain(deadlineNanos);
        close();
        drain(deadlineNanos);
        for (GpuQueue queue : queues.all()) {
            queue.reap(true);
            dispatches.abandon(queue);
        }
        losses.copies(copies.inFlight());
        losses.report();
        runtimeEnds();
    }

    private synchronized void close() {
        closed = true;
        copies.close();
        for (GpuQueue queue : queues.all()) queue.close();
    }

    @Override
    public void ended() {
        losses.reportLate();
    }
}
