package io.rocprofiler.sdk.internal.ompt;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.OmptCallbackFunctions;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.abi.OmptScopeEndpoint;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeOmpt;
import io.rocprofiler.abi.internal.NativeOmptEvent;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenMP: the SDK registers as the tool of an OpenMP runtime (OMPT), and its contexts receive the
/// runtime's events.
///
/// The runtime calls the native half (ompt.c). Once the configuration window has closed and a runtime has
/// registered, the native half asks this class which events to report. It passes on each event that a context
/// traces, or that ends a scope whose beginning a context received. `spec/ompt.json` classifies events as scopes
/// and points in time.
///
/// Thread rule: events on any thread; the rest under this object's monitor.
public final class Ompt implements EventService {
    private final EventSlots events;
    private static final int BEGIN = OmptScopeEndpoint.BEGIN.value();
    private static final int END = OmptScopeEndpoint.END.value();
    private static final int FUNCTIONS = OmptOperation.CALLBACK_FUNCTIONS.value();

    /// That many have room in the smallest block of data words that two have (`ompt_data.c`).
    private static final int LEAST_CLIENTS = 6;

    /// `ompt_task_initial`: the task of a thread that is in no parallel region (omp-tools.h, 5.0).
    private static final int TASK_INITIAL = 1;

    private final @Nullable EventSlot[] slots = new EventSlot[NativeConstants.OMPT_OPERATIONS];

    /// The operations of which the runtime tells, a bit each.
    private long heard;

    /// The entries of tools that have the runtime's functions.
    private long informed;

    private volatile boolean processEnds;

    public Ompt(EventSlots events) {
        this.events = events;
    }

    @Override
    public void windowClosed() {
        listen();
    }

    /// Listens for what contexts trace once a window has closed and a runtime has registered: called at both times.
    public synchronized void listen() {
        long ompt = Native.linked(NativeLink.OMPT);
        if (Memory.getLongAcquire(ompt + NativeOmpt.LOOKUP) == 0) return;
        long operations = findListeners(ompt);
        if (operations == 0 || (heard == 0 && !prepare(ompt))) return;
        long more = operations & ~heard;
        heard |= more;
        if (more != 0) invoke(ompt + NativeOmpt.LISTEN, more);
        EventSlot functions = slots[FUNCTIONS];
        if (functions != null) tellFunctions(functions, ompt);
    }

    /// Makes room for the data words of each tool; those that come later have some, too.
    private boolean prepare(long ompt) {
        int clients = LEAST_CLIENTS;
        for (TracingContext context : events.contexts())
            clients = Math.max(clients, context.client().priority() + 1);
        OmptPayload.clients(clients);
        return invoke(ompt + NativeOmpt.PREPARE, clients) != 0;
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

    /// Passes the runtime's functions to each tool, once, as an event of its own.
    private void tellFunctions(EventSlot slot, long ompt) {
        long entries = ~informed;
        informed = slot.entriesOf(List.of(events.contexts()));
        try (Arena arena = Arena.ofConfined()) {
            long event = arena.allocate(NativeOmptEvent.SIZEOF, Long.BYTES).address();
            Memory.putLong(event + NativeOmptEvent.ARGS, ompt + NativeOmpt.FUNCTIONS);
            Memory.putLong(event + NativeOmptEvent.ARGS_BYTES, OmptCallbackFunctions.SIZEOF);
            OmptScopes.of(Native.threadBlock()).point(slot, entries, FUNCTIONS, event);
        }
    }

    /// Handles one callback of the runtime.
    ///
    /// @param event a `native_ompt_event_t`
    /// @return the number of open scopes of the thread
    public long event(long event) {
        int operation = (int) Memory.getLong(event + NativeOmptEvent.OPERATION);
        int endpoint = (int) Memory.getLong(event + NativeOmptEvent.ENDPOINT);
        OmptScopes scopes = OmptScopes.of(Memory.getLong(event + NativeOmptEvent.THREAD));
        EventSlot slot = slots[operation];
        if (endpoint == BEGIN) scopes.begin(slot, event);
        else if (endpoint == END) scopes.end(slot, operation, event);
        else scopes.point(slot, -1, operation, event);
        return scopes.count();
    }

    /// Called from the process's exit handlers: from now on the runtime may be finalized, too.
    public void processEnds() {
        processEnds = true;
    }

    /// Finalizes the runtime first, so that everything still open in it ends in the trace, too.
    ///
    /// Done only if it is safe: when the process ends, on a thread that is in no parallel region. The runtime
    /// starts again if the program uses it afterwards.
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
