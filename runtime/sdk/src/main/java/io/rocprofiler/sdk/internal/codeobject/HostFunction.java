package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HipCompilerApiId;
import io.rocprofiler.sdk.internal.argument.Arguments;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A host function that stands for a kernel, as HIP's compiler registered it.
final class HostFunction {
    private static final int MAX_NAME_BYTES = 1 << 20;
    private static final int DIMENSIONS = 12;
    private static final AtomicLong LAST_ID = new AtomicLong();

    /// The name of the device function, as in its symbol without `.kd`.
    final String name;

    /// The result of `__hipRegisterFatBinary` for its binary.
    final long modules;

    private final long address;
    private final int threadLimit;

    /// Thread ids, block ids, block and grid dimensions as known to the compiler, x y z each.
    private final int[] dimensions = new int[DIMENSIONS];

    private final long workgroupSize;

    private HostFunction(String name, long frame, int[] sources) {
        this.name = name;
        modules = Memory.getLong(frame + sources[0]);
        address = Memory.getLong(frame + sources[1]);
        threadLimit = Memory.getInt(frame + sources[4]);
        for (int i = 0; i < 4; i++) readDimensions(Memory.getLong(frame + sources[5 + i]), dimensions, 3 * i);
        long size = Memory.getLong(frame + sources[9]);
        workgroupSize = size == 0 ? 0 : Memory.getInt(size);
    }

    /// Returns the positions in a frame of the parameters of `__hipRegisterFunction`.
    static int[] sources() {
        int operation = HipCompilerApiId.__hipRegisterFunction;
        ApiFunction function = ApiTables.HIP_COMPILER.function(operation);
        int[] sources = new int[function.parameters().size()];
        for (int i = 0; i < sources.length; i++) {
            ApiParameter parameter = function.parameters().get(i);
            sources[i] = Arguments.source(ApiTables.HIP_COMPILER, operation, parameter.offset());
        }
        return sources;
    }

    /// Reads the arguments of a call of `(modules, hostFunction, deviceFunction, deviceName, threadLimit, tid, bid,
    /// blockDim, gridDim, wSize)`; returns null if it names no kernel.
    static @Nullable HostFunction of(long frame, int[] sources) {
        long named = Memory.getLong(frame + sources[3]);
        if (named == 0) named = Memory.getLong(frame + sources[2]);
        String name = CStrings.read(named, MAX_NAME_BYTES);
        return name == null ? null : new HostFunction(name, frame, sources);
    }

    /// Copies a `uint3` or `dim3`, which have the same layout; current compilers pass null for all of them.
    private static void readDimensions(long address, int[] to, int at) {
        if (address == 0) return;
        for (int i = 0; i < 3; i++) to[at + i] = Memory.getInt(address + (long) Integer.BYTES * i);
    }

    /// Creates its announcement as the host side of a kernel, to contexts that were notified of the kernel and
    /// still listen; null if there are none. Each announcement has its own id.
    @Nullable
    Announcement announcement(LoadedExecutable.Kernel kernel, CodeObjectListeners listeners, Arena owner) {
        EventSlot slot = listeners.hostKernels();
        long active = slot == null ? 0 : slot.active() & listeners.hostKernelsActive();
        if (active == 0) return null;
        int size = CallbackTracingCodeObjectHostKernelSymbolRegisterData.SIZEOF;
        long payload = owner.allocate(size, Long.BYTES).address();
        Memory.putLong(payload, size);
        Memory.putLong(
                payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION_ID,
                LAST_ID.incrementAndGet());
        Memory.putLong(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.KERNEL_ID, kernel.id());
        Memory.putLong(
                payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.CODE_OBJECT_ID, kernel.codeObjectId());
        Memory.putLong(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.HOST_FUNCTION, address);
        Memory.putLong(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.MODULES, modules);
        Memory.putLong(
                payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.DEVICE_FUNCTION, CStrings.intern(name));
        Memory.putInt(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_LIMIT, threadLimit);
        // Thread ids, block ids, block and grid dimensions are in this order, without gaps.
        long to = payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_IDS;
        for (int i = 0; i < DIMENSIONS; i++) Memory.putInt(to + (long) Integer.BYTES * i, dimensions[i]);
        Memory.putLong(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.WORKGROUP_SIZE, workgroupSize);
        return Announcement.of(slot, active, payload, owner);
    }
}
