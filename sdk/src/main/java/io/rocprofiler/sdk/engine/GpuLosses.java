package io.rocprofiler.sdk.engine;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// GPU work that was submitted and of which no record can be made: counted by kernel, and said at the end.
///
/// Thread rule: any thread; one lock, on a path that is never hot.
final class GpuLosses {
    private static final Map<Long, Integer> WITHOUT_TIMES = new TreeMap<>();
    private static final Map<Long, Integer> NEVER_COMPLETED = new TreeMap<>();
    private static long copiesWithoutTimes;
    private static long copiesInFlight;
    private static long refused;
    private static long unknownPackets;

    private GpuLosses() {}

    /// The runtime has no times for a dispatch of this kernel, or they are zero.
    static synchronized void hasNoTimes(long kernelId) {
        WITHOUT_TIMES.merge(kernelId, 1, Integer::sum);
    }

    static synchronized void copyHasNoTimes() {
        copiesWithoutTimes++;
    }

    /// The runtime had no signal for a dispatch or a copy, or would not watch one.
    static synchronized void refused() {
        refused++;
    }

    /// A packet of a kind that is not known here was passed on: it may be work.
    static synchronized void unknownPacket() {
        unknownPackets++;
    }

    /// @param list of dispatches
    static synchronized void neverCompleted(@Nullable Event list) {
        for (Event event = list; event != null; event = event.next)
            NEVER_COMPLETED.merge(Dispatches.kernelId(event), 1, Integer::sum);
    }

    static synchronized void copies(long inFlight) {
        copiesInFlight = inFlight;
    }

    /// One line for each kernel and reason.
    static synchronized void report() {
        for (Map.Entry<Long, Integer> lost : NEVER_COMPLETED.entrySet())
            Messages.warn(dispatches(lost) + " never completed; there is no record of it");
        for (Map.Entry<Long, Integer> lost : WITHOUT_TIMES.entrySet())
            Messages.warn("the runtime gave no times for " + dispatches(lost) + "; there is no record of it");
        if (copiesInFlight != 0)
            Messages.warn(copiesInFlight + " asynchronous copies never completed; there is no record of it");
        if (copiesWithoutTimes != 0)
            Messages.warn("the runtime gave no times for " + copiesWithoutTimes + " copies; there is no record of it");
        if (unknownPackets != 0)
            Messages.warn(unknownPackets + (unknownPackets == 1 ? " packet" : " packets")
                    + " of an unknown kind went to the GPU as they are; there is no record of them");
        if (refused != 0)
            Messages.warn("the runtime refused to watch work " + refused + " times; records of it may lack");
    }

    private static String dispatches(Map.Entry<Long, Integer> lost) {
        int count = lost.getValue();
        return count + (count == 1 ? " dispatch" : " dispatches") + " of kernel "
                + CodeObjects.kernelName(lost.getKey());
    }
}
