package io.rocprofiler.trace;

import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.pack.BlockIndex;
import io.rocprofiler.trace.pack.PackReader;
import io.rocprofiler.trace.pack.RecordBlock;
import java.lang.foreign.MemorySegment;

/// Iterates over the records of one domain of one process in the order of their start. Keeps one block in memory.
final class RecordCursor {

    private final ProcessTrace process;
    private final Domain domain;
    private final PackReader pack;
    private final BlockIndex index;
    private final int startOffset;
    private final RecordBlock block = new RecordBlock();
    private int nextBlock;
    private int record = -1;

    RecordCursor(ProcessTrace process, PackReader pack, Domain domain) {
        this.process = process;
        this.domain = domain;
        this.pack = pack;
        this.index = pack.stream(domain.stem());
        this.startOffset = RecordKinds.startOffset(domain);
    }

    ProcessTrace process() {
        return process;
    }

    Domain domain() {
        return domain;
    }

    /// Advances to the next record.
    ///
    /// @return false at the end
    boolean next() {
        if (++record < block.count()) {
            return true;
        }
        while (nextBlock < index.blocks()) {
            int number = nextBlock++;
            if (index.count(number) > 0) {
                block.read(pack.block(index, number));
                record = 0;
                return true;
            }
        }
        return false;
    }

    long startNanos() {
        return block.word(record, startOffset);
    }

    boolean hasTimes() {
        return startNanos() != 0 || block.word(record, startOffset + Long.BYTES) != 0;
    }

    MemorySegment bytes() {
        return block.bytes();
    }

    long place() {
        return block.place(record);
    }
}
