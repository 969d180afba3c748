package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The services of a context, fixed once its window has closed, and whether they are running.
///
/// Thread rule: services are added by the initialising thread; everything else is for any thread.
public class TracingContext {
    private static final int OPERATIONS_PER_KIND = 512;

    /// The kinds through which libroctracer64 traces calls.
    private static final EnumSet<CallbackTracingKind> CALLS = EnumSet.of(
            CallbackTracingKind.HSA_CORE_API,
            CallbackTracingKind.HSA_AMD_EXT_API,
            CallbackTracingKind.HSA_IMAGE_EXT_API,
            CallbackTracingKind.HIP_RUNTIME_API,
            CallbackTracingKind.HIP_COMPILER_API);

    /// The kinds with low event rates in every program.
    private static final EnumSet<CallbackTracingKind> RARE = EnumSet.of(
            CallbackTracingKind.MARKER_CONTROL_API,
            CallbackTracingKind.MARKER_NAME_API,
            CallbackTracingKind.CODE_OBJECT,
            CallbackTracingKind.RUNTIME_INITIALIZATION);

    private static final int KERNELS = ExternalCorrelationIdRequestKind.KERNEL_DISPATCH.value();

    private final long handle;
    private final Client client;
    private final List<CallbackService> callbacks = new ArrayList<>(4);
    private final List<BufferService> buffers = new ArrayList<>(4);
    private final BitSet callbackKinds = new BitSet();
    private final BitSet bufferKinds = new BitSet();
    private final DeviceServices devices = new DeviceServices();
    private final int index;
    private int streamShift;
    private boolean kernelsHaveIds;
    private @Nullable RecordPlace namesWork;
    private volatile @Nullable ExternalRequests requests;
    private volatile boolean brokenRequests;
    private volatile boolean active;
    private volatile boolean wasActive;
    private volatile boolean isFixed;

    public TracingContext(long handle, int index, Client client) {
        this.handle = handle;
        this.index = index;
        this.client = client;
    }

    public long handle() {
        return handle;
    }

    /// The number of contexts created before this one.
    public int index() {
        return index;
    }

    public Client client() {
        return client;
    }

    public boolean active() {
        return active;
    }

    public List<CallbackService> callbacks() {
        return Collections.unmodifiableList(callbacks);
    }

    public List<BufferService> buffers() {
        return Collections.unmodifiableList(buffers);
    }

    /// The services other than tracing.
    public DeviceServices devices() {
        return devices;
    }

    /// Whether the callbacks of this context run around all other tracing of a call, in separate slots.
    ///
    /// These are libroctracer64's callbacks, which call its clients directly: a client's function may leave by
    /// `longjmp`, and must not have a Java frame below it, as a Java tool in the same slot would cause.
    boolean isOutermost() {
        if (!client.isRoctracer() || !buffers.isEmpty()) return false;
        for (CallbackService service : callbacks) if (!CALLS.contains(service.kind())) return false;
        return true;
    }

    /// Whether its tool hears of calls through libroctx64: a tool in Java, as the collector is. Those of the C
    /// interface
    /// hear of librocprofiler-sdk-roctx alone, as AMD's: they may listen to libroctx64 themselves.
    boolean hearsOlderMarkers() {
        return !client.isNative();
    }

    /// Whether Java handles events that may have a high rate: it runs callbacks for them, or delivers
    /// their records.
    public boolean isBusyInJava() {
        for (CallbackService service : callbacks)
            if (service.javaHandler() != null && !RARE.contains(service.kind())) return true;
        for (BufferService service : buffers) if (service.place() instanceof DeliveredBuffer) return true;
        return false;
    }

    /// Whether it was ever started.
    public boolean wasActive() {
        return wasActive;
    }

    /// Sets the state. Called only where contexts are started and stopped, under the rules there.
    public void active(boolean value) {
        if (value) wasActive = true;
        active = value;
    }

    /// Whether the context has a service of one of these kinds.
    public boolean asksFor(@Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer) {
        if (callback != null && callbackKinds.get(callback.value())) return true;
        return buffer != null && bufferKinds.get(buffer.value());
    }

    /// Whether the engine has events of this kind: AMD's headers have more kinds than it traces.
    public static boolean isTraced(CallbackTracingKind kind) {
        return kind != CallbackTracingKind.KERNEL_REPLAY && kind != CallbackTracingKind.HIP_EVENT;
    }

    /// Whether the engine has records of this kind.
    public static boolean isTraced(BufferTracingKind kind) {
        return kind != BufferTracingKind.HIP_EVENT;
    }

    /// Called when its window closes: no service is added from now on.
    public void fix() {
        isFixed = true;
    }

    /// Whether its window has closed.
    public boolean isFixed() {
        return isFixed;
    }

    /// Adds a callback service. As in AMD's library, it remains configured for the operations before the first
    /// invalid one.
    public Status addCallbacks(
            CallbackTracingKind kind, int[] operations, long function, long argument, @Nullable JavaHandler handler) {
        if (isFixed) return Status.ERROR_CONFIGURATION_LOCKED;
        if (!isTraced(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        if (callbackKinds.get(kind.value())) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        if (kind == CallbackTracingKind.NONE) return Status.ERROR_KIND_NOT_FOUND;
        if (function == 0 && handler == null) return Status.ERROR_INVALID_ARGUMENT;
        callbackKinds.set(kind.value());
        CallbackService service = new CallbackService(kind, new BitSet(), function, argument, handler);
        callbacks.add(service);
        return select(service.operations(), operations);
    }

    /// Adds a buffered service. As in AMD's library, an unknown buffer is accepted, and nothing is ever recorded.
    public Status addBuffered(BufferTracingKind kind, int[] operations, @Nullable RecordPlace place) {
        if (isFixed) return Status.ERROR_CONFIGURATION_LOCKED;
        if (!isTraced(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        if (bufferKinds.get(kind.value())) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        if (kind == BufferTracingKind.NONE) return Status.ERROR_KIND_NOT_FOUND;
        bufferKinds.set(kind.value());
        BitSet selected = new BitSet();
        if (place != null) buffers.add(new BufferService(kind, selected, place));
        return select(selected, operations);
    }

    /// Whether its recording continues after finalization of the engine.
    boolean lasts() {
        for (BufferService service : buffers)
            if (service.place() instanceof ChunkBuffer kept && kept.isOfFile()) return true;
        return false;
    }

    // --- HIP streams ----------------------------------------------------------------------------------------------

    /// Adds the HIP stream to calls and GPU work of this context, from this bit of the external correlation id up.
    public void streams(int shift) {
        streamShift = shift;
    }

    /// The lowest bit of the stream's number; 0 if this context does not record it.
    public int streamShift() {
        return streamShift;
    }

    // --- names of work --------------------------------------------------------------------------------------------

    /// Has pushed ranges name the work that their threads submit meanwhile.
    ///
    /// @param place of their messages, a kept buffer
    public void nameWork(RecordPlace place) {
        namesWork = place;
    }

    /// Returns where the messages of ranges are kept that name work; null if none does.
    @Nullable
    RecordPlace namesWork() {
        return namesWork;
    }

    // --- external correlation ids ---------------------------------------------------------------------------------

    @Nullable
    public ExternalRequests requests() {
        return requests;
    }

    /// Registers the tool's function for external correlation ids. Any thread, once.
    public synchronized Status request(ExternalRequests wanted) {
        if (requests != null) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        requests = wanted;
        return Status.SUCCESS;
    }

    /// Whether a Java handler supplies ids for events of this request kind.
    public boolean asksJava(int requestKind) {
        ExternalRequests known = requests;
        return known != null
                && known.javaHandler() != null
                && known.kinds().get(requestKind)
                && !asksThread(requestKind);
    }

    /// Gives kernels the ids that their threads have for them.
    public void kernelIds() {
        kernelsHaveIds = true;
    }

    /// Whether events of this request kind have the ids that their threads have for kernels.
    public boolean asksThread(int requestKind) {
        return kernelsHaveIds && requestKind == KERNELS;
    }

    /// Calls the handler. After an exception it is not called again.
    public long askJava(SlotEntry entry, long internalId) {
        return withRequest(
                entry, (request, kind, operation) -> request.externalCorrelationId(kind, operation, internalId));
    }

    /// Tells the handler that what it was asked for was refused.
    public void tellRefused(SlotEntry entry) {
        withRequest(entry, (request, kind, operation) -> {
            request.refused(kind, operation);
            return 0;
        });
    }

    private interface Request {
        long call(ExternalCorrelationRequest handler, ExternalCorrelationIdRequestKind kind, Operation operation);
    }

    private long withRequest(SlotEntry entry, Request call) {
        ExternalRequests known = requests;
        ExternalCorrelationIdRequestKind kind = ExternalCorrelationIdRequestKind.of(entry.requestKind);
        Operation operation = entry.operation();
        if (known == null || kind == null || operation == null || brokenRequests) return 0;
        ExternalCorrelationRequest handler = known.javaHandler();
        if (handler == null) return 0;
        try {
            return call.call(handler, kind, operation);
        } catch (Throwable failure) {
            brokenRequests = true;
            Messages.warn("the external correlation request of tool " + client.name() + " failed and is switched off: "
                    + Messages.describe(failure));
            return 0;
        }
    }

    private static Status select(BitSet selected, int[] operations) {
        for (int operation : operations) {
            if (operation < 0 || operation >= OPERATIONS_PER_KIND) return Status.ERROR_OPERATION_NOT_FOUND;
            selected.set(operation);
        }
        return Status.SUCCESS;
    }
}
