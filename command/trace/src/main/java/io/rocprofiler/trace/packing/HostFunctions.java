package io.rocprofiler.trace.packing;

import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentGone;
import io.rocprofiler.abi.internal.SegmentObject;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Finds the kernels of host functions among the facts about both, as the engine does while the program runs: each
/// kernel that has the function's name and is loaded while the function is registered, in the order in which the later
/// of the two came.
///
/// Memory grows with the number of kernels and host functions.
final class HostFunctions {

    private static final int STRUCT = SegmentObject.SIZEOF;

    /// A host function and a kernel that it stands for.
    ///
    /// @param place of the facts about the function in the segment
    record Pair(long place, long kernel, long codeObject, long sinceNanos, long registeredNanos) {}

    private record Kernel(long id, long codeObject, long loadedNanos) {}

    private record Host(FunctionName name, long place, long modules, long registeredNanos) {}

    private final Map<FunctionName, List<Kernel>> kernels = new HashMap<>();
    private final List<Host> hosts = new ArrayList<>();
    private final Map<Long, TreeSet<Long>> modulesGone = new HashMap<>(); // another binary may have the same address
    private final Map<Long, Long> codeObjectsGone = new HashMap<>();

    /// Notes facts about a kernel.
    void kernel(MemorySegment bytes, long at) {
        long struct = at + STRUCT;
        FunctionName name = FunctionName.read(SegmentConstants.KIND_KERNEL_FACTS, bytes, at);
        kernels.computeIfAbsent(name.ofSymbol(), _ -> new ArrayList<>(1))
                .add(new Kernel(
                        Bytes.u64(bytes, struct + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID),
                        Bytes.u64(bytes, struct + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID),
                        FactRecords.loadedNanos(bytes, at)));
    }

    /// Notes facts about a host function.
    void host(MemorySegment bytes, long at, long place) {
        long modules = Bytes.u64(bytes, at + STRUCT + CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES);
        FunctionName name = FunctionName.read(SegmentConstants.KIND_HOST_FUNCTION_FACTS, bytes, at);
        hosts.add(new Host(name, place, modules, FactRecords.registeredNanos(bytes, at)));
    }

    /// Notes the end of a fat binary or of a code object.
    void gone(MemorySegment bytes, long at) {
        long id = Bytes.u64(bytes, at + SegmentGone.ID);
        long nanos = Bytes.u64(bytes, at + SegmentGone.TIME_NS);
        long of = Bytes.u64(bytes, at + SegmentGone.OF);
        if (of == SegmentConstants.GONE_MODULES) {
            modulesGone.computeIfAbsent(id, _ -> new TreeSet<>()).add(nanos);
        } else if (of == SegmentConstants.GONE_CODE_OBJECT) {
            codeObjectsGone.merge(id, nanos, Math::min);
        }
    }

    /// Returns all pairs.
    List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Host host : hosts) {
            for (Kernel kernel : kernels.getOrDefault(host.name(), List.of())) {
                long since = Math.max(host.registeredNanos(), kernel.loadedNanos());
                if (since < Math.min(end(host), end(kernel))) {
                    pairs.add(new Pair(host.place(), kernel.id(), kernel.codeObject(), since, host.registeredNanos()));
                }
            }
        }
        pairs.sort(Comparator.comparingLong(Pair::sinceNanos).thenComparingLong(Pair::registeredNanos));
        return pairs;
    }

    private long end(Host host) {
        TreeSet<Long> ends = modulesGone.get(host.modules());
        Long end = ends == null ? null : ends.higher(host.registeredNanos());
        return end == null ? Long.MAX_VALUE : end;
    }

    private long end(Kernel kernel) {
        return codeObjectsGone.getOrDefault(kernel.codeObject(), Long.MAX_VALUE);
    }
}
