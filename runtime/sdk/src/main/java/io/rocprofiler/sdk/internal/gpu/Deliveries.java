package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.call.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The batches of a queue's completed dispatches that tools are being told of: a few threads may do so at once.
///
/// Thread rule: with the queue's lock.
final class Deliveries {
    private @Nullable Event[] batches = new Event[4];

    /// For each batch: how many dispatches were taken before the next one that is to be told, and the teller's id.
    private long[] told = new long[4];

    private long[] tellers = new long[4];
    private int count;

    void begin(Event batch, long first, long teller) {
        if (count == batches.length) grow();
        batches[count] = batch;
        told[count] = first;
        tellers[count++] = teller;
    }

    private void grow() {
        batches = Arrays.copyOf(batches, 2 * count);
        told = Arrays.copyOf(told, 2 * count);
        tellers = Arrays.copyOf(tellers, 2 * count);
    }

    /// One more dispatch of the batch has been told.
    void goOn(Event batch) {
        told[of(batch)]++;
    }

    void end(Event batch) {
        int i = of(batch);
        count--;
        batches[i] = batches[count];
        told[i] = told[count];
        tellers[i] = tellers[count];
        batches[count] = null;
    }

    private int of(Event batch) {
        int i = 0;
        while (batches[i] != batch) i++;
        return i;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Returns how many of the dispatches, in the order in which they were taken, have been told with all before them.
    ///
    /// @param taken how many have been taken
    long told(long taken) {
        return count == 0 ? taken : told[oldest()];
    }

    /// Returns the id of the thread that tells the oldest, 0 if nobody does.
    long teller() {
        return count == 0 ? 0 : tellers[oldest()];
    }

    private int oldest() {
        int oldest = 0;
        for (int i = 1; i < count; i++) if (told[i] < told[oldest]) oldest = i;
        return oldest;
    }
}
