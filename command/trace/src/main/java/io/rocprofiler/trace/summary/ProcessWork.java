package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.primitive.LongLongMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The agents and queues of one process, by number, without an object per look-up.
final class ProcessWork {

    private final ProcessTrace process;
    private final LaunchTimes launches;
    private final RangeTracker ranges;
    private final AgentLabels labels;
    private final Map<String, AgentWork> shared;
    private final LongLongMap agentPlaces = new LongLongMap();
    private final LongLongMap queuePlaces = new LongLongMap();
    private final List<AgentWork> agents = new ArrayList<>();
    private final List<Gaps> queues = new ArrayList<>();

    /// @param processes the number of processes
    /// @param shared the agents of all processes, by [AgentLabels#key]; idle agents are added, too
    /// @param ranges of the process
    ProcessWork(
            ProcessTrace process,
            int processes,
            AgentLabels labels,
            Map<String, AgentWork> shared,
            RangeTracker ranges) {
        this.process = process;
        this.launches = new LaunchTimes(processes);
        this.ranges = ranges;
        this.labels = labels;
        this.shared = shared;
        for (AgentInfo agent : process.agents()) {
            if (agent.isGpu()) {
                agent(agent.id());
            }
        }
    }

    /// The start times of the process's calls.
    LaunchTimes launches() {
        return launches;
    }

    RangeTracker ranges() {
        return ranges;
    }

    AgentWork agent(long id) {
        int place = (int) agentPlaces.get(id + 1, -1);
        if (place >= 0) {
            return agents.get(place);
        }
        String label = labels.agent(process, id);
        AgentWork agent = shared.computeIfAbsent(AgentLabels.key(process, id), _ -> new AgentWork(label));
        agentPlaces.put(id + 1, agents.size());
        agents.add(agent);
        return agent;
    }

    Gaps queue(long agentId, long queueId) {
        int place = (int) queuePlaces.get(queueId + 1, -1);
        if (place >= 0) {
            return queues.get(place);
        }
        Gaps queue = new Gaps(labels.queue(process, agentId, queueId));
        queuePlaces.put(queueId + 1, queues.size());
        queues.add(queue);
        return queue;
    }

    void gaps(List<Insights.Gap> into) {
        queues.forEach(queue -> into.addAll(queue.longest()));
    }
}
