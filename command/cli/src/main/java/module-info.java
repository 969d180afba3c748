/// The `rocprofv3` command.
@SuppressWarnings("requires-automatic") // HdrHistogram has no descriptor; its name is fixed
module io.rocprofiler.cli {
    requires static org.jspecify;
    requires HdrHistogram;
    requires info.picocli;
    requires io.rocprofiler.abi;
    requires io.rocprofiler.export;
    requires io.rocprofiler.questions;
    requires io.rocprofiler.sdk;
    requires io.rocprofiler.trace;
    requires java.sql;
    requires me.tongfei.progressbar;
    requires org.apache.commons.statistics.inference;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    opens io.rocprofiler.cli.options to
            info.picocli; // converts option values
}
