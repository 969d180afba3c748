package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.NativePeek;
import io.rocprofiler.sdk.internal.view.BufferViews;
import java.util.Objects;

/// The one batch of a buffer, moved from delivery to delivery.
final class BatchView implements RecordBatch {
    private final BufferViews views = new BufferViews(NativePeek.PROCESS);
    private long headersAddress;
    private int size;
    private long dropCount;

    void show(long headersAddress, int size, long dropCount) {
        this.headersAddress = headersAddress;
        this.size = size;
        this.dropCount = dropCount;
    }

    /// The delivery is over: a handler that kept the batch or a record sees nothing any more.
    void hide() {
        size = 0;
        views.hide();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long dropCount() {
        return dropCount;
    }

    @Override
    public BufferRecord record(int index) {
        Objects.checkIndex(index, size);
        long header = Memory.getLong(headersAddress + 8L * index);
        return views.show(Memory.getInt(header + RecordHeader.CATEGORY), Memory.getLong(header + RecordHeader.PAYLOAD));
    }
}
