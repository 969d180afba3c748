import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;

/// Measures how many bytes of Java heap a traced call allocates on its thread. Prints the average of one
/// call, rounded.
public final class AllocationHost {
    private static final int CALLS = 100_000;
    private static final MethodHandle GET_DEVICE = getDevice();

    private AllocationHost() {}

    private static MethodHandle getDevice() {
        SymbolLookup hip = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
        // hipError_t hipGetDevice(int* deviceId)
        return Linker.nativeLinker()
                .downcallHandle(hip.findOrThrow("hipGetDevice"), FunctionDescriptor.of(JAVA_INT, ADDRESS));
    }

    public static void main(String[] args) throws Throwable {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MemorySegment device = Arena.global().allocate(JAVA_INT);
        call(device);
        call(device);
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        call(device);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        System.out.println("bytes per call: " + Math.round((double) bytes / CALLS));
    }

    private static void call(MemorySegment device) throws Throwable {
        for (int i = 0; i < CALLS; i++) {
            int status = (int) GET_DEVICE.invokeExact(device);
            if (status != 0) throw new IllegalStateException("status=" + status);
        }
    }
}
