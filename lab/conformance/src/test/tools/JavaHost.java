import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// A Java program that uses HIP: some calls, one line with its process id, then it waits for the end of its input.
public final class JavaHost {
    private JavaHost() {}

    public static void main(String[] args) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup hip = SymbolLookup.libraryLookup("libamdhip64.so.7", arena);
            // hipError_t hipGetDevice(int* deviceId)
            MethodHandle getDevice = Linker.nativeLinker()
                    .downcallHandle(hip.findOrThrow("hipGetDevice"), FunctionDescriptor.of(JAVA_INT, ADDRESS));
            MemorySegment device = arena.allocate(JAVA_INT);
            for (int i = 0; i < 100; i++) {
                int status = (int) getDevice.invokeExact(device);
                if (status != 0) throw new IllegalStateException("status=" + status);
            }
            System.out.println("ready " + ProcessHandle.current().pid());
            waitForEnd();
        }
    }

    private static void waitForEnd() throws IOException {
        while (System.in.read() >= 0) continue;
    }
}
