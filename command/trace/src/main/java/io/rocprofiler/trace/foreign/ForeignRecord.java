package io.rocprofiler.trace.foreign;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKernelDispatchRecord;
import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;
import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.KernelDispatchInfo;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.kind.RecordKinds;

/// What another tool recorded, with the fields of AMD's record of its kind (`buffer_tracing.h` of rocprofiler-sdk
/// 1.0.0).
public sealed interface ForeignRecord {

    Common common();

    /// Where the fields lie that all kinds have.
    Layout layout();

    /// Writes the fields that only this kind has.
    default void put(RecordWords words) {}

    /// Where a struct has what it has in common with the others.
    ///
    /// @param size of the struct
    /// @param times the offset of begin and end
    /// @param thread the offset of the thread's id
    /// @param hasAncestor whether an ancestor's id comes after the other two
    record Layout(long size, int times, int thread, boolean hasAncestor) {}

    /// What every record has.
    ///
    /// @param kind a `BufferTracingKind` number
    /// @param external the external correlation id, below 2^40
    /// @param stream the number of the HIP stream, below 2^24
    record Common(
            int kind,
            int operation,
            long internal,
            long external,
            long ancestor,
            long stream,
            long startNanos,
            long endNanos,
            long thread) {

        /// The largest number of a stream that a record has room for.
        public static final long LAST_STREAM = (1L << (Long.SIZE - SegmentConstants.EXTERNAL_STREAM_SHIFT)) - 1;

        /// The largest external id that a record has room for.
        public static final long LAST_EXTERNAL = (1L << SegmentConstants.EXTERNAL_STREAM_SHIFT) - 1;

        long external(boolean withStream) {
            long number = stream << SegmentConstants.EXTERNAL_STREAM_SHIFT;
            return withStream ? (external & LAST_EXTERNAL) | number : external;
        }
    }

    /// A call, a mark or a range.
    record Call(Common common) implements ForeignRecord {
        private static final Layout LAYOUT = new Layout(
                BufferTracingHipApiRecord.SIZEOF,
                BufferTracingHipApiRecord.START_TIMESTAMP,
                BufferTracingHipApiRecord.THREAD_ID,
                true);

        @Override
        public Layout layout() {
            return LAYOUT;
        }
    }

    /// A kernel.
    ///
    /// @param workgroup x, y and z
    /// @param grid x, y and z
    @SuppressWarnings("ArrayRecordComponent") // written at once, never compared
    record Dispatch(
            Common common,
            long agent,
            long queue,
            long kernel,
            long dispatch,
            long privateBytes,
            long groupBytes,
            long[] workgroup,
            long[] grid)
            implements ForeignRecord {
        private static final Layout LAYOUT = new Layout(
                BufferTracingKernelDispatchRecord.SIZEOF,
                BufferTracingKernelDispatchRecord.START_TIMESTAMP,
                BufferTracingKernelDispatchRecord.THREAD_ID,
                false);

        @Override
        public Layout layout() {
            return LAYOUT;
        }

        @Override
        public void put(RecordWords words) {
            int info = BufferTracingKernelDispatchRecord.DISPATCH_INFO;
            words.u64(info + KernelDispatchInfo.SIZE, KernelDispatchInfo.SIZEOF);
            words.u64(info + KernelDispatchInfo.AGENT_ID, agent);
            words.u64(info + KernelDispatchInfo.QUEUE_ID, queue);
            words.u64(info + KernelDispatchInfo.KERNEL_ID, kernel);
            words.u64(info + KernelDispatchInfo.DISPATCH_ID, dispatch);
            words.u32(info + KernelDispatchInfo.PRIVATE_SEGMENT_SIZE, privateBytes);
            words.u32(info + KernelDispatchInfo.GROUP_SEGMENT_SIZE, groupBytes);
            dimensions(words, info + KernelDispatchInfo.WORKGROUP_SIZE, workgroup);
            dimensions(words, info + KernelDispatchInfo.GRID_SIZE, grid);
        }

        private static void dimensions(RecordWords words, int offset, long[] values) {
            words.u32(offset + Dim3.X, values[0]);
            words.u32(offset + Dim3.Y, values[1]);
            words.u32(offset + Dim3.Z, values[2]);
        }
    }

    /// A copy.
    record Copy(
            Common common,
            long destinationAgent,
            long sourceAgent,
            long sizeBytes,
            long destinationAddress,
            long sourceAddress)
            implements ForeignRecord {
        private static final Layout LAYOUT = new Layout(
                BufferTracingMemoryCopyRecord.SIZEOF,
                BufferTracingMemoryCopyRecord.START_TIMESTAMP,
                BufferTracingMemoryCopyRecord.THREAD_ID,
                false);

        @Override
        public Layout layout() {
            return LAYOUT;
        }

        @Override
        public void put(RecordWords words) {
            words.u64(BufferTracingMemoryCopyRecord.DST_AGENT_ID, destinationAgent);
            words.u64(BufferTracingMemoryCopyRecord.SRC_AGENT_ID, sourceAgent);
            words.u64(BufferTracingMemoryCopyRecord.BYTES, sizeBytes);
            words.u64(BufferTracingMemoryCopyRecord.DST_ADDRESS, destinationAddress);
            words.u64(BufferTracingMemoryCopyRecord.SRC_ADDRESS, sourceAddress);
        }
    }

    /// An allocation or release of memory.
    record Allocation(Common common, long agent, long address, long sizeBytes) implements ForeignRecord {
        private static final Layout LAYOUT = new Layout(
                BufferTracingMemoryAllocationRecord.SIZEOF,
                BufferTracingMemoryAllocationRecord.START_TIMESTAMP,
                BufferTracingMemoryAllocationRecord.THREAD_ID,
                true);

        @Override
        public Layout layout() {
            return LAYOUT;
        }

        @Override
        public void put(RecordWords words) {
            words.u64(BufferTracingMemoryAllocationRecord.AGENT_ID, agent);
            words.u64(BufferTracingMemoryAllocationRecord.ADDRESS, address);
            words.u64(BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE, sizeBytes);
        }
    }

    /// An allocation or release of a queue's scratch memory.
    record Scratch(Common common, long agent, long queue, long flags, long sizeBytes) implements ForeignRecord {
        private static final Layout LAYOUT = new Layout(
                BufferTracingScratchMemoryRecord.SIZEOF,
                BufferTracingScratchMemoryRecord.START_TIMESTAMP,
                BufferTracingScratchMemoryRecord.THREAD_ID,
                true);

        @Override
        public Layout layout() {
            return LAYOUT;
        }

        @Override
        public void put(RecordWords words) {
            words.u64(BufferTracingScratchMemoryRecord.AGENT_ID, agent);
            words.u64(BufferTracingScratchMemoryRecord.QUEUE_ID, queue);
            words.u32(BufferTracingScratchMemoryRecord.FLAGS, flags);
            words.u64(BufferTracingScratchMemoryRecord.ALLOCATION_SIZE, sizeBytes);
        }
    }

    /// Whether the record's external id also holds the number of a stream.
    default boolean hasStream() {
        return !(this instanceof Call) || RecordKinds.namesStream(common().kind());
    }
}
