package io.rocprofiler.trace.summary;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Builds [Insights] from the records of all processes in the order of their start.
///
/// Memory does not grow with the run: the builder keeps the open intervals per agent and queue, the longest gaps, a
/// histogram per agent, and the start times of the last two million calls. Not thread safe.
public final class InsightsBuilder {

    private final List<ProcessTrace> processes;
    private final Display display;
    private final IdentityHashMap<ProcessTrace, ProcessWork> byProcess = new IdentityHashMap<>();
    private final Map<String, AgentWork> agents = new LinkedHashMap<>();
    private final Map<String, RangeRow> ranges = new LinkedHashMap<>();
    private final WaitTable waits = new WaitTable();
    private final WaitingCalls waiting = new WaitingCalls();
    private final CopyTable copies = new CopyTable();
    private final DurationTable durations = new DurationTable();
    private final LaneTables lanes;
    private final long[] byKind = new long[BufferTracingKind.MARKER_CORE_RANGE_API.value() + 1];
    private long firstStart = Long.MAX_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private @Nullable ProcessTrace current;
    private @Nullable ProcessWork currentWork;

    public InsightsBuilder(List<ProcessTrace> processes, Display display) {
        this.processes = processes;
        this.display = display;
        this.lanes = new LaneTables(display);
        AgentLabels labels = new AgentLabels(processes, display);
        for (ProcessTrace process : processes) {
            byProcess.put(
                    process,
                    new ProcessWork(process, processes.size(), labels, agents, new RangeTracker(ranges, waits)));
        }
    }

    /// Adds a record; keeps no reference to the view. Ignores records that the display does not show, and but for what
    /// they cost those without times.
    public void add(TraceRecord record) {
        int kind = record.kind();
        Domain domain = Domain.ofKind(kind);
        if (domain == null || !display.shows(record)) {
            return;
        }
        byKind[kind]++;
        if (!record.hasTimes()) {
            return;
        }
        durations.add(domain, display.name(record), record.durationNanos());
        lanes.add(record);
        long start = record.startNanos();
        long end = Math.max(start, record.endNanos());
        firstStart = Math.min(firstStart, start);
        lastEnd = Math.max(lastEnd, end);
        switch (record) {
            case ApiRecord call -> called(call, domain, start, end);
            case DispatchRecord dispatch -> ran(dispatch, start, end);
            case CopyRecord copy -> copied(copy, start, end);
            case AllocationRecord _, ScratchRecord _, GraphRecord _ -> {}
        }
    }

    private void called(ApiRecord call, Domain domain, long start, long end) {
        ProcessWork work = work(call.process());
        RangeTracker ranges = work.ranges();
        ranges.until(start);
        if (domain != Domain.MARKER_API) {
            work.launches().put(call.internalId(), start, ranges.path(call.threadId(), start));
            if (waiting.isOne(call)) {
                ranges.waited(call.threadId(), start, end, call.name());
            }
        } else if (call.isMarkerRange() && call.operation() != MarkerCoreRangeOperation.roctxMarkA.value()) {
            ranges.range(call.threadId(), start, end, call.name());
        }
    }

    private void ran(DispatchRecord dispatch, long start, long end) {
        ProcessWork work = work(dispatch.process());
        String name = display.name(dispatch);
        long launch = work.launches().get(dispatch.internalId());
        work.agent(dispatch.agentId()).kernel(start, end, name, launch);
        work.queue(dispatch.agentId(), dispatch.queueId()).add(start, end, name);
        work.ranges().until(start);
        work.ranges().work(start, end, name, work.launches().path(dispatch.internalId()));
    }

    /// Counts a copy as work of the GPUs at both of its ends.
    private void copied(CopyRecord copy, long start, long end) {
        MemoryCopyOperation direction = MemoryCopyOperation.of(copy.operation());
        boolean from =
                direction == MemoryCopyOperation.DEVICE_TO_HOST || direction == MemoryCopyOperation.DEVICE_TO_DEVICE;
        boolean to =
                direction == MemoryCopyOperation.HOST_TO_DEVICE || direction == MemoryCopyOperation.DEVICE_TO_DEVICE;
        if (!from && !to) {
            return;
        }
        ProcessWork work = work(copy.process());
        String name = copy.name();
        copies.add(copy, display);
        work.ranges().until(start);
        work.ranges().work(start, end, name, work.launches().path(copy.internalId()));
        AgentWork source = from ? work.agent(copy.sourceAgentId()) : null;
        AgentWork destination = to ? work.agent(copy.destinationAgentId()) : null;
        AgentWork first = Objects.requireNonNull(destination == null ? source : destination);
        first.copy(start, end, name);
        first.copyDelay(start, work.launches().get(copy.internalId()));
        if (source != null && source != first) {
            source.copy(start, end, name);
        }
    }

    private ProcessWork work(ProcessTrace process) {
        ProcessWork work = currentWork;
        if (process != current || work == null) {
            work = byProcess.get(process);
            if (work == null) {
                throw new IllegalArgumentException("process=" + process.pid());
            }
            current = process;
            currentWork = work;
        }
        return work;
    }

    /// Builds the insights from the records added so far.
    public Insights build() {
        boolean any = firstStart != Long.MAX_VALUE;
        List<Insights.AgentUse> uses = new ArrayList<>();
        List<Insights.LaunchDelay> delays = new ArrayList<>();
        List<Insights.Gap> agentGaps = new ArrayList<>();
        if (records(Domain.KERNEL_DISPATCH) + records(Domain.MEMORY_COPY) > 0) {
            for (AgentWork agent : agents.values()) {
                uses.add(agent.use());
                agent.delays(delays);
                agentGaps.addAll(agent.gaps(firstStart, lastEnd));
            }
        }
        List<Insights.Gap> queueGaps = new ArrayList<>();
        processes.forEach(process -> work(process).gaps(queueGaps));
        processes.forEach(process -> work(process).ranges().finish());
        agentGaps.sort(Gaps.ORDER);
        queueGaps.sort(Gaps.ORDER);
        return new Insights(
                any ? firstStart : 0,
                any ? lastEnd : 0,
                List.copyOf(uses),
                ranges(),
                waits.waits(),
                copies.copies(),
                List.copyOf(delays),
                List.copyOf(agentGaps),
                List.copyOf(queueGaps),
                costs(),
                processes.stream()
                        .mapToInt(process -> process.countsByThread().size())
                        .sum(),
                losses(),
                lanes());
    }

    private List<InsightTable> lanes() {
        List<InsightTable> tables = new ArrayList<>(List.of(durations.table()));
        tables.addAll(lanes.tables());
        return List.copyOf(tables);
    }

    /// The ranges, the longest total first.
    private List<Insights.RangeUse> ranges() {
        return ranges.values().stream()
                .map(RangeRow::use)
                .sorted(Comparator.comparingLong(
                                (Insights.RangeUse use) -> use.inclusive().nanos())
                        .reversed()
                        .thenComparing(Insights.RangeUse::name))
                .toList();
    }

    private List<Insights.Cost> costs() {
        List<Insights.Cost> costs = new ArrayList<>();
        for (Domain domain : Domain.values()) {
            long records = records(domain);
            if (records > 0) {
                costs.add(new Insights.Cost(domain, records, RecordCost.nanos(domain)));
            }
        }
        return List.copyOf(costs);
    }

    private long records(Domain domain) {
        long sum = 0;
        for (int kind = 0; kind < byKind.length; kind++) {
            sum += Domain.ofKind(kind) == domain ? byKind[kind] : 0;
        }
        return sum;
    }

    private List<Insights.Loss> losses() {
        List<Insights.Loss> losses = new ArrayList<>();
        for (ProcessTrace process : processes) {
            Counts counts = process.counts();
            if (counts.lossy() || process.passedThrough() > 0) {
                losses.add(new Insights.Loss(process.pid(), counts, process.abandoned(), process.passedThrough()));
            }
        }
        return List.copyOf(losses);
    }
}
