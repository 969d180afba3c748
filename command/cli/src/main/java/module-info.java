/// The `rocprofv3` command.
module io.rocprofiler.cli {
    requires static org.jspecify;
    requires info.picocli;
    requires io.rocprofiler.abi;
    requires io.rocprofiler.export;
    requires io.rocprofiler.trace;
    requires me.tongfei.progressbar;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    opens io.rocprofiler.cli.options to
            info.picocli; // converts option values
}
