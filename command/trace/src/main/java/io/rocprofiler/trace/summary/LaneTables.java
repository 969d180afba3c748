package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.InsightTable.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// What each stream, thread and process did.
final class LaneTables {

    /// @param agent the id of the agent of a stream's work; 0 for threads and processes
    private record Lane(ProcessTrace process, long id, long agent) {}

    private static final class Sums {
        private long calls;
        private long callNanos;
        private long kernels;
        private long kernelNanos;
        private long copies;
        private long copyNanos;

        private long workNanos() {
            return kernelNanos + copyNanos;
        }
    }

    private final Display display;
    private final Map<Lane, Sums> streams = new HashMap<>();
    private final Map<Lane, Sums> threads = new HashMap<>();
    private final Map<Lane, Sums> processes = new HashMap<>();

    LaneTables(Display display) {
        this.display = display;
    }

    void add(TraceRecord record) {
        ProcessTrace process = record.process();
        long nanos = Math.max(0, record.durationNanos());
        Sums all = processes.computeIfAbsent(new Lane(process, process.pid(), 0), _ -> new Sums());
        switch (record) {
            case ApiRecord call
            when !call.isMarkerRange() -> {
                called(all, nanos);
                called(threads.computeIfAbsent(new Lane(process, call.threadId(), 0), _ -> new Sums()), nanos);
            }
            case DispatchRecord dispatch -> {
                ran(all, nanos);
                ran(stream(dispatch, dispatch.agentId()), nanos);
            }
            case CopyRecord copy -> {
                copied(all, nanos);
                copied(stream(copy, copy.destinationAgentId()), nanos);
            }
            default -> {}
        }
    }

    private Sums stream(TraceRecord work, long agent) {
        return streams.computeIfAbsent(new Lane(work.process(), work.streamId(), agent), _ -> new Sums());
    }

    private static void called(Sums sums, long nanos) {
        sums.calls++;
        sums.callNanos += nanos;
    }

    private static void ran(Sums sums, long nanos) {
        sums.kernels++;
        sums.kernelNanos += nanos;
    }

    private static void copied(Sums sums, long nanos) {
        sums.copies++;
        sums.copyNanos += nanos;
    }

    /// Returns the tables; that of processes only if there are several.
    List<InsightTable> tables() {
        List<InsightTable> tables = new ArrayList<>();
        tables.add(streams());
        tables.add(threads());
        if (processes.size() > 1) {
            tables.add(processes());
        }
        return tables;
    }

    private InsightTable streams() {
        return new InsightTable(
                "WORK OF STREAMS",
                "Copies count for the agent that they end at. Stream 0 is the null stream.",
                List.of(
                        new Column("PROCESS", Unit.TEXT),
                        new Column("STREAM", Unit.TEXT),
                        new Column("NAME", Unit.TEXT),
                        new Column("AGENT", Unit.TEXT),
                        new Column("KERNELS", Unit.COUNT),
                        new Column("KERNEL TIME", Unit.NANOS),
                        new Column("COPIES", Unit.COUNT),
                        new Column("COPY TIME", Unit.NANOS)),
                rows(
                        streams,
                        (lane, sums) -> List.of(
                                Long.toString(lane.process().pid()),
                                Long.toString(lane.id()),
                                lane.process().names().stream(lane.id()),
                                agent(lane),
                                sums.kernels,
                                sums.kernelNanos,
                                sums.copies,
                                sums.copyNanos)));
    }

    private InsightTable threads() {
        return new InsightTable(
                "CALLS OF THREADS",
                "Calls within calls count twice.",
                List.of(
                        new Column("PROCESS", Unit.TEXT),
                        new Column("THREAD", Unit.TEXT),
                        new Column("NAME", Unit.TEXT),
                        new Column("CALLS", Unit.COUNT),
                        new Column("TIME", Unit.NANOS)),
                rows(
                        threads,
                        (lane, sums) -> List.of(
                                Long.toString(lane.process().pid()),
                                Long.toString(lane.id()),
                                lane.process().names().thread(lane.id()),
                                sums.calls,
                                sums.callNanos)));
    }

    private InsightTable processes() {
        return new InsightTable(
                "PROCESSES",
                "RANK is that of a parallel job.",
                List.of(
                        new Column("PROCESS", Unit.TEXT),
                        new Column("RANK", Unit.TEXT),
                        new Column("HOST", Unit.TEXT),
                        new Column("CALLS", Unit.COUNT),
                        new Column("CALL TIME", Unit.NANOS),
                        new Column("KERNELS", Unit.COUNT),
                        new Column("KERNEL TIME", Unit.NANOS),
                        new Column("COPIES", Unit.COUNT),
                        new Column("COPY TIME", Unit.NANOS)),
                rows(
                        processes,
                        (lane, sums) -> List.of(
                                Long.toString(lane.id()),
                                lane.process().properties().get("rank", ""),
                                lane.process().properties().get("hostname", ""),
                                sums.calls,
                                sums.callNanos,
                                sums.kernels,
                                sums.kernelNanos,
                                sums.copies,
                                sums.copyNanos)));
    }

    private String agent(Lane lane) {
        return display.agent(lane.process(), lane.agent());
    }

    /// Returns a row for each lane: those with the most time on GPUs first, then those with the most time in calls.
    private List<List<Object>> rows(Map<Lane, Sums> lanes, BiFunction<Lane, Sums, List<Object>> row) {
        List<Map.Entry<Lane, Sums>> entries = new ArrayList<>(lanes.entrySet());
        entries.sort(Comparator.comparingLong(
                        (Map.Entry<Lane, Sums> entry) -> -entry.getValue().workNanos())
                .thenComparingLong(entry -> -entry.getValue().callNanos)
                .thenComparingLong(entry -> entry.getKey().process().pid())
                .thenComparingLong(entry -> entry.getKey().id())
                .thenComparing(entry -> agent(entry.getKey())));
        List<List<Object>> rows = new ArrayList<>();
        entries.forEach(entry -> rows.add(row.apply(entry.getKey(), entry.getValue())));
        return rows;
    }
}
