package io.rocprofiler.cli.run;

import org.jspecify.annotations.Nullable;

/// The process that the user started (`command/launch/front.c`), whose child this JVM is. It starts the program, and
/// if this JVM fails before it could say what to start, the program is run all the same.
///
/// Until this JVM has something to say, its standard output and error are the front's, which reads there why a JVM
/// did not start. Thread rule: one thread.
public final class Front {

    private static final String PROPERTY = "rocprofiler.front";

    /// What the front has left open for this JVM.
    record Ends(long pid, int control, int out, int error) {}

    private final @Nullable Ends ends;
    private @Nullable Launcher launcher;

    private Front(@Nullable Ends ends) {
        this.ends = ends;
    }

    public static Front find() {
        return new Front(ends());
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

    /// The process that the user knows as the command.
    static long commandPid() {
        Ends ends = ends();
        return ends == null ? ProcessHandle.current().pid() : ends.pid();
    }

    /// The way to C, and to the front. From now on what this JVM writes is the command's output.
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

    /// Before anything is written.
    public void show() {
        if (ends != null) {
            launcher();
        }
    }

    /// This JVM's exit code is the command's.
    public void verdict() {
        if (ends != null) {
            launcher().verdict();
        }
    }

    /// True as long as the front can run the program without us.
    public boolean canStillDoWithout() {
        return ends != null && (launcher == null || !launcher.hasRun());
    }
}
