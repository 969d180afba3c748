package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.seam.Handles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The agents of this process: those of the kernel driver if it is present, otherwise those of the HSA runtime once
/// it is initialised. Nothing is read before the first request.
///
/// An agent that was returned once keeps its values and its address until the process exits.
///
/// Thread rule: any thread. The HSA runtime is called with no lock held.
public final class Agents {
    private static final long[] NONE = {};

    private final AgentSource source;
    private final long firstHandle;
    private final AtomicReference<@Nullable AgentTable> table = new AtomicReference<>();
    private volatile HandleMap handles = new HandleMap(NONE, NONE);

    public Agents(AgentSource source) {
        this(source, Handles.randomOffset());
    }

    /// @param firstHandle the id of an agent of node 0
    public Agents(AgentSource source, long firstHandle) {
        this.source = source;
        this.firstHandle = firstHandle;
    }

    public AgentTable table() {
        AgentTable known = table.get();
        if (known != null) return known;
        AgentTable read = read();
        if (read == AgentTable.EMPTY) return read; // the runtime may be initialised later
        return table.compareAndSet(null, read) ? read : table();
    }

    /// The agents as objects of the Java API.
    public List<Agent> list() {
        AgentTable known = table();
        List<Agent> agents = new ArrayList<>(known.count());
        for (int i = 0; i < known.count(); i++) agents.add(AgentReader.read(known.agent(i)));
        return List.copyOf(agents);
    }

    /// Returns the id of the agent with this HSA handle, or 0 if it is unknown.
    public long idOf(long hsaAgent) {
        if (hsaAgent == 0) return 0;
        long id = handles.id(hsaAgent);
        return id != 0 ? id : refreshed().id(hsaAgent);
    }

    /// Returns the HSA handle of an agent, or 0 if the agent is hidden from HSA or HSA is not initialised.
    long hsaAgent(long id) {
        if (id == 0) return 0;
        long handle = handles.handle(id);
        return handle != 0 ? handle : refreshed().handle(id);
    }

    private AgentTable read() {
        MachineFiles machine = source.machine();
        if (KfdTopology.exists(machine)) {
            return AgentTable.of(KfdTopology.read(machine), firstHandle, machine.environment(), false);
        }
        HsaQueries hsa = source.hsa();
        long[] known = hsa.agents();
        if (known.length == 0) return AgentTable.EMPTY;
        long[] agents = new long[known.length];
        try (HsaAgents reader = new HsaAgents(hsa)) {
            for (int i = 0; i < known.length; i++) agents[i] = reader.read(known[i]);
        }
        return AgentTable.of(agents, firstHandle, machine.environment(), true);
    }

    /// Reads the handles again: a runtime that was shut down and initialised again may use other handles.
    private HandleMap refreshed() {
        AgentTable known = table();
        HsaQueries hsa = source.hsa();
        long[] hsaAgents = hsa.agents();
        long[] ids = new long[hsaAgents.length];
        try (HsaAgents reader = new HsaAgents(hsa)) {
            for (int i = 0; i < ids.length; i++) ids[i] = known.ofNode(reader.node(hsaAgents[i]));
        }
        HandleMap fresh = new HandleMap(hsaAgents, ids);
        handles = fresh;
        return fresh;
    }

    /// Pairs of an HSA handle and an agent's id: few enough for a linear search.
    private static final class HandleMap {
        private final long[] hsaAgents;
        private final long[] ids;

        HandleMap(long[] hsaAgents, long[] ids) {
            this.hsaAgents = hsaAgents;
            this.ids = ids;
        }

        long id(long hsaAgent) {
            for (int i = 0; i < hsaAgents.length; i++) if (hsaAgents[i] == hsaAgent) return ids[i];
            return 0;
        }

        long handle(long id) {
            for (int i = 0; i < ids.length; i++) if (ids[i] == id) return hsaAgents[i];
            return 0;
        }
    }
}
