package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.registration.Registration;
import java.util.List;

/// The registration of a program's own tools, as returned to the program.
public record RegisteredTools(Registration process, List<Client> clients, List<String> earlierRuntimes)
        implements io.rocprofiler.sdk.Registration {
    @Override
    public boolean flush() {
        return process.flush(clients);
    }

    @Override
    public void close() {
        for (Client client : clients) process.close(client);
    }
}
