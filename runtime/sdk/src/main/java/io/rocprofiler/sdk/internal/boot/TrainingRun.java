package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/// The training run for the start-up cache: a Java program traced like any other, on the class path and with the
/// options of the engine's own JVM. Classes that it loads and links, and profiles that it collects, are in the
/// cache for traced programs.
///
/// `dist` runs it under `rocprofv3` on the software GPU: `TrainingRun ROUNDS`.
public final class TrainingRun {
    private static final int HOST_TO_DEVICE = 1;
    private static final int BYTES = 64;

    /// An upper bound for the parameters of a kernel without declared parameters.
    private static final int KERNEL_PARAMETERS = 16;

    /// The number of arguments that [Native#invokeMany] reads.
    private static final int MOST_ARGUMENTS = 12;

    private static final int ROUNDS_AT_ONCE = 64;

    private TrainingRun() {}

    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        int rounds = Integer.parseInt(arguments[0]);
        EngineClasses.load();
        Attachment.make();
        try (Arena arena = Arena.ofConfined()) {
            markers(arena, rounds);
            memory(arena, rounds);
            kernels(arena, rounds);
        }
    }

    private static void markers(Arena arena, int rounds) {
        SymbolLookup roctx = SymbolLookup.libraryLookup("librocprofiler-sdk-roctx.so.1", Arena.global());
        long mark = roctx.findOrThrow("roctxMarkA").address();
        long push = roctx.findOrThrow("roctxRangePushA").address();
        long pop = roctx.findOrThrow("roctxRangePop").address();
        long text = arena.allocateFrom("warm up").address();
        for (int i = 0; i < rounds; i++) {
            Native.invoke(mark, text, 0, 0, 0, 0, 0);
            Native.invoke(push, text, 0, 0, 0, 0, 0);
            Native.invoke(pop, 0, 0, 0, 0, 0, 0);
        }
    }

    private static void memory(Arena arena, int rounds) {
        SymbolLookup hip = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
        long allocate = hip.findOrThrow("hipMalloc").address();
        long copy = hip.findOrThrow("hipMemcpy").address();
        long free = hip.findOrThrow("hipFree").address();
        long host = arena.allocate(BYTES).address();
        long pointer = arena.allocate(ValueLayout.JAVA_LONG).address();
        for (int i = 0; i < rounds; i++) {
            Native.invoke(allocate, pointer, BYTES, 0, 0, 0, 0);
            Native.invoke(copy, Memory.getLong(pointer), host, BYTES, HOST_TO_DEVICE, 0, 0);
            Native.invoke(free, Memory.getLong(pointer), 0, 0, 0, 0, 0);
        }
    }

    /// Launches kernels. Any function on this software GPU is a kernel: one without parameters and effects.
    private static void kernels(Arena arena, int rounds) {
        SymbolLookup hip = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
        long launch = hip.findOrThrow("hipLaunchKernel").address();
        long synchronize = hip.findOrThrow("hipDeviceSynchronize").address();
        long kernel =
                Linker.nativeLinker().defaultLookup().findOrThrow("getppid").address();
        long zero = arena.allocate(Long.BYTES, Long.BYTES).address();
        long parameters = arena.allocate(KERNEL_PARAMETERS * 8L, 8).address();
        for (int i = 0; i < KERNEL_PARAMETERS; i++) Memory.putLong(parameters + 8L * i, zero);
        // (kernel, dim3 blocks, dim3 threads, void** parameters, size_t shared, stream): a dim3 takes two registers.
        long one = 1L << Integer.SIZE | 1;
        long[] words = {kernel, one, 1, one, 1, parameters, 0, 0};
        long arguments = arena.allocate(MOST_ARGUMENTS * 8L, 8).address();
        for (int i = 0; i < words.length; i++) Memory.putLong(arguments + 8L * i, words[i]);
        for (int i = 0; i < rounds; i++) {
            Native.invokeMany(launch, arguments);
            if (i % ROUNDS_AT_ONCE == 0) Native.invoke(synchronize, 0, 0, 0, 0, 0, 0);
        }
        Native.invoke(synchronize, 0, 0, 0, 0, 0, 0);
    }
}
