/// The `rocprofv3` command.
module io.rocprofiler.cli {
    requires static org.jspecify;
    requires info.picocli;
    requires io.rocprofiler.trace;
    requires tools.jackson.core;

    opens io.rocprofiler.cli to
            info.picocli; // sets the fields that hold the options
}
