package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.InsightTable.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts and durations by name, for each GPU, stream, thread or rank. Memory is bounded: of a lane, names beyond the
/// first thousand share a row. Not thread safe.
public final class LaneStatistics {

    static final int MOST_NAMES = 1000;

    private static final String OTHERS = "(other names)";

    /// @param id of an agent, a stream or a thread; 0 for the process
    private record Key(ProcessTrace process, long id) {}

    private record Name(Domain domain, String name) {}

    private final SummaryLane by;
    private final Display display;
    private final AgentLabels labels;
    private final Map<Key, Map<Name, Statistic>> lanes = new HashMap<>();
    private final Map<String, Map<Name, Statistic>> agents = new HashMap<>();

    public LaneStatistics(SummaryLane by, List<ProcessTrace> processes, Display display) {
        this.by = by;
        this.display = display;
        this.labels = new AgentLabels(processes, display);
    }

    /// Adds a record; keeps no reference to the view. Ignores records without times, and those that the display does
    /// not show.
    public void add(TraceRecord record) {
        Domain domain = Domain.ofKind(record.kind());
        Key key = domain == null || !record.hasTimes() || !display.shows(record) ? null : key(record);
        if (domain == null || key == null) {
            return;
        }
        Map<Name, Statistic> names = lanes.computeIfAbsent(key, this::names);
        Name name = new Name(domain, display.name(record));
        Statistic known = names.get(name);
        if (known == null) {
            known = names.computeIfAbsent(
                    names.size() < MOST_NAMES ? name : new Name(domain, OTHERS), _ -> new Statistic());
        }
        known.add(record.durationNanos());
    }

    /// Returns the lane of a record, null if it belongs to none.
    private @Nullable Key key(TraceRecord record) {
        ProcessTrace process = record.process();
        return switch (by) {
            case GPU -> {
                AgentInfo gpu = gpu(record);
                yield gpu == null ? null : new Key(process, gpu.id());
            }
            case STREAM -> isWork(record) ? new Key(process, record.streamId()) : null;
            case THREAD -> isWork(record) || record instanceof ApiRecord ? new Key(process, record.threadId()) : null;
            case RANK -> new Key(process, 0);
        };
    }

    private static boolean isWork(TraceRecord record) {
        return record instanceof DispatchRecord || record instanceof CopyRecord;
    }

    private static @Nullable AgentInfo gpu(TraceRecord record) {
        return switch (record) {
            case DispatchRecord dispatch -> gpu(dispatch.process(), dispatch.agentId());
            case CopyRecord copy -> {
                AgentInfo end = gpu(copy.process(), copy.destinationAgentId());
                yield end != null ? end : gpu(copy.process(), copy.sourceAgentId());
            }
            default -> null;
        };
    }

    private static @Nullable AgentInfo gpu(ProcessTrace process, long id) {
        for (AgentInfo agent : process.agents()) {
            if (agent.id() == id && agent.isGpu()) {
                return agent;
            }
        }
        return null;
    }

    /// Returns the names of a new lane. Processes share a GPU of the same machine.
    private Map<Name, Statistic> names(Key key) {
        return by == SummaryLane.GPU
                ? agents.computeIfAbsent(AgentLabels.key(key.process(), key.id()), _ -> new HashMap<>())
                : new HashMap<>();
    }

    /// Returns a row for each name of each lane: the lane and the name with the largest total first.
    public InsightTable table() {
        Map<List<String>, Map<Name, Statistic>> shown = new HashMap<>();
        lanes.forEach((key, names) -> shown.put(cells(key), names));
        List<Map.Entry<List<String>, Map<Name, Statistic>>> ordered = new ArrayList<>(shown.entrySet());
        ordered.sort(Comparator.comparingLong(
                        (Map.Entry<List<String>, Map<Name, Statistic>> lane) -> -total(lane.getValue()))
                .thenComparing(lane -> String.join(" ", lane.getKey())));
        List<List<Object>> rows = new ArrayList<>();
        ordered.forEach(lane -> rows(rows, lane.getKey(), lane.getValue()));
        List<Column> columns = new ArrayList<>();
        by.columns().forEach(column -> columns.add(new Column(column, Unit.TEXT)));
        columns.addAll(InsightTable.DURATIONS_BY_NAME);
        return new InsightTable(by.title(), by.note(), List.copyOf(columns), List.copyOf(rows));
    }

    private static void rows(List<List<Object>> rows, List<String> lane, Map<Name, Statistic> names) {
        long total = total(names);
        List<Map.Entry<Name, Statistic>> ordered = new ArrayList<>(names.entrySet());
        ordered.sort(Comparator.comparingLong(
                        (Map.Entry<Name, Statistic> entry) -> -entry.getValue().sum())
                .thenComparing(entry -> entry.getKey().name())
                .thenComparing(entry -> entry.getKey().domain()));
        for (Map.Entry<Name, Statistic> entry : ordered) {
            Statistic statistic = entry.getValue();
            List<Object> cells = new ArrayList<>(lane);
            cells.addAll(List.of(
                    entry.getKey().name(),
                    entry.getKey().domain().name(),
                    statistic.count(),
                    statistic.sum(),
                    Math.round(statistic.mean()),
                    statistic.percentOf(total),
                    statistic.min(),
                    statistic.max(),
                    Math.round(statistic.standardDeviation())));
            rows.add(List.copyOf(cells));
        }
    }

    private static long total(Map<Name, Statistic> names) {
        return names.values().stream().mapToLong(Statistic::sum).sum();
    }

    private List<String> cells(Key key) {
        String pid = Long.toString(key.process().pid());
        return switch (by) {
            case GPU -> List.of(labels.agent(key.process(), key.id()));
            case STREAM -> List.of(pid, Long.toString(key.id()), key.process().names().stream(key.id()));
            case THREAD ->
                List.of(pid, Long.toString(key.id()), key.process().names().thread(key.id()));
            case RANK ->
                List.of(
                        pid,
                        key.process().properties().get("rank", ""),
                        key.process().properties().get("hostname", ""));
        };
    }
}
