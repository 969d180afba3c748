import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.List;

/// Prints the agents that it sees during initialization, inside a callback, and at the end.
public final class AgentsTool implements Tool {
    @Override
    public String name() {
        return "agents";
    }

    @Override
    public void initialize(Setup setup) {
        System.out.println("in initialize: " + setup.agents().size());
        setup.context()
                .callbacks(
                        CallbackTracingKind.HIP_RUNTIME_API,
                        OperationFilter.names("hipGetDeviceCount"),
                        call -> {
                            if (call.phase() == CallbackPhase.EXIT) say("in a callback", Profiler.agents());
                        })
                .build()
                .start();
    }

    @Override
    public void close() {
        say("at the end", Profiler.agents());
    }

    private static void say(String when, List<Agent> agents) {
        StringBuilder text = new StringBuilder(when).append(':');
        for (Agent agent : agents) {
            if (!agent.equals(Profiler.agent(agent.id()))) text.append(" not found by its id:");
            text.append(' ')
                    .append(agent.type())
                    .append(' ')
                    .append(agent.productName())
                    .append(agent.isGpu() ? " of " + agent.localMemoryBytes() + " bytes;" : ";");
        }
        if (Profiler.agent(0) != null) text.append(" and 0");
        System.out.println(text);
    }
}
