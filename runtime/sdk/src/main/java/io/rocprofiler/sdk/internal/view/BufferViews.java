package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Peek;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The views of a delivery: one for each sort of record, created on first use.
///
/// Thread rule: one thread.
public final class BufferViews {
    private static final int TRACING = BufferCategory.TRACING.value();

    /// The views by kind.
    private final @Nullable BufferView[] views = new @Nullable BufferView[BufferTracingKind.last()];

    private final OtherRecordView other = new OtherRecordView();
    private final Peek peek;
    private @Nullable ApiRecordView calls;

    /// @param peek as for callbacks; targets of pointers in records are not read
    public BufferViews(Peek peek) {
        this.peek = peek;
    }

    /// Moves the view for a record's sort to the record and returns it.
    public BufferRecord show(int category, long address) {
        int kind = Memory.getInt(address + BufferTracingHipApiRecord.KIND);
        if (category != TRACING || kind <= 0 || kind >= views.length) return other.show(category, address);
        BufferView view = views[kind];
        if (view == null) view = first(kind);
        if (view == other) return other.show(category, address);
        view.show(address);
        return view.record();
    }

    /// Ends the delivery: a view that a handler kept is empty from now on.
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
            case HIP_STREAM -> other; // AMD's kind without records: only a tool itself can append one
            case HIP_GRAPH -> other; // until the public API's next major version
            default -> calls();
        };
        views[kind] = view;
        return view;
    }

    /// Returns the view that all APIs share.
    private BufferView calls() {
        ApiRecordView view = calls;
        if (view == null) {
            view = new ApiRecordView(CallValues.ofRecordedCalls(peek));
            calls = view;
        }
        return view;
    }
}
