package io.rocprofiler.sdk.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/// The training run for the start-up cache: a Java program that is traced like any other, on the class path and with
/// the
/// options of a JVM of our own. What it makes the JVM load, link and count is what a traced program finds done.
///
/// `dist` runs it under `rocprofv3` on the software GPU: `WarmUp ROUNDS`.
public final class WarmUp {
    private static final int HOST_TO_DEVICE = 1;
    private static final int BYTES = 64;

    private WarmUp() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        Native.attach();
        try (Arena arena = Arena.ofConfined()) {
            markers(arena, rounds);
            memory(arena, rounds);
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
}
