package io.rocprofiler.cli;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.rocpd.Rocpd;
import io.rocprofiler.cli.rocprof.Rocprof;
import io.rocprofiler.cli.run.FrontProcess;
import io.rocprofiler.cli.run.Installation;
import io.rocprofiler.cli.run.UserEnvironment;
import java.util.List;
import java.util.Map;

/// The entry point of `rocprofv3`, `rocprof`, `rocpd` and `rocprofv3-avail`: ends this process as the traced
/// program ended.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        String command = System.getProperty("rocprofiler.command", "rocprofv3");
        Log log = new Log(System.err, command);
        FrontProcess front = FrontProcess.find();
        log.beforeOutput(front::show);
        Map<String, String> environment = UserEnvironment.of(System.getenv(), Installation.startedByCommand());
        int exitCode = CommandException.FAILED;
        try {
            exitCode = run(command, environment, log, front, List.of(arguments));
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

    private static int run(
            String command, Map<String, String> environment, Log log, FrontProcess front, List<String> arguments) {
        return switch (command) {
            case "rocprof" -> new Rocprof(environment, System.out, log, front).run(arguments);
            case "rocpd" -> new Rocpd(environment, System.out, log).run(arguments);
            case "rocprofv3-avail" -> new Avail(AgentList.DRIVER, System.out, log).run(arguments);
            default -> new RocprofV3(environment, System.out, log, front).run(arguments);
        };
    }

    /// Ends this JVM before the program has run, for example for lack of memory. The front reads this line and runs
    /// the program untraced.
    private static void giveUp(Throwable e) {
        System.err.println(e);
        Runtime.getRuntime().halt(CommandException.FAILED);
    }
}
