package io.rocprofiler.export.pftrace;

import io.rocprofiler.trace.ObjectNames;
import io.rocprofiler.trace.ProcessTrace;
import java.util.Map;
import java.util.TreeMap;

/// The rows of a process's threads: numbered from 1 in the order of their thread ids, without the main thread
/// (`generatePerfetto.cpp` of rocprofiler-sdk 1.0.0).
final class Threads {

    private final Packets packets;
    private final ProcessTracks tracks;
    private final ObjectNames names;
    private final long mainThread;
    private final Map<Long, Integer> numbers = new TreeMap<>();
    private final LongMap<CallRow> rows = new LongMap<>();
    private long lastThread;
    private CallRow last;

    Threads(Packets packets, ProcessTracks tracks, ProcessTrace process) {
        this.packets = packets;
        this.tracks = tracks;
        this.names = process.names();
        this.mainThread = process.pid();
        process.countsByThread().keySet().stream().sorted().forEach(this::numberOf);
        this.last = row(mainThread);
        this.lastThread = mainThread;
    }

    /// Returns the number of a thread, 0 for the main thread.
    int numberOf(long tid) {
        return tid == mainThread ? 0 : numbers.computeIfAbsent(tid, _ -> numbers.size() + 1);
    }

    CallRow row(long tid) {
        if (tid != lastThread) {
            last = rows.computeIfAbsent(tid, this::make);
            lastThread = tid;
        }
        return last;
    }

    private CallRow make(long tid) {
        int number = numberOf(tid);
        String own = names.thread(tid);
        String name =
                number == 0 && own.isEmpty() ? "main" : (own.isEmpty() ? "THREAD " + number : own) + " (" + tid + ")";
        long thread = tracks.thread(tid, name, own.isEmpty() ? name : own);
        // Overlapping slices, such as ranges ended by another thread, are shown below the thread.
        return new CallRow(
                new Lanes(packets, true, lane -> lane == 0 ? thread : tracks.child(thread, name + " overlapping")));
    }

    void finish() {
        rows.forEachValue(CallRow::finish);
    }
}
