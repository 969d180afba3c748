package io.rocprofiler.cli;

import java.util.List;

/// Entry point: ends this process as the traced program ended.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        Log log = new Log(System.err);
        int exitCode = CommandException.FAILED;
        try {
            exitCode = new RocprofV3(System.getenv(), System.out, log).run(List.of(arguments));
        } catch (CommandException e) {
            log.error(e.line());
            exitCode = e.exitCode();
        } catch (Throwable e) {
            log.unexpected(e);
        }
        System.exit(exitCode);
    }
}
