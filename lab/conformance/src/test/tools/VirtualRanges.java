import io.rocprofiler.roctx.Roctx;
import java.util.concurrent.CountDownLatch;

/// VirtualRanges COUNT: so many virtual threads are in a range at the same time.
public final class VirtualRanges {
    private VirtualRanges() {}

    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        CountDownLatch begun = new CountDownLatch(count);
        CountDownLatch ended = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Thread.ofVirtual().start(() -> {
                try (var _ = Roctx.range("virtual")) {
                    begun.countDown();
                    begun.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                } finally {
                    ended.countDown();
                }
            });
        }
        ended.await();
    }
}
