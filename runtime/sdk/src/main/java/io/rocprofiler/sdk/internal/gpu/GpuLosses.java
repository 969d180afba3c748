package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.Map;
import java.util.TreeMap;

/// GPU work that was submitted and cannot be recorded: counted by kernel, reported at finalization.
///
/// Thread rule: any thread; one lock, on a path that is never hot.
final class GpuLosses {
    private final Map<Long, Integer> withoutTimes = new TreeMap<>();
    private final Map<Long, Integer> neverCompleted = new TreeMap<>();
    private long copiesWithoutTimes;
    private long copiesInFlight;
    private long lateDispatches;
    private long lateCopies;
    private long refused;
    private long unknownPackets;

    private final CodeObjects code;

    GpuLosses(CodeObjects code) {
        this.code = code;
    }

    /// Counts a dispatch of this kernel that is recorded without times: the runtime has none, or impossible ones.
    synchronized void hasNoTimes(long kernelId) {
        withoutTimes.merge(kernelId, 1, Integer::sum);
    }

    synchronized void copyHasNoTimes() {
        copiesWithoutTimes++;
    }

    /// Counts dispatches or copies for which the runtime had no signal, or refused to watch one.
    synchronized void refused(long count) {
        refused += count;
    }

    /// Counts packets of an unknown type, which were passed on and may be work.
    synchronized void unknownPackets(long count) {
        unknownPackets += count;
    }

    /// Counts a dispatch of this kernel that was still in flight at finalization.
    synchronized void neverCompleted(long kernelId) {
        neverCompleted.merge(kernelId, 1, Integer::sum);
    }

    /// Counts dispatches that were submitted after the last look at the GPU's work.
    synchronized void lateDispatches(long count) {
        lateDispatches += count;
    }

    synchronized void lateCopy() {
        lateCopies++;
    }

    synchronized void copies(long inFlight) {
        copiesInFlight = inFlight;
    }

    /// Prints a line on what came while the tools were ending.
    synchronized void reportLate() {
        if (lateDispatches + lateCopies != 0)
            Messages.warn(counted(lateDispatches, "dispatch", "dispatches") + " and "
                    + counted(lateCopies, "asynchronous copy", "asynchronous copies")
                    + " came while the process ended; there is no record of them");
    }

    /// Prints one line for each kernel and reason.
    synchronized void report() {
        for (Map.Entry<Long, Integer> lost : neverCompleted.entrySet())
            Messages.warn(dispatches(lost) + " never completed; there is no record of it");
        for (Map.Entry<Long, Integer> lost : withoutTimes.entrySet())
            Messages.warn("the runtime gave no true times for " + dispatches(lost) + "; recorded without times");
        if (copiesInFlight != 0)
            Messages.warn(counted(copiesInFlight, "asynchronous copy", "asynchronous copies")
                    + " never completed; there is no record of it");
        if (copiesWithoutTimes != 0)
            Messages.warn("the runtime gave no true times for " + counted(copiesWithoutTimes, "copy", "copies")
                    + "; recorded without times");
        if (unknownPackets != 0)
            Messages.warn(counted(unknownPackets, "packet", "packets")
                    + " of an unknown kind went to the GPU as they are; there is no record of them");
        if (refused != 0)
            Messages.warn("the runtime refused to watch work " + refused + " times; records of it may lack");
    }

    private String dispatches(Map.Entry<Long, Integer> lost) {
        return counted(lost.getValue(), "dispatch", "dispatches") + " of kernel " + code.kernelName(lost.getKey());
    }

    private static String counted(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
