package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An event or a call as `ompt_tool.c` prints it.
///
/// @param arguments the text after the common fields, with a blank before each
public record OmptEvent(
        String phase,
        String operation,
        long thread,
        long internal,
        long external,
        long ancestor,
        long start,
        long end,
        String arguments) {
    private static final Pattern LINE =
            Pattern.compile("(\\w+) (\\w+) thread=(\\d+) id=(\\d+)/(\\d+)<(\\d+) start=(\\d+) end=(\\d+)(.*)");

    /// Returns the events of the tool at this position in discovery order.
    public static List<OmptEvent> ofTool(Path folder, int place) {
        return read(folder.resolve("ompt." + place));
    }

    public static List<OmptEvent> read(Path file) {
        try {
            return Files.readAllLines(file).stream().map(OmptEvent::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OmptEvent parse(String line) {
        Matcher fields = LINE.matcher(line);
        if (!fields.matches()) throw new IllegalArgumentException(line);
        return new OmptEvent(
                fields.group(1),
                fields.group(2),
                Long.parseLong(fields.group(3)),
                Long.parseLong(fields.group(4)),
                Long.parseLong(fields.group(5)),
                Long.parseLong(fields.group(6)),
                Long.parseLong(fields.group(7)),
                Long.parseLong(fields.group(8)),
                fields.group(9));
    }

    public boolean is(String wantedPhase, String wantedOperation) {
        return phase.equals(wantedPhase) && operation.equals(wantedOperation);
    }

    /// Returns the event without the parts that differ from run to run: `ENTER omp_work 6<5 work_type=1 ...`.
    public String shape() {
        return place() + arguments;
    }

    /// Returns the event without arguments.
    public String place() {
        return phase + " " + operation + " " + internal + "<" + ancestor;
    }
}
