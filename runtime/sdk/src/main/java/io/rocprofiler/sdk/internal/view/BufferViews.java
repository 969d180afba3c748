package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Peek;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The views through which a delivery is seen: one for each sort of record, made when first needed.
///
/// Thread rule: one thread.
public final class BufferViews {
    private static final int TRACING = BufferCategory.TRACING.value();

    /// By kind.
    private final @Nullable BufferView[] views = new @Nullable BufferView[BufferTracingKind.LAST];

    private final OtherRecordView other = new OtherRecordView();
    private final Peek peek;
    private @Nullable ApiRecordView calls;

    /// @param peek as for callbacks; what pointers in records point to is not read
    public BufferViews(Peek peek) {
        this.peek = peek;
    }

    /// The view of a record.
    public BufferRecord show(int category, long address) {
        int kind = Memory.getInt(address + BufferTracingHipApiRecord.KIND);
        if (category != TRACING || kind <= 0 || kind >= views.length) return other.show(category, address);
        BufferView view = views[kind];
        if (view == null) view = first(kind);
        if (view == other) return other.show(category, address);
        view.show(address);
        return view.record();
    }

    /// The delivery is over: a handler that kept a view sees nothing any more.
    public void hide() {
        for (BufferView view : views) if (view != null) view.hide();
        other.hide();
    }

    private BufferView first(int kind) {
        BufferView view = switch (Objects.requireNonNull(BufferTracingKind.of(kind))) {
            case MEMORY_COPY -> new MemoryCopyRecordView();
            case KERNEL_DISPATCH -> new KernelDispatchRecordView();
            case SCRATCH_MEMORY -> new ScratchMemoryRecordView();
            case CORRELATION_ID_RETIREMENT -> new RetirementRecordView();
            case OMPT -> new OmptRecordView();
            case MEMORY_ALLOCATION -> new MemoryAllocationRecordView();
            case RUNTIME_INITIALIZATION -> new RuntimeInitializationRecordView();
            case KFD_EVENT_PAGE_MIGRATE -> new KfdEventPageMigrateView();
            case KFD_EVENT_PAGE_FAULT -> new KfdEventPageFaultView();
            case KFD_EVENT_QUEUE -> new KfdEventQueueView();
            case KFD_EVENT_UNMAP_FROM_GPU -> new KfdEventUnmapFromGpuView();
            case KFD_EVENT_DROPPED_EVENTS -> new KfdEventDroppedEventsView();
            case KFD_PAGE_MIGRATE -> new KfdPageMigrateView();
            case KFD_PAGE_FAULT -> new KfdPageFaultView();
            case KFD_QUEUE -> new KfdQueueView();
            case HIP_STREAM -> other; // AMD's kind without records: nobody but a tool itself can have made one
            default -> calls();
        };
        views[kind] = view;
        return view;
    }

    /// All APIs share a view.
    private BufferView calls() {
        ApiRecordView view = calls;
        if (view == null) {
            view = new ApiRecordView(CallValues.ofRecordedCalls(peek));
            calls = view;
        }
        return view;
    }
}
