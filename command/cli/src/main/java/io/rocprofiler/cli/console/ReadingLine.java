package io.rocprofiler.cli.console;

import io.rocprofiler.trace.file.Reading;
import org.jspecify.annotations.Nullable;

/// Shows how far large raw segments are read, one after another, as [ProgressLine] does for conversions.
public final class ReadingLine implements Reading {

    private @Nullable ProgressLine line;
    private Step current = Step.SCAN;
    private long shown;

    @Override
    public void at(Step step, long done, long all) {
        ProgressLine before = line;
        if (before != null && (step != current || done < shown)) {
            before.close();
            line = null;
        }
        if (line == null) {
            line = step == Step.SCAN ? ProgressLine.ofBytes("reading", all) : ProgressLine.ofRecords("packing", all);
            current = step;
            shown = 0;
        }
        line.advanced(done - shown);
        shown = done;
        if (done == all) {
            line.close();
            line = null;
        }
    }
}
