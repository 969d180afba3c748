package io.rocprofiler.trace.display;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Selects the records, of all domains, that meet every condition. Not thread safe.
public final class RecordFilter {

    /// The conditions; null and empty lists impose none.
    ///
    /// @param fromNanos in CLOCK_BOOTTIME, as in records; those without times lie in no part of the time
    /// @param toNanos the inclusive end
    /// @param whole whether a record must lie entirely inside; otherwise overlap is enough
    /// @param threads the threads that made the call or submitted the work
    /// @param agents by displayed name or id; calls have no agent, copies have two
    /// @param name a part of the name of a function, marker or kernel
    public record Conditions(
            long fromNanos,
            long toNanos,
            boolean whole,
            List<Long> threads,
            List<String> agents,
            @Nullable Pattern name) {

        public static final Conditions NONE =
                new Conditions(Long.MIN_VALUE, Long.MAX_VALUE, true, List.of(), List.of(), null);

        public Conditions {
            threads = List.copyOf(threads);
            agents = List.copyOf(agents);
        }
    }

    private static final int NAMES_KEPT = 10_000; // the number of distinct marker texts is unbounded

    private final Conditions conditions;
    private final boolean all;
    private final long[] threads;
    private final Map<ProcessTrace, long[]> agents = new HashMap<>();
    private final Map<String, Boolean> names = new HashMap<>();

    public RecordFilter(Conditions conditions) {
        this.conditions = conditions;
        this.all = conditions.equals(Conditions.NONE);
        this.threads = conditions.threads().stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }

    boolean matches(TraceRecord record, Display display) {
        return all
                || (inTime(record)
                        && (threads.length == 0 || Arrays.binarySearch(threads, record.threadId()) >= 0)
                        && onAgent(record, display)
                        && named(record, display));
    }

    private boolean inTime(TraceRecord record) {
        if (!record.hasTimes()) {
            return conditions.fromNanos() == Long.MIN_VALUE && conditions.toNanos() == Long.MAX_VALUE;
        }
        long start = record.startNanos();
        long end = record.endNanos();
        return conditions.whole()
                ? start >= conditions.fromNanos() && end <= conditions.toNanos()
                : start <= conditions.toNanos() && end >= conditions.fromNanos();
    }

    private boolean onAgent(TraceRecord record, Display display) {
        if (conditions.agents().isEmpty()) {
            return true;
        }
        return switch (record) {
            case ApiRecord _ -> false;
            case DispatchRecord dispatch -> onAgent(record, dispatch.agentId(), display);
            case CopyRecord copy ->
                onAgent(record, copy.sourceAgentId(), display) || onAgent(record, copy.destinationAgentId(), display);
            case AllocationRecord allocation -> onAgent(record, allocation.agentId(), display);
            case ScratchRecord scratch -> onAgent(record, scratch.agentId(), display);
            case GraphRecord graph -> onAgent(record, graph.agentId(), display);
        };
    }

    private boolean onAgent(TraceRecord record, long agent, Display display) {
        long[] wanted = agents.get(record.process());
        if (wanted == null) {
            wanted = wanted(record.process(), display);
            agents.put(record.process(), wanted);
        }
        return Arrays.binarySearch(wanted, agent) >= 0;
    }

    private long[] wanted(ProcessTrace process, Display display) {
        Set<String> words = new HashSet<>();
        conditions.agents().forEach(agent -> words.add(agent.toLowerCase(Locale.ROOT)));
        return process.agents().stream()
                .filter(agent -> {
                    String label = display.agent(process, agent.id()).toLowerCase(Locale.ROOT);
                    return words.contains(label) || words.contains(label.substring(label.indexOf(' ') + 1));
                })
                .mapToLong(AgentInfo::id)
                .sorted()
                .toArray();
    }

    private boolean named(TraceRecord record, Display display) {
        Pattern pattern = conditions.name();
        if (pattern == null) {
            return true;
        }
        String name = display.name(record);
        Boolean known = names.get(name);
        if (known == null) {
            known = pattern.matcher(name).find();
            if (names.size() >= NAMES_KEPT) {
                names.clear();
            }
            names.put(name, known);
        }
        return known;
    }
}
