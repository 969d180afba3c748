package io.rocprofiler.cli;

import java.util.List;

/// Entry point of `rocprofv3` and `rocprof`: ends this process as the traced program ended.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        boolean older = "rocprof".equals(System.getProperty("rocprofiler.command"));
        Log log = new Log(System.err, older ? "rocprof" : "rocprofv3");
        int exitCode = CommandException.FAILED;
        try {
            exitCode = older
                    ? new Rocprof(System.getenv(), System.out, log).run(List.of(arguments))
                    : new RocprofV3(System.getenv(), System.out, log).run(List.of(arguments));
        } catch (CommandException e) {
            log.error(e.line());
            exitCode = e.exitCode();
        } catch (Throwable e) {
            log.unexpected(e);
        }
        System.exit(exitCode);
    }
}
