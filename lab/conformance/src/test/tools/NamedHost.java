package host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// NamedHost THREADS: a Java program in its own module that does not use the profiler's API. It calls HIP 100
/// times, on the main thread, or on this many virtual threads.
public final class NamedHost {
    private static final int CALLS = 100;

    private NamedHost() {}

    public static void main(String[] args) throws Throwable {
        MethodHandle getDevice = Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global()).findOrThrow("hipGetDevice"),
                        FunctionDescriptor.of(JAVA_INT, ADDRESS));
        int threads = Integer.parseInt(args[0]);
        if (threads == 0) call(getDevice, CALLS);
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++) started[i] = Thread.ofVirtual().start(() -> call(getDevice, CALLS / threads));
        for (Thread thread : started) thread.join();
        System.out.println("done");
    }

    private static void call(MethodHandle getDevice, int calls) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(JAVA_LONG);
            for (int i = 0; i < calls; i++)
                if ((int) getDevice.invokeExact(device) != 0) throw new IllegalStateException("hipGetDevice");
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
