package io.rocprofiler.cli.run;

import org.jspecify.annotations.Nullable;

/// The parent of this JVM: the process that the user started (`command/launch/front.c`). It starts the program on
/// this JVM's request; if this JVM fails before its first request, the front runs the program untraced.
///
/// Before the first output, standard output and error of this JVM go to the front, which reads there why a JVM did
/// not start. Thread rule: one thread.
public final class FrontProcess {

    private static final String PROPERTY = "rocprofiler.front";

    /// The descriptors that the front leaves open for this JVM.
    record Ends(long pid, int control, int out, int error) {}

    private final @Nullable Ends ends;
    private @Nullable Launcher launcher;

    private FrontProcess(@Nullable Ends ends) {
        this.ends = ends;
    }

    public static FrontProcess find() {
        return new FrontProcess(ends());
    }

    private static @Nullable Ends ends() {
        String[] said = System.getProperty(PROPERTY, "").split(",", -1);
        return said.length != 4
                ? null
                : new Ends(
                        Long.parseLong(said[0]),
                        Integer.parseInt(said[1]),
                        Integer.parseInt(said[2]),
                        Integer.parseInt(said[3]));
    }

    /// Returns the process id under which the user knows the command.
    public static long commandPid() {
        Ends ends = ends();
        return ends == null ? ProcessHandle.current().pid() : ends.pid();
    }

    /// Returns the launcher, which calls C and the front. From then on, output of this JVM is the command's output.
    public Launcher launcher() {
        Launcher known = launcher;
        if (known == null) {
            known = new Launcher(Installation.find().launchLibrary());
            if (ends != null) {
                known.join(ends);
            }
            launcher = known;
        }
        return known;
    }

    /// Prepares for output. Call before anything is written.
    public void show() {
        if (ends != null) {
            launcher();
        }
    }

    /// Makes this JVM's exit code the command's.
    public void verdict() {
        if (ends != null) {
            launcher().verdict();
        }
    }

    /// Whether the front can still run the program without this JVM.
    public boolean canStillDoWithout() {
        return ends != null && (launcher == null || !launcher.hasRun());
    }
}
