package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.RecordView;
import java.util.Objects;

/// The one batch of a buffer, moved from delivery to delivery.
final class BatchView implements RecordBatch {
    private final BufferRecordView view = new BufferRecordView();
    private long headersAddress;
    private int size;
    private long dropCount;

    void show(long headersAddress, int size, long dropCount) {
        this.headersAddress = headersAddress;
        this.size = size;
        this.dropCount = dropCount;
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
    public RecordView record(int index) {
        Objects.checkIndex(index, size);
        long header = Memory.getLong(headersAddress + 8L * index);
        return view.at(Memory.getInt(header + RecordHeader.CATEGORY), Memory.getLong(header + RecordHeader.PAYLOAD));
    }
}
