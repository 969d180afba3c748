package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.BufferTracingHipGraphRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingHipGraphData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipGraphOperation;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeGraphEvent;
import io.rocprofiler.abi.internal.NativeGraphs;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.call.Correlation;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.RecordIds;
import io.rocprofiler.sdk.internal.plan.BufferService;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `HIP_GRAPH`: executable graphs that are made, launched and destroyed.
///
/// C functions (`graphs.c`) stand in place of HIP's, which number the graphs and know which launch submits which work.
/// Callbacks lie within the traced call of HIP. A record has the operation 0, as AMD's (rocprofiler-sdk 1.3.0,
/// `graph.cpp`), and is only there for a launch that has succeeded.
///
/// Thread rule: any thread.
public final class HipGraphs implements EventService {
    private static final int RECORDED = HipGraphOperation.NONE.value();

    /// A function: where C finds HIP's own, and where ours is.
    private record Function(int own, int ours) {}

    private static final Map<HipRuntimeOperation, Function> FUNCTIONS = Map.of(
            HipRuntimeOperation.hipGraphInstantiate,
            new Function(NativeGraphs.INSTANTIATE, NativeGraphs.MY_INSTANTIATE),
            HipRuntimeOperation.hipGraphInstantiateWithFlags,
            new Function(NativeGraphs.INSTANTIATE_FLAGS, NativeGraphs.MY_INSTANTIATE_FLAGS),
            HipRuntimeOperation.hipGraphInstantiateWithParams,
            new Function(NativeGraphs.INSTANTIATE_PARAMS, NativeGraphs.MY_INSTANTIATE_PARAMS),
            HipRuntimeOperation.hipGraphExecDestroy,
            new Function(NativeGraphs.DESTROY, NativeGraphs.MY_DESTROY),
            HipRuntimeOperation.hipGraphLaunch,
            new Function(NativeGraphs.LAUNCH, NativeGraphs.MY_LAUNCH),
            HipRuntimeOperation.hipGraphLaunch_spt,
            new Function(NativeGraphs.LAUNCH_SPT, NativeGraphs.MY_LAUNCH_SPT));

    private final EventSlots events;

    /// The slots of callbacks by operation; null for one that no context is told of.
    private final @Nullable EventSlot[] callbacks = new @Nullable EventSlot[HipGraphOperation.last()];

    private @Nullable EventSlot records;

    /// Active if any of them is.
    private @Nullable EventSlot any;

    public HipGraphs(EventSlots events) {
        this.events = events;
    }

    /// Whether a context traces graphs, or its file has kernels or copies, whose records name nodes.
    private boolean isWanted() {
        for (TracingContext context : events.contexts()) {
            if (context.asksFor(CallbackTracingKind.HIP_GRAPH, BufferTracingKind.HIP_GRAPH)) return true;
            for (BufferService service : context.buffers()) if (namesNodes(service)) return true;
        }
        return false;
    }

    private static boolean namesNodes(BufferService service) {
        boolean isWork =
                service.kind() == BufferTracingKind.KERNEL_DISPATCH || service.kind() == BufferTracingKind.MEMORY_COPY;
        return isWork && service.place() instanceof ChunkBuffer kept && kept.isOfFile();
    }

    @Override
    public void runtimeRegisters(RuntimeTables registered) {
        if (registered.library().equals("hip") && isWanted()) prepare();
    }

    @Override
    public void contextsCame(RuntimeTables registered) {
        runtimeRegisters(registered);
    }

    /// Creates the slots, or finds them again, once a window has closed.
    private synchronized void prepare() {
        List<EventSlot> all = new ArrayList<>();
        for (int operation = 1; operation < callbacks.length; operation++) {
            EventSlot slot = events.of(CallbackTracingKind.HIP_GRAPH, null, operation);
            callbacks[operation] = slot;
            if (slot != null) all.add(slot);
        }
        records = events.of(null, BufferTracingKind.HIP_GRAPH, RECORDED);
        if (records != null) all.add(records);
        any = events.joint(any, all);
        if (any != null) link(NativeGraphs.ACTIVE, any.activeAddress());
    }

    private static long linked(int field) {
        return Memory.getLong(Native.linked(NativeLink.GRAPHS) + field);
    }

    private static void link(int field, long value) {
        Memory.putLongRelease(Native.linked(NativeLink.GRAPHS) + field, value);
    }

    @Override
    public boolean replaces(ApiTable table) {
        return table == ApiTables.HIP_RUNTIME && isWanted();
    }

    /// Functions of the first HIP of the process are replaced, those of others stay.
    @Override
    public long replacement(ApiTable table, int operation, long function) {
        HipRuntimeOperation known = table == ApiTables.HIP_RUNTIME ? HipRuntimeOperation.of(operation) : null;
        Function one = known == null ? null : FUNCTIONS.get(known);
        if (one == null) return 0;
        if (linked(one.own) == 0) link(one.own, function);
        return linked(one.own) != function ? 0 : linked(one.ours);
    }

    // --- calls from C ---------------------------------------------------------------------------------------------

    /// Called when a graph has been made or destroyed, and before and after it is launched.
    ///
    /// @param told address of a `native_graph_event_t`
    public void event(long told) {
        int operation = (int) Memory.getLong(told + NativeGraphEvent.OPERATION);
        int phase = (int) Memory.getLong(told + NativeGraphEvent.PHASE);
        long thread = Memory.getLong(told + NativeGraphEvent.THREAD);
        if (phase == CallbackPhase.ENTER.value()) launchBegins(told, operation, thread);
        else if (phase == CallbackPhase.EXIT.value()) launchEnds(told, thread);
        else point(told, operation, thread);
    }

    private static @Nullable Event begin(@Nullable EventSlot slot, long thread, long told) {
        Event event = slot == null ? null : Event.begin(slot, thread);
        if (event == null) return null;
        event.correlateWithCall(thread);
        long payload = event.payload(CallbackTracingHipGraphData.SIZEOF);
        Memory.putLong(payload + CallbackTracingHipGraphData.GRAPH_EXEC_ID, Memory.getLong(told + NativeGraphEvent.ID));
        Memory.putLong(
                payload + CallbackTracingHipGraphData.GRAPH_EXEC_VALUE, Memory.getLong(told + NativeGraphEvent.EXEC));
        return event;
    }

    private static void release(Event event, long thread, long nanos) {
        if (event.key != 0) Correlation.retire(thread, event.key, nanos);
        event.release();
    }

    private void point(long told, int operation, long thread) {
        Event event = begin(callbacks[operation], thread, told);
        if (event == null) return;
        event.point(thread);
        release(event, thread, 0);
    }

    /// The contexts that are listening now are told of the end, too.
    private void launchBegins(long told, int operation, long thread) {
        Event record = begin(records, thread, told);
        Event event = begin(callbacks[operation], thread, told);
        Memory.putLong(told + NativeGraphEvent.RECORD, record == null ? 0 : record.number);
        Memory.putLong(told + NativeGraphEvent.EVENT, event == null ? 0 : event.number);
        if (event != null) event.enter(thread);
    }

    private void launchEnds(long told, long thread) {
        int number = (int) Memory.getLong(told + NativeGraphEvent.EVENT);
        int recorded = (int) Memory.getLong(told + NativeGraphEvent.RECORD);
        long end = Memory.getLong(told + NativeGraphEvent.END_NS);
        if (number != 0) {
            Event event = Event.at(number);
            event.exit(thread);
            release(event, thread, end);
        }
        if (recorded == 0) return;
        Event event = Event.at(recorded);
        if (Memory.getLong(told + NativeGraphEvent.FAILED) != 0) event.refuse(thread);
        else
            event.record(
                    thread,
                    BufferTracingHipGraphRecord.SIZEOF,
                    (of, _, index, record) -> write(of, index, record, told));
        release(event, thread, end);
    }

    private static void write(Event event, int index, long record, long told) {
        RecordIds.asyncCorrelation(record + BufferTracingHipGraphRecord.CORRELATION_ID, event, index);
        Memory.putLong(record + BufferTracingHipGraphRecord.THREAD_ID, event.threadId());
        put(record + BufferTracingHipGraphRecord.AGENT_ID, told + NativeGraphEvent.AGENT_ID);
        put(record + BufferTracingHipGraphRecord.START_TIMESTAMP, told + NativeGraphEvent.START_NS);
        put(record + BufferTracingHipGraphRecord.END_TIMESTAMP, told + NativeGraphEvent.END_NS);
        put(record + BufferTracingHipGraphRecord.GRAPH_EXEC_ID, told + NativeGraphEvent.ID);
        put(record + BufferTracingHipGraphRecord.KERNEL_DISPATCH_COUNT, told + NativeGraphEvent.KERNELS);
    }

    private static void put(long to, long from) {
        Memory.putLong(to, Memory.getLong(from));
    }
}
