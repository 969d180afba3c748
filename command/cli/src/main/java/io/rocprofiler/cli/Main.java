package io.rocprofiler.cli;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.rocprof.Rocprof;
import io.rocprofiler.cli.run.FrontProcess;
import io.rocprofiler.cli.run.Installation;
import io.rocprofiler.cli.run.UserEnvironment;
import java.util.List;
import java.util.Map;

/// The entry point of `rocprofv3` and `rocprof`: ends this process as the traced program ended.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        boolean older = "rocprof".equals(System.getProperty("rocprofiler.command"));
        Log log = new Log(System.err, older ? "rocprof" : "rocprofv3");
        FrontProcess front = FrontProcess.find();
        log.beforeOutput(front::show);
        Map<String, String> environment = UserEnvironment.of(System.getenv(), Installation.startedByCommand());
        int exitCode = CommandException.FAILED;
        try {
            exitCode = older
                    ? new Rocprof(environment, System.out, log, front).run(List.of(arguments))
                    : new RocprofV3(environment, System.out, log, front).run(List.of(arguments));
        } catch (CommandException e) {
            log.error(e.line());
            exitCode = e.exitCode();
        } catch (Throwable e) {
            if (front.canStillDoWithout()) {
                giveUp(e);
            }
            log.unexpected(e);
        }
        front.verdict();
        System.exit(exitCode);
    }

    /// Ends this JVM before the program has run, for example for lack of memory. The front reads this line and runs
    /// the program untraced.
    private static void giveUp(Throwable e) {
        System.err.println(e);
        Runtime.getRuntime().halt(CommandException.FAILED);
    }
}
