package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.NativePeek;
import io.rocprofiler.sdk.internal.view.BufferViews;
import java.util.Objects;

/// The only batch object of a buffer, reused for every delivery.
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

    /// Ends the delivery: a batch or a record that a handler kept is empty from now on.
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
