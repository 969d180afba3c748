package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HsaAmdExtApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import io.rocprofiler.abi.NativeGpu;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.NativeQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Kernels and asynchronous copies: what the runtime's queues do after the calls that submitted it have returned.
///
/// Where a context wants to hear of them, functions of HSA's tables are replaced by C functions (`gpu.c`), which call
/// the runtime's own and this class. It knows the queues, and waits for what is in flight when somebody has to.
///
/// Thread rule: any thread.
final class GpuWork {
    private static final int DRAIN_SECONDS = 30;
    private static final long QUEUE_END_NANOS = 1_000_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static volatile GpuQueue[] queues = new GpuQueue[0];
    private static volatile @Nullable GpuRuntime runtime;

    private GpuWork() {}

    // --- when the runtime registers -------------------------------------------------------------------------------

    /// Scratch memory belongs to queues, and its events name them.
    private static boolean wantsQueues() {
        return Dispatches.isWanted()
                || Slots.isAsked(CallbackTracingKind.SCRATCH_MEMORY, BufferTracingKind.SCRATCH_MEMORY);
    }

    /// The first HSA runtime has come, and [HsaFunctions] has its functions, or has come up again. Others keep their
    /// queues to themselves.
    static synchronized void came() {
        if (!(wantsQueues() || Copies.isWanted())) return;
        if (runtime != null) runtime.forgetSignals();
        else follow();
        long enable = shared(NativeGpu.COPY_PROFILING);
        if (Copies.isWanted() && enable != 0) Native.invoke(enable, 1, 0, 0, 0, 0, 0);
    }

    private static void follow() {
        runtime = GpuRuntime.ofProcess();
        shareCore(NativeGpu.QUEUE_CREATE, HsaCoreApiId.hsa_queue_create);
        shareCore(NativeGpu.QUEUE_DESTROY, HsaCoreApiId.hsa_queue_destroy);
        shareCore(NativeGpu.SIGNAL_SUBTRACT, HsaCoreApiId.hsa_signal_subtract_screlease);
        shareCore(NativeGpu.SIGNAL_STORE, HsaCoreApiId.hsa_signal_store_screlease);
        shareExt(NativeGpu.INTERCEPT_CREATE, HsaAmdExtApiId.hsa_amd_queue_intercept_create);
        shareExt(NativeGpu.INTERCEPT_REGISTER, HsaAmdExtApiId.hsa_amd_queue_intercept_register);
        shareExt(NativeGpu.PROFILE_QUEUE, HsaAmdExtApiId.hsa_amd_profiling_set_profiler_enabled);
        shareExt(NativeGpu.COPY, HsaAmdExtApiId.hsa_amd_memory_async_copy);
        shareExt(NativeGpu.COPY_ON_ENGINE, HsaAmdExtApiId.hsa_amd_memory_async_copy_on_engine);
        shareExt(NativeGpu.COPY_RECT, HsaAmdExtApiId.hsa_amd_memory_async_copy_rect);
        shareExt(NativeGpu.COPY_TIME, HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time);
        shareExt(NativeGpu.COPY_PROFILING, HsaAmdExtApiId.hsa_amd_profiling_async_copy_enable);
        if (wantsQueues() && !canIntercept())
            Messages.warn("this HSA runtime cannot intercept queues: kernels are not traced");
        EventSlot dispatches = Dispatches.prepare();
        if (dispatches != null) share(NativeGpu.DISPATCH_ACTIVE, dispatches.activeAddress());
        EventSlot copies = Copies.prepare();
        if (copies != null) share(NativeGpu.COPIES_ACTIVE, copies.activeAddress());
    }

    /// The runtime whose queues are followed: there is one once C calls.
    static GpuRuntime runtime() {
        GpuRuntime known = runtime;
        if (known == null) throw new IllegalStateException("no HSA runtime has come");
        return known;
    }

    /// What stands in the place of a function of the first HSA runtime, 0 if nothing does.
    static long replacement(ApiTable table, int operation) {
        if (runtime == null) return 0;
        if (table == ApiTables.HSA_CORE && wantsQueues() && canIntercept()) {
            if (operation == HsaCoreApiId.hsa_queue_create) return shared(NativeGpu.MY_QUEUE_CREATE);
            if (operation == HsaCoreApiId.hsa_queue_destroy) return shared(NativeGpu.MY_QUEUE_DESTROY);
        }
        if (table == ApiTables.HSA_AMD_EXT && Copies.isWanted() && runtime().isWhole()) {
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy) return shared(NativeGpu.MY_COPY);
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy_on_engine)
                return shared(NativeGpu.MY_COPY_ON_ENGINE);
            if (operation == HsaAmdExtApiId.hsa_amd_memory_async_copy_rect) return shared(NativeGpu.MY_COPY_RECT);
            if (operation == HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time)
                return shared(NativeGpu.MY_COPY_TIME);
            if (operation == HsaAmdExtApiId.hsa_amd_profiling_async_copy_enable)
                return shared(NativeGpu.MY_COPY_PROFILING);
        }
        return 0;
    }

    private static boolean canIntercept() {
        return runtime().isWhole()
                && shared(NativeGpu.INTERCEPT_CREATE) != 0
                && shared(NativeGpu.INTERCEPT_REGISTER) != 0
                && shared(NativeGpu.PROFILE_QUEUE) != 0;
    }

    private static void shareCore(int field, int operation) {
        share(field, HsaFunctions.core(operation));
    }

    private static void shareExt(int field, int operation) {
        share(field, HsaFunctions.amdExt(operation));
    }

    private static void share(int field, long value) {
        Memory.putLongRelease(Native.linked(NativeLink.GPU) + field, value);
    }

    /// A word of `native_gpu_t`.
    static long shared(int field) {
        return Memory.getLong(Native.linked(NativeLink.GPU) + field);
    }

    // --- what C calls ---------------------------------------------------------------------------------------------

    /// @param address of a `native_queue_t`
    static synchronized void queueMade(long address) {
        long handle = Memory.getLong(address + NativeQueue.QUEUE);
        Memory.putLong(address + NativeQueue.ID, Memory.getLong(handle + QUEUE_ID));
        GpuQueue[] known = queues;
        GpuQueue queue = new GpuQueue(runtime(), address, Agents.ofHsa(Memory.getLong(address + NativeQueue.AGENT)));
        GpuQueue[] grown = Arrays.copyOf(known, known.length + 1);
        grown[known.length] = queue;
        queues = grown;
        Memory.putLongRelease(address + NativeQueue.NUMBER, grown.length);
    }

    /// `hsa_queue_t.id`, by the HSA System Architecture Specification: after the type, the features, two addresses, the
    /// size and a reserved word.
    private static final int QUEUE_ID = 32;

    /// A queue is about to be destroyed: what it has completed is told.
    static void queueEnds(long address) {
        GpuQueue queue = queue(address);
        if (queue != null) queue.await(queue.submitted(), System.nanoTime() + QUEUE_END_NANOS);
    }

    static GpuQueue[] queues() {
        return queues;
    }

    /// The queue of a `native_queue_t`, null if it is not known yet.
    static @Nullable GpuQueue queue(long address) {
        int number = (int) Memory.getLongAcquire(address + NativeQueue.NUMBER);
        return number == 0 ? null : queues[number - 1];
    }

    /// The runtime tells that work of a queue has completed.
    static void done(long address) {
        GpuQueue queue = queue(address);
        if (queue == null) return;
        queue.told();
        try {
            Dispatches.reap(queue, Native.threadBlock());
        } finally {
            queue.goOn();
        }
    }

    // --- waiting --------------------------------------------------------------------------------------------------

    /// Waits until everything that is in flight now is complete and told; not within callbacks about such work, which
    /// would wait for themselves, and not on a thread that delivers buffers.
    ///
    /// @return false when the time is up
    static boolean drain() {
        if (queues.length == 0 && Copies.inFlight() == 0) return true;
        if (CallbackThread.current() != null) return true;
        if (ThreadState.of(Native.threadBlock()).isInGpu()) return true;
        long seconds = Limits.seconds("ROCPROFILER_DRAIN_TIMEOUT", DRAIN_SECONDS);
        return drain(System.nanoTime() + seconds * NANOS_PER_SECOND);
    }

    private static boolean drain(long deadlineNanos) {
        GpuQueue[] known = queues;
        long[] targets = new long[known.length];
        for (int i = 0; i < known.length; i++) targets[i] = known[i].submitted();
        boolean done = Copies.await(deadlineNanos);
        for (int i = 0; i < known.length; i++) done &= known[i].await(targets[i], deadlineNanos);
        return done;
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /// Waits for what is in flight, and says what never completed.
    static void finish() {
        if (queues.length == 0 && Dispatches.wereListenedTo()) GpuAbsence.report(runtime != null);
        if (runtime == null) return;
        drain();
        long thread = Native.threadBlock();
        for (GpuQueue queue : queues) {
            Dispatches.reapAll(queue, thread);
            GpuLosses.neverCompleted(queue.abandon());
        }
        GpuLosses.copies(Copies.inFlight());
        GpuLosses.report();
    }
}
