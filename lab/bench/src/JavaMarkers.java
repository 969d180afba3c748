import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.roctracer.Roctracer;
import io.rocprofiler.roctx.Range;
import io.rocprofiler.roctx.Roctx;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/// The cost of ROC-TX in a Java program: JavaMarkers CALLS [listen]. Prints the median nanoseconds of 21 rounds for
/// a mark, a range, a push with its pop, and a start with its stop, and the most bytes that any of them allocates
/// per call.
///
/// CALLS    of each kind in a round
/// listen   with a handler in Java that does nothing
public final class JavaMarkers {
    private static final int WARM_ROUNDS = 10;
    private static final int ROUNDS = 21;
    private static int callsPerRound;

    private JavaMarkers() {}

    public static void main(String[] arguments) {
        Roctx.mark("first"); // loads the library, and registers it with tools
        callsPerRound = Integer.parseInt(arguments[0]);
        if (arguments.length > 1) Roctracer.enableCallback(ActivityDomain.ROCTX, call -> {});
        Runnable[] kinds = {JavaMarkers::marks, JavaMarkers::ranges, JavaMarkers::levels, JavaMarkers::ids};
        StringBuilder line = new StringBuilder();
        double bytes = 0;
        for (Runnable kind : kinds) {
            for (int i = 0; i < WARM_ROUNDS; i++) kind.run();
            double[] nanos = new double[ROUNDS];
            long before = allocated();
            for (int i = 0; i < ROUNDS; i++) {
                long begin = System.nanoTime();
                kind.run();
                nanos[i] = (double) (System.nanoTime() - begin) / callsPerRound;
            }
            bytes = Math.max(bytes, (double) (allocated() - before) / ROUNDS / callsPerRound);
            Arrays.sort(nanos);
            line.append("%7.1f ".formatted(nanos[ROUNDS / 2]));
        }
        System.out.println(line.append("%7.1f".formatted(bytes)));
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static void marks() {
        for (int i = 0; i < callsPerRound; i++) Roctx.mark("mark");
    }

    private static void ranges() {
        for (int i = 0; i < callsPerRound; i++) {
            try (Range _ = Roctx.range("range")) {
                continue;
            }
        }
    }

    private static void levels() {
        for (int i = 0; i < callsPerRound; i++) {
            Roctx.push("push");
            Roctx.pop();
        }
    }

    private static void ids() {
        for (int i = 0; i < callsPerRound; i++) Roctx.stop(Roctx.start("start"));
    }
}
