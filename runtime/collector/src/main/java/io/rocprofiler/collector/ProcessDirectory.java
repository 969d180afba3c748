package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.sdk.RuntimeListener;
import io.rocprofiler.sdk.internal.description.Checksum;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// The directory of one traced process, `<pid>-<start>`: its properties, its segment, and the agents of
/// its machine.
///
/// `process.properties` holds `key=value` lines. It is complete before the first record and only ever grows;
/// readers ignore an unterminated line. Groups of lines are followed by a line with their checksum. Thread rule:
/// any thread.
final class ProcessDirectory implements RuntimeListener {
    private static final Path PROC = Path.of("/proc");

    private final Path description;
    private final SegmentFile segment;
    private final AgentFile agents;
    private final Path proc;
    private int runtimes;
    private long bytes;

    private ProcessDirectory(Path description, SegmentFile segment, AgentFile agents, Path proc) {
        this.description = description;
        this.segment = segment;
        this.agents = agents;
        this.proc = proc;
    }

    /// @throws IOException if the directory cannot be written
    static ProcessDirectory create(
            Path root, ProcessInfo process, Environment environment, Clock clock, Machine machine, Path proc)
            throws IOException {
        long start = clock.boottimeNanos();
        Path directory = root.resolve(process.pid() + "-" + start);
        OwnFile.directory(directory);
        SegmentFile segment = SegmentFile.create(
                directory.resolve(SegmentConstants.SEGMENT_FILE),
                process,
                clock,
                proc,
                Runtime.getRuntime().availableProcessors());
        Path description = directory.resolve(SegmentConstants.PROPERTIES_FILE);
        AgentFile agents = new AgentFile(directory.resolve(SegmentConstants.AGENTS_FILE), machine, segment, proc);
        ProcessDirectory created = new ProcessDirectory(description, segment, agents, proc);
        created.write(describe(process, NameVariables.of(environment), start));
        return created;
    }

    /// Returns the path of a file in this directory.
    Path file(String name) {
        return description.resolveSibling(name);
    }

    SegmentFile segment() {
        return segment;
    }

    AgentFile agents() {
        return agents;
    }

    @Override
    public synchronized void onRuntime(String library, long version, long instance) {
        String line = "runtime." + runtimes++ + "=" + library + " " + version + " " + instance + "\n";
        try {
            write(line);
        } catch (IOException unwritable) {
            Messages.say("cannot write " + description + ": " + unwritable.getMessage());
        }
    }

    private static String describe(ProcessInfo process, Map<String, String> variables, long start) {
        StringBuilder text = new StringBuilder(1024);
        line(text, "format", "1");
        line(text, "pid", Long.toString(process.pid()));
        line(text, "ppid", Long.toString(process.parent()));
        line(text, "pgid", Long.toString(process.group()));
        line(text, "psid", Long.toString(process.session()));
        line(text, "psize", Integer.toString(Siblings.count(PROC, process.parent())));
        line(text, "tid", Long.toString(process.pid()));
        line(text, "command", process.command());
        line(text, "executable", process.executable());
        line(text, "hostname", process.hostname());
        line(text, "boot_id", process.bootId());
        line(text, "pid_namespace", process.pidNamespace());
        line(text, "start_ticks", Long.toString(process.startTicks()));
        line(text, "start_boottime_ns", Long.toString(start));
        variables.forEach((key, value) -> line(text, key, value));
        // Only the java command sets this property: the program runs in a JVM itself.
        line(text, "java", System.getProperty("sun.java.command") == null ? "embedded" : "joined");
        line(text, "java_version", System.getProperty("java.vm.version", ""));
        return text.toString();
    }

    /// Appends a line, with NUL, line break and backslash written as `\0`, `\n` and `\\`.
    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append('=');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0) text.append("\\0");
            else if (c == '\n') text.append("\\n");
            else if (c == '\\') text.append("\\\\");
            else text.append(c);
        }
        text.append('\n');
    }

    private synchronized void write(String text) throws IOException {
        byte[] lines = Checksum.lines(text);
        write(description, lines, bytes > 0, proc);
        bytes += lines.length;
        segment.beside(SegmentHeader.PROPERTIES_BYTES, bytes);
    }

    /// Writes a small file, or appends to it.
    static void write(Path file, byte[] bytes, boolean append, Path proc) throws IOException {
        ProcessInfo.checkFileSize(proc, bytes.length + (append ? file.toFile().length() : 0));
        OwnFile.write(file, bytes, append);
    }
}
