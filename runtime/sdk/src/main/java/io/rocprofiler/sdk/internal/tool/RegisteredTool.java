package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.registration.Registration;
import java.util.List;

/// The registration of a program's own tool, as returned to the program.
public record RegisteredTool(Registration process, Client client, List<String> earlierRuntimes)
        implements io.rocprofiler.sdk.Registration {
    @Override
    public void close() {
        process.close(client);
    }
}
