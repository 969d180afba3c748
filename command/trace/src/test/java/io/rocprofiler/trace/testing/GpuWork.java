package io.rocprofiler.trace.testing;

import static io.rocprofiler.abi.BufferTracingKind.HIP_GRAPH;
import static io.rocprofiler.abi.BufferTracingKind.KERNEL_DISPATCH;
import static io.rocprofiler.abi.BufferTracingKind.MEMORY_ALLOCATION;
import static io.rocprofiler.abi.BufferTracingKind.MEMORY_COPY;
import static io.rocprofiler.abi.BufferTracingKind.SCRATCH_MEMORY;

import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentConstants;

/// Writes GPU work into segments, word by word in AMD's layouts: a CPU with the id 100, GPUs with 101 and 102.
public final class GpuWork {

    public static final long CPU = 100;
    public static final long GPU = 101;
    public static final long SECOND_GPU = 102;

    public static final String AXPY = "_ZN2gp4axpyIfEEvPT_S2_i.kd";

    private static final long HALF = 1L << 32;
    private static final long STREAM = 1L << SegmentConstants.EXTERNAL_STREAM_SHIFT;

    private GpuWork() {}

    public static SegmentWriter machine(SegmentWriter writer) {
        return writer.agents("""
                0.id=100
                0.type=1
                0.cpu_cores_count=8
                0.node_id=0
                0.logical_node_id=0
                0.logical_node_type_id=0
                0.name=A "CPU"
                0.vendor_name=CPU
                0.complete=1
                1.id=101
                1.type=2
                1.node_id=2
                1.logical_node_id=1
                1.logical_node_type_id=0
                1.capability=2149580801
                1.sdma_fw_version=5128
                1.fw_version=16909321
                1.workgroup_max_dim=1024,512,256
                1.grid_max_dim=4294967295,2,3
                1.grid_max_size=4294967295
                1.local_mem_size=68702699520
                1.mem_banks=1,2,4096,1600,68702699520;
                1.caches=61,16,1,64,2,4,1,9;62,8,2,128,1,16,0,5;
                1.io_links=11,1,0,2,0,20,3,4,5,6,7,9;
                1.name=gfx90a
                1.product_name=Instinct
                1.runtime_visibility=5
                1.complete=1
                2.id=102
                2.type=2
                2.node_id=5
                2.logical_node_id=2
                2.logical_node_type_id=1
                2.complete=1
                3.id=103
                3.name=cut
                """);
    }

    /// Kernel 1 is [#AXPY], kernel 2 is `plain`.
    public static SegmentWriter loaded(SegmentWriter writer) {
        writer.object(
                SegmentConstants.KIND_CODE_OBJECT,
                "file:///bin/app#offset=64&size=9",
                88,
                1,
                GPU,
                7,
                0xdead,
                4096,
                8192,
                -16,
                1,
                5,
                0);
        writer.object(
                SegmentConstants.KIND_CODE_OBJECT,
                "memory://42#offset=0x1&size=2",
                88,
                2,
                SECOND_GPU,
                8,
                0xdead,
                1,
                2,
                3,
                2,
                0x7000,
                512);
        return kernel(kernel(writer, 1, AXPY), 2, "plain.kd");
    }

    private static SegmentWriter kernel(SegmentWriter writer, long id, String name) {
        return writer.object(
                SegmentConstants.KIND_KERNEL_SYMBOL,
                name,
                88,
                id,
                1,
                0xdead,
                0x5000 + id,
                24 + 8 * HALF,
                600 + 16 * HALF,
                32 + 40 * HALF,
                4,
                -256,
                0x4f00);
    }

    public static SegmentWriter hostFunction(SegmentWriter writer) {
        return writer.object(
                SegmentConstants.KIND_HOST_FUNCTION,
                "_ZN2gp4axpyIfEEvPT_S2_i",
                120,
                1,
                1,
                1,
                0x400000,
                0x500000,
                0xdead,
                1024 + HALF,
                2 + 3 * HALF,
                4 + 5 * HALF,
                6 + 7 * HALF,
                8 + 9 * HALF,
                10 + 11 * HALF,
                12,
                64);
    }

    /// Writes a dispatch by thread 43 to queue 3 of the first GPU: 64 x 2 x 1 work-items, 32 x 1 x 1
    /// per work-group.
    public static SegmentWriter dispatch(
            SegmentWriter writer, long dispatch, long kernel, long id, long stream, long range, long start, long end) {
        return writer.record(
                KERNEL_DISPATCH,
                KernelDispatchOperation.COMPLETE.value(),
                id,
                stream * STREAM + range,
                43,
                start,
                end,
                72,
                GPU,
                3,
                kernel,
                dispatch,
                16 + 513 * HALF,
                32 + HALF,
                1 + 64 * HALF,
                2 + HALF,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
    }

    /// Writes a dispatch of `plain` by thread 43, as a node of a graph's launch.
    public static SegmentWriter node(
            SegmentWriter writer, long exec, long node, long dispatch, long id, long startNanos) {
        int operation = KernelDispatchOperation.COMPLETE.value();
        long[] words = new long[19 + 2]; // a record's after its ids, and the node's
        words[0] = 43;
        words[1] = startNanos;
        words[2] = startNanos + 50;
        words[3] = 72;
        words[4] = GPU;
        words[5] = 3;
        words[6] = 2;
        words[7] = dispatch;
        words[19] = exec;
        words[20] = node;
        long[] all = new long[2 + words.length];
        all[0] = id;
        System.arraycopy(words, 0, all, 2, words.length);
        return writer.record(KERNEL_DISPATCH, operation, all);
    }

    /// Writes a launch of a graph by thread 43 that took 8 ns.
    public static SegmentWriter launch(SegmentWriter writer, long exec, long kernels, long id, long startNanos) {
        return writer.record(HIP_GRAPH, 0, id, 0, 0, 43, startNanos, startNanos + 8, GPU, 0, exec, kernels);
    }

    public static SegmentWriter copy(
            SegmentWriter writer, MemoryCopyOperation direction, long from, long to, long id, long stream, long start) {
        return copy(writer, direction, from, to, id, stream, start, start + 70);
    }

    public static SegmentWriter copy(
            SegmentWriter writer,
            MemoryCopyOperation direction,
            long from,
            long to,
            long id,
            long stream,
            long start,
            long end) {
        return writer.record(
                MEMORY_COPY, direction.value(), id, stream * STREAM, 43, start, end, to, from, 4096, 0x7f00, 0x8f00);
    }

    public static SegmentWriter allocation(
            SegmentWriter writer, MemoryAllocationOperation operation, long agent, long size, long id, long start) {
        return writer.record(
                MEMORY_ALLOCATION,
                operation.value(),
                id,
                2 * STREAM,
                5,
                43,
                start,
                start + 40,
                agent,
                0x7fff1000,
                size);
    }

    public static SegmentWriter scratch(SegmentWriter writer, ScratchMemoryOperation operation, long size, long start) {
        return writer.record(
                SCRATCH_MEMORY, operation.value(), 9, 2 * STREAM, 5, GPU, 3, 43, start, start + 20, 1, size);
    }
}
