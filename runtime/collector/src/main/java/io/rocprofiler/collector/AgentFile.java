package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.description.AgentText;
import io.rocprofiler.sdk.internal.description.Checksum;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes `agents.properties` of a process directory: the machine's agents, as soon as they are known.
///
/// With a kernel driver, that is at once; otherwise the HSA runtime provides them, which is initialized when the
/// first GPU work arrives. Thread rule: any thread; once the agents are written, a call costs one volatile read.
final class AgentFile {
    private final Path file;
    private final Machine machine;
    private final SegmentFile segment;
    private final Path proc;
    private volatile boolean written;
    private volatile Runnable whenKnown = () -> {};

    /// @param proc `/proc`
    AgentFile(Path file, Machine machine, SegmentFile segment, Path proc) {
        this.file = file;
        this.machine = machine;
        this.segment = segment;
        this.proc = proc;
    }

    /// Sets a task to run when the agents become known.
    void whenKnown(Runnable task) {
        whenKnown = task;
    }

    /// Writes the agents when they are known, once.
    void learn() {
        if (written) return;
        // No lock: the query may enter the HSA runtime, which may wait for a thread that is here, too.
        List<Agent> agents = machine.agents();
        if (!agents.isEmpty()) write(agents);
    }

    private synchronized void write(List<Agent> agents) {
        if (written) return;
        written = true;
        StringBuilder text = new StringBuilder(4096);
        for (int i = 0; i < agents.size(); i++) AgentText.append(text, i, agents.get(i));
        byte[] lines = Checksum.lines(text.toString());
        try {
            ProcessDirectory.write(file, lines, false, proc);
            segment.beside(SegmentHeader.AGENTS_BYTES, lines.length);
        } catch (IOException unwritable) {
            Messages.say("cannot write " + file + ": " + unwritable.getMessage());
        }
        whenKnown.run();
    }
}
