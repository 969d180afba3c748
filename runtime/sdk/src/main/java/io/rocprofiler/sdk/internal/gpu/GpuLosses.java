package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.Map;
import java.util.TreeMap;

/// GPU work that was submitted and of which no record can be made: counted by kernel, and said at the end.
///
/// Thread rule: any thread; one lock, on a path that is never hot.
final class GpuLosses {
    private final Map<Long, Integer> withoutTimes = new TreeMap<>();
    private final Map<Long, Integer> neverCompleted = new TreeMap<>();
    private long copiesWithoutTimes;
    private long copiesInFlight;
    private long refused;
    private long unknownPackets;

    private final CodeObjects code;

    GpuLosses(CodeObjects code) {
        this.code = code;
    }

    /// The runtime has no times for a dispatch of this kernel, or they are zero.
    synchronized void hasNoTimes(long kernelId) {
        withoutTimes.merge(kernelId, 1, Integer::sum);
    }

    synchronized void copyHasNoTimes() {
        copiesWithoutTimes++;
    }

    /// The runtime had no signal for a dispatch or a copy, or would not watch one.
    synchronized void refused() {
        refused++;
    }

    /// A packet of a kind that is not known here was passed on: it may be work.
    synchronized void unknownPacket() {
        unknownPackets++;
    }

    /// A dispatch of this kernel was still in flight at the end.
    synchronized void neverCompleted(long kernelId) {
        neverCompleted.merge(kernelId, 1, Integer::sum);
    }

    synchronized void copies(long inFlight) {
        copiesInFlight = inFlight;
    }

    /// One line for each kernel and reason.
    synchronized void report() {
        for (Map.Entry<Long, Integer> lost : neverCompleted.entrySet())
            Messages.warn(dispatches(lost) + " never completed; there is no record of it");
        for (Map.Entry<Long, Integer> lost : withoutTimes.entrySet())
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

    private String dispatches(Map.Entry<Long, Integer> lost) {
        int count = lost.getValue();
        return count + (count == 1 ? " dispatch" : " dispatches") + " of kernel " + code.kernelName(lost.getKey());
    }
}
