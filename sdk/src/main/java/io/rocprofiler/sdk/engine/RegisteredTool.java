package io.rocprofiler.sdk.engine;

import java.util.List;

/// A tool that a program has registered, for the program.
record RegisteredTool(Registration process, Client client, List<String> earlierRuntimes)
        implements io.rocprofiler.sdk.Registration {
    @Override
    public void close() {
        process.close(client);
    }
}
