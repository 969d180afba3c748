package io.rocprofiler.cli.convert;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.OpenRange;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Untimed;
import io.rocprofiler.trace.WorkCounts;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Reports what began in a run and has no record.
final class LossReport {

    private static final String LEFT_OUT =
            "csv, json, rocpd, parquet and dataset have them without, all other formats, tables and times leave them out";

    private final Log log;

    LossReport(Log log) {
        this.log = log;
    }

    /// Reports the damage of a process's records, and what it recorded of what it began.
    void losses(ProcessTrace process) {
        for (Problem problem : process.problems()) {
            log.warning(problem.toString());
        }
        Counts counts = process.counts();
        boolean saysUnchecked = isUnchecked(process) && (counts.lossy() || !isChild(process));
        if (counts.lossy() || saysUnchecked) {
            String unchecked = saysUnchecked ? ", unchecked " + process.unchecked() : "";
            log.result("process " + process.pid() + ": " + counts.describe(process.abandoned()) + unchecked);
        }
        if (process.notesDropped() > 0) {
            log.warning("process " + process.pid() + ": " + process.notesDropped()
                    + " names of kernels, code objects or ranges were dropped");
        }
        if (counts.lossy()) {
            for (OpenRange range : process.openRanges()) {
                log.info("process " + process.pid()
                        + ": range not ended, recorded with the end of the trace as its end: " + range.message());
            }
        }
        String untimed = Untimed.describe(process);
        if (!untimed.isEmpty()) {
            log.warning("process " + process.pid() + ": " + untimed + " that can be true: " + LEFT_OUT);
        }
        if (process.passedThrough() > 0) {
            log.result("process " + process.pid() + ": " + process.passedThrough() + " calls not traced on purpose");
        }
        reportLate(process);
    }

    /// Reports late calls: calls recorded in C continue after the engine has ended, the others are counted.
    private void reportLate(ProcessTrace process) {
        if (process.lateCalls() > 0 && process.forkedFrom().isEmpty()) {
            log.result("process " + process.pid() + ": " + process.lateCalls()
                    + " calls after its exit handlers, which cannot be recorded then");
        }
        if (process.lostInChildren() > 0) {
            log.result("process " + process.pid() + ": " + process.lostInChildren()
                    + " records lost of children made by fork, which could not write into the run's directory");
        }
    }

    /// Whether some of a process's records have no checksum, for good.
    private static boolean isUnchecked(ProcessTrace process) {
        return !process.isChecked() && process.counts().submitted() > 0 && !runs(process);
    }

    private static boolean isChild(ProcessTrace process) {
        return !process.forkedFrom().isEmpty();
    }

    /// Reports in one line each, for all children created by `fork`, how many records have no checksum, as most
    /// children end without one; and the calls and work that need an engine and so have no record.
    void children(List<ProcessTrace> processes) {
        List<ProcessTrace> children =
                processes.stream().filter(LossReport::isChild).toList();
        unchecked(children.stream()
                .filter(child -> isUnchecked(child) && !child.counts().lossy())
                .toList());
        List<String> parts = new ArrayList<>();
        part(parts, children, ProcessTrace::lateCalls, "calls");
        part(parts, children, process -> missing(process, Domain.KERNEL_DISPATCH), "kernel dispatches");
        part(parts, children, process -> missing(process, Domain.MEMORY_COPY), "memory copies");
        if (!parts.isEmpty()) {
            log.result(children.size() + " processes made by fork: " + String.join(", ", parts)
                    + " cannot be recorded there");
        }
    }

    private void unchecked(List<ProcessTrace> children) {
        if (children.isEmpty()) return;
        long recorded =
                children.stream().mapToLong(child -> child.counts().recorded()).sum();
        long unchecked = children.stream().mapToLong(ProcessTrace::unchecked).sum();
        String who = children.size() == 1
                ? "process " + children.getFirst().pid()
                : children.size() + " processes made by fork";
        log.result(who + ": recorded " + recorded + ", in flight 0, dropped 0, unchecked " + unchecked);
    }

    private static long missing(ProcessTrace process, Domain domain) {
        return process.work(domain).submitted() - process.records(domain);
    }

    private static void part(
            List<String> parts, List<ProcessTrace> processes, ToLongFunction<ProcessTrace> count, String name) {
        long sum = processes.stream().mapToLong(count).sum();
        if (sum > 0) {
            parts.add(sum + " " + name);
        }
    }

    /// Whether the process is still running: records it writes get their checksums later.
    private static boolean runs(ProcessTrace process) {
        return Ending.of(process) == Ending.RUNNING;
    }

    /// Reports how much GPU work of a process has no record, if any, as the last line about the process.
    void work(ProcessTrace process) {
        if (isChild(process)) {
            return; // reported in one line for all children
        }
        List<String> parts = new ArrayList<>();
        for (Domain domain : Domain.GPU_WORK) {
            WorkCounts work = process.work(domain);
            if (work.incomplete()) {
                parts.add(describe(domain, work));
            }
        }
        if (!parts.isEmpty()) {
            log.warning("process " + process.pid() + ": " + String.join("; ", parts));
        }
    }

    private static String describe(Domain domain, WorkCounts work) {
        return domain.words() + ": submitted " + work.submitted() + ", recorded " + work.recorded() + ", in flight "
                + work.inFlight() + ", dropped " + work.dropped();
    }
}
