package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Peek;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The views of one callback at a time: one for each sort of event, created on first use.
///
/// Thread rule: one thread. A handler that causes another callback needs another set of views for it.
public final class CallbackViews {
    private static final int CODE_OBJECT = CallbackTracingKind.CODE_OBJECT.value();
    private static final int NONE = CallbackTracingKind.NONE.value();

    /// The views by kind; empty for code objects, where the operation decides.
    private final @Nullable CallbackView[] views = new @Nullable CallbackView[CallbackTracingKind.last()];

    private final @Nullable CallbackView[] codeObjectViews = new @Nullable CallbackView[CodeObjectOperation.last()];

    private final Peek peek;
    private @Nullable OtherEventView other;

    /// @param peek reads what pointers among arguments point to
    public CallbackViews(Peek peek) {
        this.peek = peek;
    }

    /// Whether the events of a kind are calls of functions, or ranges, which are shown as such.
    public static boolean hasCalls(CallbackTracingKind kind) {
        return kind != CallbackTracingKind.OMPT && ApiLayout.isApi(kind.value());
    }

    /// Moves the view for an event's sort to the event and returns it.
    ///
    /// @param record address of a `rocprofiler_callback_tracing_record_t`
    /// @param userData address of the context's `rocprofiler_user_data_t` for this event
    public CallbackRecord show(long record, long userData) {
        int kind = Memory.getInt(record + CallbackTracingRecord.KIND);
        if (kind < 0 || kind >= views.length) return other(record, userData);
        CallbackView view = views[kind];
        if (view == null) view = first(kind, record);
        view.show(record, userData);
        return view.record();
    }

    private CallbackRecord other(long record, long userData) {
        OtherEventView view = other;
        if (view == null) {
            view = new OtherEventView();
            other = view;
        }
        view.show(record, userData);
        return view;
    }

    /// Ends the callback: a view that the handler kept is empty from now on.
    ///
    /// @param shown result of [#show(long, long)]
    public static void hide(CallbackRecord shown) {
        ((CallbackView) shown).hide();
    }

    private CallbackView first(int kind, long record) {
        if (kind == CODE_OBJECT) return codeObject(Memory.getInt(record + CallbackTracingRecord.OPERATION));
        CallbackView view = switch (Objects.requireNonNull(CallbackTracingKind.of(kind))) {
            case SCRATCH_MEMORY -> new ScratchMemoryView();
            case KERNEL_DISPATCH -> new KernelDispatchView();
            case MEMORY_COPY -> new MemoryCopyView();
            case OMPT -> new OmptEventView(CallValues.ofCallsInProgress(peek));
            case MEMORY_ALLOCATION -> new MemoryAllocationView();
            case RUNTIME_INITIALIZATION -> new RuntimeInitializationView();
            case HIP_STREAM -> new HipStreamEventView();
            default -> ApiLayout.isApi(kind) ? call() : new OtherEventView();
        };
        views[kind] = view;
        return view;
    }

    /// Returns the view that all APIs share.
    private CallbackView call() {
        CallbackView view = views[NONE];
        if (view == null) {
            view = new ApiCallView(CallValues.ofCallsInProgress(peek));
            views[NONE] = view;
        }
        return view;
    }

    private CallbackView codeObject(int operation) {
        CallbackView view = codeObjectViews[operation];
        if (view == null) {
            view = switch (Objects.requireNonNull(CodeObjectOperation.of(operation))) {
                case DEVICE_KERNEL_SYMBOL_REGISTER -> new KernelSymbolView();
                case HOST_KERNEL_SYMBOL_REGISTER -> new HostKernelSymbolView();
                case LOAD, NONE -> new CodeObjectLoadView();
            };
            codeObjectViews[operation] = view;
        }
        return view;
    }
}
