package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The services of a context, fixed once the window has closed, and whether they run.
///
/// Thread rule: services are added by the initialising thread; everything else is for any thread.
public class TracingContext {
    private static final int OPERATIONS_PER_KIND = 512;

    /// What libroctracer64 hears of calls through.
    private static final EnumSet<CallbackTracingKind> CALLS = EnumSet.of(
            CallbackTracingKind.HSA_CORE_API,
            CallbackTracingKind.HSA_AMD_EXT_API,
            CallbackTracingKind.HSA_IMAGE_EXT_API,
            CallbackTracingKind.HIP_RUNTIME_API,
            CallbackTracingKind.HIP_COMPILER_API);

    /// What no program does often.
    private static final EnumSet<CallbackTracingKind> RARE = EnumSet.of(
            CallbackTracingKind.MARKER_CONTROL_API,
            CallbackTracingKind.CODE_OBJECT,
            CallbackTracingKind.RUNTIME_INITIALIZATION);

    private final long handle;
    private final Client client;
    private final List<CallbackService> callbacks = new ArrayList<>(4);
    private final List<BufferService> buffers = new ArrayList<>(4);
    private final BitSet callbackKinds = new BitSet();
    private final BitSet bufferKinds = new BitSet();
    private final DeviceServices devices = new DeviceServices();
    private final int index;
    private int streamShift;
    private volatile @Nullable ExternalRequests requests;
    private volatile boolean brokenRequests;
    private volatile boolean active;
    private volatile boolean wasActive;

    public TracingContext(long handle, int index, Client client) {
        this.handle = handle;
        this.index = index;
        this.client = client;
    }

    public long handle() {
        return handle;
    }

    /// How many contexts were made before this one.
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

    /// The services that are not tracing.
    public DeviceServices devices() {
        return devices;
    }

    /// Whether the callbacks of this context run around everything that other tools trace of a call, in slots of
    /// their own.
    ///
    /// They are libroctracer64's, which hands calls to its clients on the spot: a client's function may leave by
    /// `longjmp`, and must not have a frame of Java below it, which a tool in Java in the same slot would bring.
    boolean isOutermost() {
        if (!client.isRoctracer() || !buffers.isEmpty()) return false;
        for (CallbackService service : callbacks) if (!CALLS.contains(service.kind())) return false;
        return true;
    }

    /// Whether Java has a part in events that may come at a high rate: it is told of them, or hands their records over.
    public boolean isBusyInJava() {
        for (CallbackService service : callbacks)
            if (service.javaHandler() != null && !RARE.contains(service.kind())) return true;
        for (BufferService service : buffers) if (service.buffer() instanceof DeliveredBuffer) return true;
        return false;
    }

    /// Whether it has ever been started.
    public boolean wasActive() {
        return wasActive;
    }

    /// Set by those who start and stop contexts alone, under their rules.
    public void active(boolean value) {
        if (value) wasActive = true;
        active = value;
    }

    /// Whether the context has a service of one of these kinds.
    public boolean asksFor(@Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer) {
        if (callback != null && callbackKinds.get(callback.value())) return true;
        return buffer != null && bufferKinds.get(buffer.value());
    }

    /// Adds a callback service. As AMD's, it stays configured with the operations before the first wrong one.
    public Status addCallbacks(
            CallbackTracingKind kind, int[] operations, long function, long argument, @Nullable JavaHandler handler) {
        if (callbackKinds.get(kind.value())) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        if (kind == CallbackTracingKind.NONE) return Status.ERROR_KIND_NOT_FOUND;
        if (function == 0 && handler == null) return Status.ERROR_INVALID_ARGUMENT;
        callbackKinds.set(kind.value());
        CallbackService service = new CallbackService(kind, new BitSet(), function, argument, handler);
        callbacks.add(service);
        return select(service.operations(), operations);
    }

    /// Adds a buffered service. Without a buffer (the handle named none) nothing is ever recorded, as with AMD's.
    public Status addBuffered(BufferTracingKind kind, int[] operations, @Nullable RecordBuffer buffer) {
        if (bufferKinds.get(kind.value())) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        if (kind == BufferTracingKind.NONE) return Status.ERROR_KIND_NOT_FOUND;
        bufferKinds.set(kind.value());
        BitSet selected = new BitSet();
        if (buffer != null) buffers.add(new BufferService(kind, selected, buffer));
        return select(selected, operations);
    }

    /// Whether records of it go on when the engine has ended.
    boolean lasts() {
        for (BufferService service : buffers)
            if (service.buffer() instanceof ChunkBuffer kept && kept.isOfFile()) return true;
        return false;
    }

    // --- HIP streams ----------------------------------------------------------------------------------------------

    /// Calls and GPU work of this context carry their HIP stream from this bit of the external correlation id on.
    public void streams(int shift) {
        streamShift = shift;
    }

    /// The lowest bit of the stream's number; 0 if nothing of this context carries it.
    public int streamShift() {
        return streamShift;
    }

    // --- external correlation ids ---------------------------------------------------------------------------------

    @Nullable
    public ExternalRequests requests() {
        return requests;
    }

    /// From now on the tool is asked for external correlation ids. Any thread, once.
    public synchronized Status request(ExternalRequests wanted) {
        if (requests != null) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        requests = wanted;
        return Status.SUCCESS;
    }

    /// Whether a handler in Java is to be asked about events of this request kind.
    public boolean asksJava(int requestKind) {
        ExternalRequests known = requests;
        return known != null && known.javaHandler() != null && known.kinds().get(requestKind);
    }

    /// Asks it. One that throws once is not asked again.
    public long askJava(SlotEntry entry, long internalId) {
        ExternalRequests known = requests;
        ExternalCorrelationIdRequestKind kind = ExternalCorrelationIdRequestKind.of(entry.requestKind);
        Operation operation = entry.operation();
        if (known == null || kind == null || operation == null || brokenRequests) return 0;
        ExternalCorrelationRequest request = known.javaHandler();
        if (request == null) return 0;
        try {
            return request.externalCorrelationId(kind, operation, internalId);
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
