package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.sdk.internal.agent.HsaQuestions;
import java.util.List;

/// What the recorder asks the HSA runtime of its process, once, so that [AnsweredAgents] knows the agents later.
public final class AgentQuestions {
    private AgentQuestions() {}

    /// The attributes of each agent.
    public static int[] ofAgents() {
        return HsaQuestions.ofAgents();
    }

    /// The attributes of each memory pool of an agent.
    public static int[] ofPools() {
        return HsaQuestions.ofPools();
    }

    /// The attributes of each cache of an agent.
    public static int[] ofCaches() {
        return HsaQuestions.ofCaches();
    }

    /// The environment variables whose values belong to the answers.
    public static List<String> variables() {
        return HsaQuestions.variables();
    }
}
