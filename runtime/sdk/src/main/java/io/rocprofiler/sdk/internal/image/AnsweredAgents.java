package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.agent.AgentSource;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.agent.AnsweredQueries;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.agent.MachineFiles;
import io.rocprofiler.sdk.internal.description.AgentText;
import io.rocprofiler.sdk.internal.description.Checksum;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The agents of a process without the engine: made of what its HSA runtime answered to the recorder and of the
/// machine's files, by the engine's own code.
public final class AnsweredAgents {
    /// In the recorder's records, an agent's id is this and the number of its node.
    private static final long FIRST_ID = 1;

    private AnsweredAgents() {}

    /// The process's runtime, and its machine.
    private record Source(HsaQueries hsa, MachineFiles machine) implements AgentSource {}

    /// Describes the agents.
    ///
    /// @param answers the text of the file with the answers, whatever is in it
    /// @param root below which the files of the process's machine are; null if they are not here
    /// @return the contents of the file about agents; empty if no agent is known
    public static byte[] describe(String answers, @Nullable Path root) {
        AnsweredQueries hsa = AnsweredQueries.parse(answers);
        MachineFiles machine =
                root == null ? MachineFiles.elsewhere(hsa.environment()) : MachineFiles.below(root, hsa.environment());
        Agents agents = new Agents(new Source(hsa, machine), FIRST_ID);
        List<Agent> list = agents.list();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < list.size(); i++)
            AgentText.append(text, i, list.get(i), agents.table().hipDevice(i));
        return text.isEmpty() ? new byte[0] : Checksum.lines(text.toString());
    }
}
