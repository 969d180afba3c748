package io.rocprofiler.trace.display;

import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.primitive.LongLongMap;
import io.rocprofiler.trace.primitive.PairSort;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Display settings: names of kernels and agents, and the filters for records. Not thread safe.
public final class Display {

    private final KernelNames names;
    private final KernelFilter filter;
    private final AgentIndex agentIndex;
    private final RecordFilter records;
    private final Map<ProcessTrace, LongLongMap> shown = new HashMap<>();
    private final Map<ProcessTrace, Map<Long, String>> agents = new HashMap<>();

    public Display(KernelNames names, KernelFilter filter, AgentIndex agentIndex) {
        this(names, filter, agentIndex, RecordFilter.Conditions.NONE);
    }

    /// Creates a display that also applies the conditions for records.
    public Display(KernelNames names, KernelFilter filter, AgentIndex agentIndex, RecordFilter.Conditions conditions) {
        this.names = names;
        this.filter = filter;
        this.agentIndex = agentIndex;
        this.records = new RecordFilter(conditions);
    }

    /// Shows everything, with mangled names.
    public static Display plain() {
        return new Display(
                new KernelNames(KernelNames.Style.PLAIN, UnaryOperator.identity()),
                KernelFilter.ALL,
                AgentIndex.RELATIVE);
    }

    public KernelNames kernels() {
        return names;
    }

    public AgentIndex agentIndex() {
        return agentIndex;
    }

    /// Returns the agent's name, such as `Agent 1`; empty for the id 0, which stands for no agent.
    public String agent(ProcessTrace process, long id) {
        if (id == 0) {
            return "";
        }
        String known = agents.computeIfAbsent(process, this::labels).get(id);
        return known == null ? "Agent " + Long.toUnsignedString(id) : known;
    }

    private Map<Long, String> labels(ProcessTrace process) {
        Map<Long, String> labels = new HashMap<>();
        process.agents().forEach(agent -> labels.put(agent.id(), agentIndex.show(agent)));
        return labels;
    }

    /// The name under which a record is shown and counted.
    public String name(TraceRecord record) {
        return record instanceof DispatchRecord dispatch ? names.of(dispatch) : record.name();
    }

    public boolean shows(TraceRecord record) {
        return records.matches(record, this) && showsKernel(record);
    }

    private boolean showsKernel(TraceRecord record) {
        if (filter.isAll() || !(record instanceof DispatchRecord dispatch)) {
            return true;
        }
        if (filter.iterations().isEmpty()) {
            return filter.matches(names.formatted(dispatch));
        }
        return shown.computeIfAbsent(dispatch.process(), this::select).get(dispatch.dispatchId(), 0) != 0;
    }

    /// Selects dispatches by iteration, counted in the order of dispatch rather than of execution.
    private LongLongMap select(ProcessTrace process) {
        long[] dispatches = new long[Math.toIntExact(process.records(Domain.KERNEL_DISPATCH))];
        long[] kernels = new long[dispatches.length];
        int[] found = new int[1];
        process.forEach(Domain.KERNEL_DISPATCH, record -> {
            if (record instanceof DispatchRecord dispatch
                    && found[0] < dispatches.length
                    && filter.matches(names.formatted(dispatch))) {
                kernels[found[0]] = dispatch.kernelId();
                dispatches[found[0]++] = dispatch.dispatchId();
            }
        });
        return select(Arrays.copyOf(dispatches, found[0]), kernels);
    }

    private LongLongMap select(long[] dispatches, long[] kernels) {
        PairSort.sort(dispatches, kernels, dispatches.length);
        Map<Long, Long> iterations = new HashMap<>();
        LongLongMap selected = new LongLongMap();
        for (int i = 0; i < dispatches.length; i++) {
            long iteration = iterations.merge(kernels[i], 1L, Long::sum);
            if (dispatches[i] != 0 && filter.matches(iteration)) {
                selected.put(dispatches[i], 1);
            }
        }
        return selected;
    }
}
