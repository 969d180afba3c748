package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.NativeOmpt;
import io.rocprofiler.abi.NativeOmptEvent;
import io.rocprofiler.abi.OmptCallbackFunctions;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.abi.OmptScopeEndpoint;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// OpenMP: the SDK is the tool of an OpenMP runtime (OMPT), and its contexts see the runtime's events.
///
/// The native half (ompt.c) is what the runtime calls. It asks here what to listen to, once the configuration window
/// has closed and a runtime has come, and hands over each event that a context wants, or that ends a scope which one
/// saw begin. What is a scope and what a point in time stands in `spec/ompt.json`.
///
/// Thread rule: events on any thread; the rest under this object's monitor.
public final class Ompt implements EventService {
    private final EventSlots events;
    private static final int BEGIN = OmptScopeEndpoint.BEGIN.value();
    private static final int END = OmptScopeEndpoint.END.value();
    private static final int FUNCTIONS = OmptOperation.CALLBACK_FUNCTIONS.value();

    /// `ompt_task_initial`: the task of a thread that is in no parallel region (omp-tools.h, 5.0).
    private static final int TASK_INITIAL = 1;

    private final @Nullable EventSlot[] slots = new EventSlot[NativeConstants.OMPT_OPERATIONS];
    private boolean listening;
    private volatile boolean processEnds;

    public Ompt(EventSlots events) {
        this.events = events;
    }

    @Override
    public void windowClosed() {
        listen();
    }

    /// Begins to listen, once the window has closed and a runtime has come: called at both.
    public synchronized void listen() {
        long ompt = Native.linked(NativeLink.OMPT);
        if (listening || Memory.getLongAcquire(ompt + NativeOmpt.LOOKUP) == 0) return;
        listening = true;
        long operations = findListeners(ompt);
        if (operations == 0) return;
        int clients = 1;
        for (TracingContext context : events.contexts())
            clients = Math.max(clients, context.client().priority() + 1);
        if (invoke(ompt + NativeOmpt.PREPARE, clients) == 0) return;
        invoke(ompt + NativeOmpt.LISTEN, operations);
        EventSlot functions = slots[FUNCTIONS];
        if (functions != null) tellFunctions(functions, ompt);
    }

    private long findListeners(long ompt) {
        long operations = 0;
        for (int i = 0; i < slots.length; i++) {
            EventSlot slot = events.of(
                    CallbackTracingKind.OMPT,
                    BufferTracingKind.OMPT,
                    i,
                    i == FUNCTIONS ? OmptFunctions.PERSONAL : OmptPayload.PERSONAL);
            if (slot == null) continue;
            slots[i] = slot;
            operations |= 1L << i;
            Memory.putLongRelease(ompt + NativeOmpt.ACTIVE + 8L * i, slot.activeAddress());
        }
        return operations;
    }

    /// Hands each tool the runtime's functions, as an event of its own.
    private static void tellFunctions(EventSlot slot, long ompt) {
        try (Arena arena = Arena.ofConfined()) {
            long event = arena.allocate(NativeOmptEvent.SIZEOF, Long.BYTES).address();
            Memory.putLong(event + NativeOmptEvent.ARGS, ompt + NativeOmpt.FUNCTIONS);
            Memory.putLong(event + NativeOmptEvent.ARGS_BYTES, OmptCallbackFunctions.SIZEOF);
            OmptScopes.of(Native.threadBlock()).point(slot, FUNCTIONS, event);
        }
    }

    /// One call of the runtime.
    ///
    /// @param event a `native_ompt_event_t`
    /// @return how many scopes the thread has open
    public long event(long event) {
        int operation = (int) Memory.getLong(event + NativeOmptEvent.OPERATION);
        int endpoint = (int) Memory.getLong(event + NativeOmptEvent.ENDPOINT);
        OmptScopes scopes = OmptScopes.of(Memory.getLong(event + NativeOmptEvent.THREAD));
        EventSlot slot = slots[operation];
        if (endpoint == BEGIN) scopes.begin(slot, event);
        else if (endpoint == END) scopes.end(slot, operation, event);
        else scopes.point(slot, operation, event);
        return scopes.count();
    }

    /// From the process's exit handlers: the runtime may be ended, too.
    public void processEnds() {
        processEnds = true;
    }

    /// Everything ends: has the runtime end first, so that what is still open in it ends in the trace, too.
    ///
    /// Only where that can do no harm: when the process ends, on a thread that is in no parallel region.
    /// The runtime starts again if somebody needs it after that.
    @Override
    public void finish() {
        long ompt = Native.linked(NativeLink.OMPT);
        long finalizeTool = Memory.getLong(ompt + NativeOmpt.FINALIZE_TOOL);
        if (!processEnds || finalizeTool == 0) return;
        try {
            if (isOutsideRegions(ompt)) Native.invoke(finalizeTool, 0, 0, 0, 0, 0, 0);
        } catch (RuntimeException failure) {
            Messages.warn("the OpenMP runtime did not end: " + Messages.describe(failure));
        }
    }

    private static boolean isOutsideRegions(long ompt) {
        long taskInfo = Memory.getLong(ompt + NativeOmpt.FUNCTIONS + OmptCallbackFunctions.OMPT_GET_TASK_INFO);
        if (taskInfo == 0) return false;
        try (Arena arena = Arena.ofConfined()) {
            long flags = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            // int ompt_get_task_info(level, flags, task_data, task_frame, parallel_data, thread_num)
            long found = Native.invoke(taskInfo, 0, flags, 0, 0, 0, 0) & 0xFFFF_FFFFL;
            return found != 0 && (Memory.getInt(flags) & TASK_INITIAL) != 0;
        }
    }

    private static long invoke(long functionAddress, long argument) {
        return Native.invoke(Memory.getLong(functionAddress), argument, 0, 0, 0, 0, 0);
    }
}
