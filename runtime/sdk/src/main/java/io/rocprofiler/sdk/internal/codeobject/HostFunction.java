package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.ApiFunction;
import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.CallbackTracingCodeObjectHostKernelSymbolRegisterData;
import io.rocprofiler.abi.HipCompilerApiId;
import io.rocprofiler.sdk.internal.argument.Arguments;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A function of the program that stands for a kernel, as HIP's compiler registered it.
final class HostFunction {
    private static final int MAX_NAME_BYTES = 1 << 16;
    private static final int DIMENSIONS = 12;
    private static final AtomicLong LAST_ID = new AtomicLong();

    /// Of the device function, as its symbol has it without `.kd`.
    final String name;

    /// What `__hipRegisterFatBinary` returned for the binary that it belongs to.
    final long modules;

    private final long address;
    private final int threadLimit;

    /// Thread ids, block ids, block and grid dimensions as the compiler knew them, x y z each.
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

    /// Where the parameters of `__hipRegisterFunction` lie in a frame.
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

    /// The arguments of a call of `(modules, hostFunction, deviceFunction, deviceName, threadLimit, tid, bid, blockDim,
    /// gridDim, wSize)`; null if it names no kernel.
    static @Nullable HostFunction of(long frame, int[] sources) {
        long named = Memory.getLong(frame + sources[3]);
        if (named == 0) named = Memory.getLong(frame + sources[2]);
        String name = CStrings.read(named, MAX_NAME_BYTES);
        return name == null ? null : new HostFunction(name, frame, sources);
    }

    /// `uint3` and `dim3` are alike; the compiler passes null for all of them today.
    private static void readDimensions(long address, int[] to, int at) {
        if (address == 0) return;
        for (int i = 0; i < 3; i++) to[at + i] = Memory.getInt(address + (long) Integer.BYTES * i);
    }

    /// Its announcement as the host side of a kernel, to those who heard of the kernel and listen still; null if nobody
    /// does. Each has an id of its own.
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
        // Thread ids, block ids, block and grid dimensions lie in this order, without gaps.
        long to = payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.THREAD_IDS;
        for (int i = 0; i < DIMENSIONS; i++) Memory.putInt(to + (long) Integer.BYTES * i, dimensions[i]);
        Memory.putLong(payload + CallbackTracingCodeObjectHostKernelSymbolRegisterData.WORKGROUP_SIZE, workgroupSize);
        return Announcement.of(slot, active, payload, owner);
    }
}
