import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.rocprofiler.roctx.Roctx;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;

/// Trains a small model as frameworks do: virtual threads in a structured scope load the batches of a step, a pool of
/// threads with a stream each computes gradients, and a third stream applies their sum to the weights.
///
/// ```
/// softgpu rocprofv3 --sys-trace -f html -- java --enable-preview --enable-native-access=ALL-UNNAMED \
///     -cp training.jar:$ROOT/lib/java/rocprofiler-roctx.jar Training
/// ```
public final class Training {
    private static final int EPOCHS = 4;
    private static final int STEPS = 25;
    private static final int WORKERS = 2;
    private static final int BATCH = 32;
    private static final int WEIGHTS = 8;
    private static final float RATE = 0.05f;
    private static final long WEIGHT_BYTES = WEIGHTS * (long) Float.BYTES;
    private static final int ROW = WEIGHTS + 1; // inputs, and what the model should say
    private static final long BATCH_BYTES = BATCH * ROW * (long) Float.BYTES;

    private Training() {}

    public static void main(String[] args) throws Exception {
        MemorySegment gradient = Hip.kernel(MethodHandles.lookup(), "gradient");
        MemorySegment apply = Hip.kernel(MethodHandles.lookup(), "apply");
        MemorySegment weights = Hip.malloc(WEIGHT_BYTES);
        MemorySegment stream = Hip.stream();
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) workers.add(Worker.open());
        try (ExecutorService pool = Executors.newFixedThreadPool(WORKERS)) {
            set(weights, new float[WEIGHTS], stream);
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                try (var _ = Roctx.range("epoch")) {
                    for (int step = 0; step < STEPS; step++) {
                        List<float[]> batches = load(epoch * STEPS + step);
                        List<Future<?>> done = new ArrayList<>();
                        for (int i = 0; i < WORKERS; i++) {
                            Worker worker = workers.get(i);
                            float[] batch = batches.get(i);
                            done.add(pool.submit(() -> worker.compute(gradient, weights, batch)));
                        }
                        for (Future<?> one : done) one.get();
                        Hip.launch(apply, stream, weights, workers.get(0).gradients, workers.get(1).gradients);
                        Hip.synchronize(stream);
                    }
                }
            }
        }
        float error = error(get(weights, stream));
        for (Worker worker : workers) worker.close();
        Hip.destroy(stream);
        Hip.free(weights);
        boolean passed = error < 0.01f;
        System.out.printf(
                "%s: %d steps, worst weight off by %.4f%n", passed ? "PASSED" : "FAILED", EPOCHS * STEPS, error);
        System.exit(passed ? 0 : 1);
    }

    /// A thread's part of each step: a stream, and memory for its batch and gradients.
    private record Worker(MemorySegment stream, MemorySegment batch, MemorySegment gradients) {
        static Worker open() {
            return new Worker(Hip.stream(), Hip.malloc(BATCH_BYTES), Hip.malloc(WEIGHT_BYTES));
        }

        void compute(MemorySegment kernel, MemorySegment weights, float[] loaded) {
            try (var _ = Roctx.range("gradient")) {
                set(batch, loaded, stream);
                Hip.launch(kernel, stream, gradients, weights, batch);
                Hip.synchronize(stream);
            }
        }

        void close() {
            Hip.destroy(stream);
            Hip.free(batch);
            Hip.free(gradients);
        }
    }

    /// Loads a batch for each worker, all at once: if one cannot be loaded, the others are given up.
    private static List<float[]> load(int step) throws InterruptedException {
        try (var scope = StructuredTaskScope.open(Joiner.<float[]>allSuccessfulOrThrow())) {
            for (int worker = 0; worker < WORKERS; worker++) {
                long seed = (long) step * WORKERS + worker;
                scope.fork(() -> batch(seed));
            }
            return scope.join().map(StructuredTaskScope.Subtask::get).toList();
        }
    }

    /// Runs on a virtual thread.
    private static float[] batch(long seed) {
        try (var _ = Roctx.range("load")) {
            Random random = new Random(seed);
            float[] rows = new float[BATCH * ROW];
            for (int row = 0; row < BATCH; row++) {
                for (int i = 0; i < WEIGHTS; i++) {
                    rows[row * ROW + i] = random.nextFloat() * 2 - 1;
                    rows[row * ROW + WEIGHTS] += rows[row * ROW + i] * truth(i);
                }
            }
            return rows;
        }
    }

    private static float truth(int weight) {
        return weight - 3.5f;
    }

    private static float error(float[] weights) {
        float worst = 0;
        for (int i = 0; i < WEIGHTS; i++) worst = Math.max(worst, Math.abs(weights[i] - truth(i)));
        return worst;
    }

    // --- kernels --------------------------------------------------------------------------------------------------

    /// `gradients[i] = sum over rows of (weights · inputs - expected) * inputs[i]`
    private static void gradient(MemorySegment group, MemorySegment args) {
        MemorySegment gradients = argument(args, 0, WEIGHT_BYTES);
        MemorySegment weights = argument(args, 1, WEIGHT_BYTES);
        MemorySegment rows = argument(args, 2, BATCH_BYTES);
        gradients.fill((byte) 0);
        for (int row = 0; row < BATCH; row++) {
            float off = -rows.getAtIndex(JAVA_FLOAT, row * ROW + WEIGHTS);
            for (int i = 0; i < WEIGHTS; i++)
                off += weights.getAtIndex(JAVA_FLOAT, i) * rows.getAtIndex(JAVA_FLOAT, row * ROW + i);
            for (int i = 0; i < WEIGHTS; i++)
                gradients.setAtIndex(
                        JAVA_FLOAT,
                        i,
                        gradients.getAtIndex(JAVA_FLOAT, i) + off * rows.getAtIndex(JAVA_FLOAT, row * ROW + i));
        }
    }

    /// `weights[i] -= rate * (first[i] + second[i])`
    private static void apply(MemorySegment group, MemorySegment args) {
        MemorySegment weights = argument(args, 0, WEIGHT_BYTES);
        for (int i = 0; i < WEIGHTS; i++) {
            float sum = argument(args, 1, WEIGHT_BYTES).getAtIndex(JAVA_FLOAT, i)
                    + argument(args, 2, WEIGHT_BYTES).getAtIndex(JAVA_FLOAT, i);
            weights.setAtIndex(JAVA_FLOAT, i, weights.getAtIndex(JAVA_FLOAT, i) - RATE / WORKERS * sum);
        }
    }

    private static MemorySegment argument(MemorySegment args, int index, long bytes) {
        MemorySegment pointer =
                args.reinterpret((index + 1) * ADDRESS.byteSize()).getAtIndex(ADDRESS, index);
        return pointer.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0).reinterpret(bytes);
    }

    // --- memory ---------------------------------------------------------------------------------------------------

    private static void set(MemorySegment device, float[] values, MemorySegment stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocateFrom(JAVA_FLOAT, values);
            Hip.copy(device, host, host.byteSize(), Hip.HOST_TO_DEVICE, stream);
            Hip.synchronize(stream);
        }
    }

    private static float[] get(MemorySegment device, MemorySegment stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(WEIGHT_BYTES);
            Hip.copy(host, device, WEIGHT_BYTES, Hip.DEVICE_TO_HOST, stream);
            Hip.synchronize(stream);
            return host.toArray(JAVA_FLOAT);
        }
    }
}
