package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;

/// Reports which processes of a run may still write records.
public final class UnfinishedProcesses {

    private UnfinishedProcesses() {}

    public static void report(Run run, Log log) {
        for (ProcessTrace process : run.processes()) {
            switch (Ending.of(process, run.processes())) {
                case RUNNING ->
                    log.result("process " + process.pid() + " still runs: this is what it has recorded so far");
                case ELSEWHERE ->
                    log.result("process " + process.pid() + " on "
                            + process.properties().get("hostname", "another machine")
                            + " did not finish, or still runs: this is what it has recorded so far");
                case FINISHED, UNFINISHED, REPLACED -> {}
            }
        }
    }
}
