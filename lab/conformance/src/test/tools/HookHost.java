import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// A Java program that uses HIP until its end: main and three shutdown hooks, the last of which makes calls some
/// time after the others have ended. Each prints the number of its calls. Exits with 3.
public final class HookHost {
    private static final int CALLS = 500;

    private static final SymbolLookup HIP = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());

    // hipError_t hipGetDevice(int* deviceId)
    private static final MethodHandle GET_DEVICE = Linker.nativeLinker()
            .downcallHandle(HIP.findOrThrow("hipGetDevice"), FunctionDescriptor.of(JAVA_INT, ADDRESS));

    private HookHost() {}

    public static void main(String[] args) {
        call();
        Thread first = new Thread(HookHost::call);
        Thread second = new Thread(HookHost::call);
        Thread last = new Thread(() -> {
            try {
                first.join();
                second.join();
                Thread.sleep(300);
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
            call();
        });
        for (Thread hook : new Thread[] {first, second, last}) Runtime.getRuntime().addShutdownHook(hook);
        System.exit(3);
    }

    private static void call() {
        MemorySegment device = Arena.ofAuto().allocate(JAVA_INT);
        try {
            for (int i = 0; i < CALLS; i++) {
                int status = (int) GET_DEVICE.invokeExact(device);
                if (status != 0) throw new IllegalStateException("status=" + status);
            }
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
        System.out.println(CALLS);
    }
}
