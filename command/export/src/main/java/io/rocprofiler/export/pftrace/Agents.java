package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.counter.Counter;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.display.Display;
import org.jspecify.annotations.Nullable;

/// The agents of a process and the rows of their work: by HIP stream, or by queue and thread if requested or if the
/// process did not use HIP.
final class Agents {

    private final Packets packets;
    private final ProcessTracks tracks;
    private final Threads threads;
    private final ProcessTrace process;
    private final Display display;
    private final boolean byQueue;
    private final LongMap<Agent> agents = new LongMap<>();

    Agents(Packets packets, ProcessTracks tracks, Threads threads, Export export, ProcessTrace process) {
        this.packets = packets;
        this.tracks = tracks;
        this.threads = threads;
        this.process = process;
        this.display = export.display();
        boolean hip = process.properties().runtimes().stream().anyMatch(runtime -> runtime.startsWith("hip "));
        this.byQueue = !hip || Boolean.TRUE.equals(export.configuration().get("group_by_queue"));
    }

    Agent of(long id) {
        return agents.computeIfAbsent(id, Agent::new);
    }

    WorkRow kernels(DispatchRecord dispatch) {
        Agent agent = of(dispatch.agentId());
        return byQueue ? agent.queue(dispatch.queueId()) : agent.stream(dispatch.streamId());
    }

    WorkRow copies(CopyRecord copy) {
        Agent to = of(copy.destinationAgentId());
        return byQueue ? to.copiesOf(copy.threadId()) : mover(copy, to).stream(copy.streamId());
    }

    /// Returns the agent whose stream made the copy: the destination if it is a GPU, else the source.
    private Agent mover(CopyRecord copy, Agent to) {
        return to.gpu ? to : of(copy.sourceAgentId());
    }

    WorkRow scratch(ScratchRecord scratch) {
        return of(scratch.agentId()).scratchOf(scratch.queueId());
    }

    void finish() {
        agents.forEachValue(Agent::finish);
    }

    /// An agent's texts and rows.
    final class Agent {

        final String label;
        final boolean gpu;
        private final String bracketed;
        private final long track;
        private final LongMap<WorkRow> queues = new LongMap<>();
        private final LongMap<WorkRow> streams = new LongMap<>();
        private final LongMap<WorkRow> copies = new LongMap<>();
        private final LongMap<WorkRow> scratch = new LongMap<>();

        Agent(long id) {
            String shown = display.agent(process, id);
            AgentInfo info = info(id);
            gpu = info != null && info.isGpu();
            label = shown.replace(' ', '-');
            int number = shown.lastIndexOf(' ') + 1;
            bracketed = shown.substring(0, number) + "[" + shown.substring(number) + "]";
            String type = info == null ? bracketed : bracketed + " " + info.text("name");
            track = tracks.child(tracks.root(), named(type, process.names().agent(id)));
        }

        private static String named(String what, String name) {
            return name.isEmpty() ? what : what + " " + name;
        }

        private @Nullable AgentInfo info(long id) {
            return process.agents().stream()
                    .filter(agent -> agent.id() == id)
                    .findFirst()
                    .orElse(null);
        }

        String type() {
            return gpu ? "GPU" : "CPU";
        }

        private WorkRow queue(long queue) {
            String name = "COMPUTE " + bracketed + " QUEUE [" + (queue - 1) + "] GPU";
            return row(queues, queue, named(name, process.names().queue(queue)));
        }

        private WorkRow stream(long stream) {
            return row(streams, stream, named("STREAM [" + stream + "]", process.names().stream(stream)));
        }

        private WorkRow copiesOf(long tid) {
            return row(
                    copies, tid, "COPY to " + bracketed + " THREAD [" + threads.numberOf(tid) + "] (" + type() + ")");
        }

        private WorkRow scratchOf(long queue) {
            return row(scratch, queue, "SCRATCH MEMORY " + bracketed + " QUEUE [" + (queue - 1) + "]");
        }

        private WorkRow row(LongMap<WorkRow> rows, long key, String name) {
            WorkRow row = rows.get(key);
            if (row == null) {
                row = new WorkRow(new Lanes(packets, false, _ -> tracks.child(track, name)));
                rows.put(key, row);
            }
            return row;
        }

        Counter counter(String before, String category, String unit) {
            return tracks.counter(track, before + " " + bracketed + " (" + type() + ")", category, unit);
        }

        private void finish() {
            queues.forEachValue(WorkRow::finish);
            streams.forEachValue(WorkRow::finish);
            copies.forEachValue(WorkRow::finish);
            scratch.forEachValue(WorkRow::finish);
        }
    }
}
