package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.AmdhsaKernelDescriptor;
import io.rocprofiler.abi.CallbackTracingCodeObjectKernelSymbolRegisterData;
import io.rocprofiler.abi.CallbackTracingCodeObjectLoadData;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.abi.HsaExecutableSymbolInfo;
import io.rocprofiler.abi.HsaSymbolKind;
import io.rocprofiler.abi.HsaVenAmdLoaderLoadedCodeObjectInfo;
import io.rocprofiler.abi.HsaVenAmdLoaderLoadedCodeObjectKind;
import io.rocprofiler.abi.internal.code.KernelCode;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Reads a frozen executable: numbers its code objects and kernels and, if contexts are listening, fills
/// their payloads.
///
/// Thread rule: one thread; two executables may be read at once.
final class CodeObjectReader {
    private static final String SUFFIX = ".kd"; // of the symbols of kernel descriptors
    private static final int MAX_NAME_BYTES = 1 << 20;

    /// Which numbers code objects and kernels have.
    interface Numbering {
        /// The number of the next code object.
        long codeObject();

        /// The number of a kernel.
        long kernel(long kernelObject);

        /// The id of an HSA agent.
        long agent(long handle);

        /// The numbers that an executable's have, for contexts that are told of it later.
        static Numbering of(LoadedExecutable known, Numbering all) {
            Iterator<LoadedExecutable.CodeObject> objects =
                    List.copyOf(known.codeObjects).iterator();
            Map<Long, Long> kernels = new HashMap<>();
            for (LoadedExecutable.CodeObject object : known.codeObjects)
                for (LoadedExecutable.Kernel kernel : object.kernels()) kernels.put(kernel.kernelObject(), kernel.id());
            return new Numbering() {
                @Override
                public long codeObject() {
                    return objects.next().id();
                }

                @Override
                public long kernel(long kernelObject) {
                    return kernels.getOrDefault(kernelObject, 0L);
                }

                @Override
                public long agent(long handle) {
                    return all.agent(handle);
                }
            };
        }
    }

    /// New numbers, of all executables.
    static final class Numbers implements Numbering {
        private final Agents agents;
        private final AtomicLong lastCodeObject = new AtomicLong();
        private final AtomicLong lastKernel = new AtomicLong();

        Numbers(Agents agents) {
            this.agents = agents;
        }

        @Override
        public long codeObject() {
            return lastCodeObject.incrementAndGet();
        }

        @Override
        public long kernel(long kernelObject) {
            return lastKernel.incrementAndGet();
        }

        @Override
        public long agent(long handle) {
            return agents.idOf(handle);
        }
    }

    private final Numbering numbers;
    private final HsaQuery hsa;
    private final LoadedExecutable executable;
    private final CodeObjectListeners listeners;
    private final Arena memory;

    private CodeObjectReader(Numbering numbers, HsaQuery hsa, LoadedExecutable executable) {
        this.numbers = numbers;
        this.hsa = hsa;
        this.executable = executable;
        listeners = executable.listeners;
        memory = executable.memory();
    }

    static LoadedExecutable read(Numbering numbers, HsaLoader loader, long executable, CodeObjectListeners listeners) {
        LoadedExecutable loaded = new LoadedExecutable(listeners);
        try (HsaQuery query = new HsaQuery(loader)) {
            new CodeObjectReader(numbers, query, loaded).readAll(executable);
        } catch (RuntimeException | Error failure) {
            loaded.close();
            throw failure;
        }
        return loaded;
    }

    /// A loaded code object, and the symbols found for its kernels.
    private record Range(long agent, long base, long size, LoadedExecutable.CodeObject object, List<Long> symbols) {
        boolean contains(long address) {
            return Long.compareUnsigned(address - base, size) < 0;
        }
    }

    private void readAll(long handle) {
        List<Range> ranges = new ArrayList<>();
        for (long object : hsa.codeObjects(handle)) ranges.add(readCodeObject(object));
        for (int i = 0; i < ranges.size(); i++) {
            long agent = ranges.get(i).agent();
            if (agent != 0 && isFirstOf(agent, ranges, i)) findKernels(handle, agent, ranges);
        }
        for (Range range : ranges) {
            executable.codeObjects.add(range.object());
            readKernels(range);
        }
    }

    private static boolean isFirstOf(long agent, List<Range> ranges, int index) {
        for (int i = 0; i < index; i++) if (ranges.get(i).agent() == agent) return false;
        return true;
    }

    // --- code objects ---------------------------------------------------------------------------------------------

    private Range readCodeObject(long object) {
        long id = numbers.codeObject();
        long kind = hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.KIND);
        boolean isAgents = kind == HsaVenAmdLoaderLoadedCodeObjectKind.AGENT.value();
        long agent = isAgents ? hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.AGENT) : 0;
        long base = hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.LOAD_BASE);
        long size = hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.LOAD_SIZE);
        long payload = listeners.loadsActive() == 0 ? 0 : describe(object, id, agent, base, size);
        Announcement announcement = Announcement.of(listeners.loads(), listeners.loadsActive(), payload, memory);
        return new Range(
                agent,
                base,
                size,
                new LoadedExecutable.CodeObject(id, announcement, new ArrayList<>()),
                new ArrayList<>());
    }

    private long describe(long object, long id, long agent, long base, long size) {
        long payload = memory.allocate(CallbackTracingCodeObjectLoadData.SIZEOF, Long.BYTES)
                .address();
        Memory.putLong(payload, CallbackTracingCodeObjectLoadData.SIZEOF);
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.CODE_OBJECT_ID, id);
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.AGENT_ID, numbers.agent(agent));
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.HSA_AGENT, agent);
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.URI, hsa.uri(object));
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.LOAD_BASE, base);
        Memory.putLong(payload + CallbackTracingCodeObjectLoadData.LOAD_SIZE, size);
        Memory.putLong(
                payload + CallbackTracingCodeObjectLoadData.LOAD_DELTA,
                hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.LOAD_DELTA));
        describeStorage(object, payload);
        return payload;
    }

    /// Fills in the storage. The storage types have the same numbers for the loader and for tools.
    private void describeStorage(long object, long payload) {
        long type = hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.CODE_OBJECT_STORAGE_TYPE);
        Memory.putInt(payload + CallbackTracingCodeObjectLoadData.STORAGE_TYPE, (int) type);
        if (type == CodeObjectStorageType.FILE.value()) {
            long file = hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.CODE_OBJECT_STORAGE_FILE);
            Memory.putInt(payload + CallbackTracingCodeObjectLoadData.STORAGE_FILE, (int) file);
        } else if (type == CodeObjectStorageType.MEMORY.value()) {
            Memory.putLong(
                    payload + CallbackTracingCodeObjectLoadData.MEMORY_BASE,
                    hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.CODE_OBJECT_STORAGE_MEMORY_BASE));
            Memory.putLong(
                    payload + CallbackTracingCodeObjectLoadData.MEMORY_SIZE,
                    hsa.number(object, HsaVenAmdLoaderLoadedCodeObjectInfo.CODE_OBJECT_STORAGE_MEMORY_SIZE));
        }
    }

    // --- kernels --------------------------------------------------------------------------------------------------

    /// Assigns kernels to code objects. The runtime lists the symbols of an agent, not of a code object: a kernel
    /// belongs to the one whose memory contains its descriptor.
    private void findKernels(long handle, long agent, List<Range> ranges) {
        for (long symbol : hsa.symbols(handle, agent)) {
            if (hsa.number(symbol, HsaExecutableSymbolInfo.TYPE) != HsaSymbolKind.KERNEL.value()) continue;
            long kernelObject = hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_OBJECT);
            Range owner = owner(agent, kernelObject, ranges);
            if (owner != null) owner.symbols().add(symbol);
        }
    }

    private void readKernels(Range range) {
        if (range.symbols().isEmpty()) return;
        String processor = listeners.kernelsActive() == 0 ? "" : hsa.agentName(range.agent());
        for (long symbol : range.symbols())
            range.object().kernels().add(readKernel(symbol, range.object().id(), processor));
    }

    /// Returns the code object whose memory contains the descriptor, otherwise the first one of the agent.
    private static @Nullable Range owner(long agent, long kernelObject, List<Range> ranges) {
        Range first = null;
        for (Range range : ranges) {
            if (range.agent() != agent) continue;
            if (range.contains(kernelObject)) return range;
            if (first == null) first = range;
        }
        return first;
    }

    private LoadedExecutable.Kernel readKernel(long symbol, long codeObject, String processor) {
        long kernelObject = hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_OBJECT);
        long id = numbers.kernel(kernelObject);
        boolean isNamed = listeners.kernelsActive() != 0 || listeners.hostKernelsActive() != 0;
        long name = isNamed ? hsa.name(symbol) : 0;
        String function = listeners.hostKernelsActive() == 0 ? "" : function(name);
        long payload = 0;
        if (listeners.kernelsActive() != 0) {
            payload = describe(symbol, id, name, kernelObject);
            Memory.putLong(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.CODE_OBJECT_ID, codeObject);
            describeCode(kernelObject, payload, processor);
        }
        Announcement announcement = Announcement.of(listeners.kernels(), listeners.kernelsActive(), payload, memory);
        return new LoadedExecutable.Kernel(id, codeObject, kernelObject, symbol, function, announcement);
    }

    /// Returns the name of a symbol's kernel as in its source.
    static String kernelName(@Nullable HsaLoader loader, long symbol) {
        if (loader == null) return "";
        try (HsaQuery query = new HsaQuery(loader)) {
            return function(query.name(symbol));
        }
    }

    private static String function(long name) {
        String symbol = CStrings.read(name, MAX_NAME_BYTES);
        if (symbol == null) return "";
        return symbol.endsWith(SUFFIX) ? symbol.substring(0, symbol.length() - SUFFIX.length()) : symbol;
    }

    private long describe(long symbol, long id, long name, long kernelObject) {
        long payload = memory.allocate(CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF, Long.BYTES)
                .address();
        Memory.putLong(payload, CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF);
        Memory.putLong(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_ID, id);
        Memory.putLong(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_NAME, name);
        Memory.putLong(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNEL_OBJECT, kernelObject);
        Memory.putInt(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_SIZE, (int)
                hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_KERNARG_SEGMENT_SIZE));
        Memory.putInt(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.KERNARG_SEGMENT_ALIGNMENT, (int)
                hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_KERNARG_SEGMENT_ALIGNMENT));
        Memory.putInt(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.GROUP_SEGMENT_SIZE, (int)
                hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_GROUP_SEGMENT_SIZE));
        Memory.putInt(payload + CallbackTracingCodeObjectKernelSymbolRegisterData.PRIVATE_SEGMENT_SIZE, (int)
                hsa.number(symbol, HsaExecutableSymbolInfo.KERNEL_PRIVATE_SEGMENT_SIZE));
        return payload;
    }

    /// Fills in the fields that only the kernel descriptor has; zero if the host cannot read it.
    private void describeCode(long kernelObject, long payload, String processor) {
        long descriptor = hsa.hostAddress(kernelObject);
        if (descriptor == 0) return;
        MemorySegment all = Memory.all();
        KernelCode.describe(
                all.asSlice(payload, CallbackTracingCodeObjectKernelSymbolRegisterData.SIZEOF),
                all.asSlice(descriptor, AmdhsaKernelDescriptor.SIZEOF),
                processor);
    }
}
