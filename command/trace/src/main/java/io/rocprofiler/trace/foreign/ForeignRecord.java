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

    /// Writes the fields that only this kind has.
    void put(RecordWords words);

    /// Whether the record has an ancestor's id after the other two.
    boolean hasAncestor();

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
        @Override
        public void put(RecordWords words) {
            words.size(BufferTracingHipApiRecord.SIZEOF);
            words.times(BufferTracingHipApiRecord.START_TIMESTAMP, BufferTracingHipApiRecord.THREAD_ID, common);
        }

        @Override
        public boolean hasAncestor() {
            return true;
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
        @Override
        public void put(RecordWords words) {
            int info = BufferTracingKernelDispatchRecord.DISPATCH_INFO;
            words.size(BufferTracingKernelDispatchRecord.SIZEOF);
            words.times(
                    BufferTracingKernelDispatchRecord.START_TIMESTAMP,
                    BufferTracingKernelDispatchRecord.THREAD_ID,
                    common);
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

        @Override
        public boolean hasAncestor() {
            return false;
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
        @Override
        public void put(RecordWords words) {
            words.size(BufferTracingMemoryCopyRecord.SIZEOF);
            words.times(BufferTracingMemoryCopyRecord.START_TIMESTAMP, BufferTracingMemoryCopyRecord.THREAD_ID, common);
            words.u64(BufferTracingMemoryCopyRecord.DST_AGENT_ID, destinationAgent);
            words.u64(BufferTracingMemoryCopyRecord.SRC_AGENT_ID, sourceAgent);
            words.u64(BufferTracingMemoryCopyRecord.BYTES, sizeBytes);
            words.u64(BufferTracingMemoryCopyRecord.DST_ADDRESS, destinationAddress);
            words.u64(BufferTracingMemoryCopyRecord.SRC_ADDRESS, sourceAddress);
        }

        @Override
        public boolean hasAncestor() {
            return false;
        }
    }

    /// An allocation or release of memory.
    record Allocation(Common common, long agent, long address, long sizeBytes) implements ForeignRecord {
        @Override
        public void put(RecordWords words) {
            words.size(BufferTracingMemoryAllocationRecord.SIZEOF);
            words.times(
                    BufferTracingMemoryAllocationRecord.START_TIMESTAMP,
                    BufferTracingMemoryAllocationRecord.THREAD_ID,
                    common);
            words.u64(BufferTracingMemoryAllocationRecord.AGENT_ID, agent);
            words.u64(BufferTracingMemoryAllocationRecord.ADDRESS, address);
            words.u64(BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE, sizeBytes);
        }

        @Override
        public boolean hasAncestor() {
            return true;
        }
    }

    /// An allocation or release of a queue's scratch memory.
    record Scratch(Common common, long agent, long queue, long flags, long sizeBytes) implements ForeignRecord {
        @Override
        public void put(RecordWords words) {
            words.size(BufferTracingScratchMemoryRecord.SIZEOF);
            words.times(
                    BufferTracingScratchMemoryRecord.START_TIMESTAMP,
                    BufferTracingScratchMemoryRecord.THREAD_ID,
                    common);
            words.u64(BufferTracingScratchMemoryRecord.AGENT_ID, agent);
            words.u64(BufferTracingScratchMemoryRecord.QUEUE_ID, queue);
            words.u32(BufferTracingScratchMemoryRecord.FLAGS, flags);
            words.u64(BufferTracingScratchMemoryRecord.ALLOCATION_SIZE, sizeBytes);
        }

        @Override
        public boolean hasAncestor() {
            return true;
        }
    }

    /// Whether the record's external id also holds the number of a stream.
    default boolean hasStream() {
        return !(this instanceof Call) || RecordKinds.namesStream(common().kind());
    }
}
