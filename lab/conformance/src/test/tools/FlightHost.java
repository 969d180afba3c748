import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.rocprofiler.roctx.Roctx;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;

/// FlightHost END [AGENT]: a Java program that knows nothing of profilers: ranges, calls and copies, and an end of its
/// own choice.
///
/// return, exit, throw, signal, halt   how it ends   hook  as return, with a shutdown hook that calls HIP
/// attached  as return, with as many calls before the agent is attached
public final class FlightHost {
    private static final SymbolLookup HIP = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
    private static final MethodHandle MALLOC = hip("hipMalloc", ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE = hip("hipFree", ADDRESS);
    private static final MethodHandle COPY =
            hip("hipMemcpyAsync", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS);
    private static final MethodHandle WAIT = hip("hipDeviceSynchronize");
    private static final int ROUNDS = 20;
    private static final int BYTES = 4096;
    private static final int HOST_TO_DEVICE = 1;

    private FlightHost() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals("hook"))
            Runtime.getRuntime().addShutdownHook(new Thread(() -> round(ROUNDS)));
        if (args[0].equals("attached")) attach(args[1]);
        for (int i = 0; i < ROUNDS; i++) round(i);
        switch (args[0]) {
            case "exit" -> System.exit(3);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "signal" -> {
                new ProcessBuilder("kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
                new CountDownLatch(1).await();
            }
            case "halt" -> Runtime.getRuntime().halt(3);
            default -> {}
        }
    }

    private static void attach(String agent) {
        for (int i = 0; i < ROUNDS; i++) round(i);
        try {
            VirtualMachine self =
                    VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
            self.loadAgent(agent);
            self.detach();
        } catch (IOException | AttachNotSupportedException | AgentLoadException | AgentInitializationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void round(int number) {
        try (Arena arena = Arena.ofConfined();
                var _ = Roctx.range("round " + number)) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            MemorySegment host = arena.allocate(BYTES);
            check((int) MALLOC.invokeExact(pointer, (long) BYTES));
            MemorySegment device = pointer.get(ADDRESS, 0);
            check((int) COPY.invokeExact(device, host, (long) BYTES, HOST_TO_DEVICE, MemorySegment.NULL));
            check((int) WAIT.invokeExact());
            check((int) FREE.invokeExact(device));
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void check(int status) {
        if (status != 0) throw new IllegalStateException("HIP says " + status);
    }

    private static MethodHandle hip(String function, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(HIP.findOrThrow(function), FunctionDescriptor.of(JAVA_INT, arguments));
    }
}
