import io.rocprofiler.roctx.Roctx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A program that marks its phases with ROC-TX: epochs of batches, loaded by virtual threads and processed by the
/// main thread.
public final class Epochs {
    private static final int EPOCHS = 3;
    private static final int BATCHES = 4;

    private Epochs() {}

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        Roctx.nameThread("trainer");
        long run = Roctx.start("run"); // may be stopped on any thread
        long sum = 0;
        try (ExecutorService loaders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                try (var _ = Roctx.range("epoch")) {
                    sum += epoch(loaders, epoch);
                }
            }
        }
        Roctx.stop(run);
        boolean passed = sum == EPOCHS * BATCHES * (EPOCHS * BATCHES - 1) / 2;
        System.out.println((passed ? "PASSED: " : "FAILED: ") + EPOCHS + " epochs of " + BATCHES + " batches");
        System.exit(passed ? 0 : 1);
    }

    // @start region="ranges"
    private static long epoch(ExecutorService loaders, int epoch) throws InterruptedException, ExecutionException {
        List<Future<Integer>> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            int number = epoch * BATCHES + i;
            batches.add(loaders.submit(() -> load(number)));
        }
        Roctx.mark("queued");
        long sum = 0;
        for (Future<Integer> batch : batches) {
            int data = batch.get();
            try (var _ = Roctx.range("batch")) {
                sum += data;
            }
        }
        return sum;
    }

    /// Runs on a virtual thread, which starts and stops a range.
    private static int load(int number) {
        try (var _ = Roctx.range("load")) {
            return number;
        }
    }
    // @end
}
