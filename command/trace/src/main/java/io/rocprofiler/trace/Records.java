package io.rocprofiler.trace;

import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.primitive.Minimum;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Reads the records of any number of processes in the order of their start. Keeps one block per process and domain
/// in memory.
public final class Records {

    private Records() {}

    /// Passes views to `action` that move from record to record: copy what must outlive the call. Of records with
    /// equal start times, those of the earlier process and of the earlier domain come first.
    public static void forEach(List<ProcessTrace> processes, Set<Domain> domains, Consumer<TraceRecord> action) {
        List<RecordCursor> cursors = new ArrayList<>();
        for (ProcessTrace process : processes) {
            for (Domain domain : Domain.values()) {
                if (domains.contains(domain) && process.records(domain) > 0) {
                    cursors.add(process.cursor(domain));
                }
            }
        }
        if (!cursors.isEmpty()) {
            merge(cursors, new RecordViews(processes.getFirst()), action);
        }
    }

    private static void merge(List<RecordCursor> cursors, RecordViews views, Consumer<TraceRecord> action) {
        Minimum minimum = new Minimum(cursors.size());
        for (int i = 0; i < cursors.size(); i++) {
            advance(cursors.get(i), i, minimum);
        }
        for (int i = minimum.first(); i >= 0; i = minimum.first()) {
            RecordCursor cursor = cursors.get(i);
            action.accept(views.at(cursor));
            advance(cursor, i, minimum);
        }
    }

    private static void advance(RecordCursor cursor, int number, Minimum minimum) {
        if (cursor.next()) {
            minimum.set(number, cursor.startNanos());
        } else {
            minimum.end(number);
        }
    }
}
