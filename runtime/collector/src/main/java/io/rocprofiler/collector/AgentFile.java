package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentHeader;
import io.rocprofiler.sdk.Agent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `agents.properties` of a process directory: the machine's agents, written as soon as they are known.
///
/// With the kernel driver that is at once; without it the HSA runtime tells, which is up when the first work for a GPU
/// arrives. Thread rule: any thread; after the agents are written, one volatile read.
final class AgentFile {
    private final Path file;
    private final Machine machine;
    private final SegmentFile segment;
    private final Path proc;
    private volatile boolean written;

    /// @param proc `/proc`
    AgentFile(Path file, Machine machine, SegmentFile segment, Path proc) {
        this.file = file;
        this.machine = machine;
        this.segment = segment;
        this.proc = proc;
    }

    /// Writes the agents, if they are known now and were not before.
    void learn() {
        if (written) return;
        // No lock: the HSA runtime may be asked, and it may wait for a thread that is here, too.
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
    }
}
