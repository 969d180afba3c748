package io.rocprofiler.collector;

import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The tool behind `rocprofv3`: records into a directory for this process below `ROCPROFILER_COLLECTOR_DIR`, and
/// does nothing if that variable is unset.
public final class Collector implements Tool {
    private static final Path PROC = Path.of("/proc");

    private final Environment environment;
    private final Clock clock;
    private final CallCounts counts;
    private final Machine machine;
    private final Path proc;
    private @Nullable ProcessDirectory directory;

    /// Creates the tool for the service loader.
    public Collector() {
        this(new SystemEnvironment(), new SystemClock(), new SystemCallCounts(), new SystemMachine(), PROC);
    }

    Collector(Environment environment, Clock clock, CallCounts counts, Machine machine, Path proc) {
        this.environment = environment;
        this.clock = clock;
        this.counts = counts;
        this.machine = machine;
        this.proc = proc;
    }

    @Override
    public String name() {
        return "rocprofv3";
    }

    @Override
    public void initialize(Setup setup) throws IOException {
        String root = environment.get("ROCPROFILER_COLLECTOR_DIR");
        Options options = Options.from(environment);
        if (root == null || root.isEmpty() || !options.any()) return;
        ProcessDirectory opened = open(Path.of(root));
        if (opened == null) return;
        Buffer buffer = setup.buffer().chunks(opened.segment()).build();
        opened.segment().seal(buffer);
        setup.onRuntime(opened);
        directory = opened;
        new Services(options, buffer, clock, machine, opened).start(setup);
    }

    private @Nullable ProcessDirectory open(Path root) throws IOException {
        try {
            return ProcessDirectory.create(root, ProcessInfo.read(proc), environment, clock, machine, proc);
        } catch (AccessDeniedException denied) {
            Messages.say("cannot write " + denied.getFile() + " with the rights of user " + ProcessInfo.user(proc)
                    + ": this process is not recorded; start rocprofv3 as the user who runs the program");
            return null;
        }
    }

    /// Needs nothing of the program, whose shutdown hooks run first.
    @Override
    public boolean outlivesShutdownHooks() {
        return true;
    }

    @Override
    public void close() {
        ProcessDirectory opened = directory;
        if (opened != null) opened.segment().close(clock.boottimeNanos(), counts);
    }
}
