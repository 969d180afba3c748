package io.rocprofiler.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The names of our libraries in `LD_PRELOAD`, which all programs started by the traced one inherit.
public final class Preloads {

    private final Installation installation;
    private final boolean any;
    private final boolean perPlatform;

    private Preloads(Installation installation, boolean any, boolean perPlatform) {
        this.installation = installation;
        this.any = any;
        this.perPlatform = perPlatform;
    }

    /// Returns the preloads for a program.
    ///
    /// @param untraceable why the program cannot be traced, null if it can
    /// @param loads whether the dynamic linker loads a library
    public static Preloads of(
            Installation installation, @Nullable UntraceableReason untraceable, Predicate<String> loads) {
        boolean perPlatform = isWritable(installation.root())
                && loads.test(installation
                        .preloads()
                        .resolve("librocprofiler-launch.so")
                        .toString());
        return new Preloads(installation, untraceable == null || !untraceable.minds(perPlatform), perPlatform);
    }

    /// Returns the names of the existing libraries, in the order of loading.
    public List<String> of(List<Path> libraries) {
        return libraries.stream()
                .filter(library -> any && Files.exists(library))
                .map(this::name)
                .toList();
    }

    /// Returns the name of a library. Uses the linker's platform directory if possible, so that programs of
    /// other architectures find no library to complain about; else the path; and the bare name, found through
    /// LD_LIBRARY_PATH, if the path cannot be written: the linker splits at spaces and colons and has no
    /// escape character.
    private String name(Path library) {
        if (perPlatform) {
            return installation
                    .preloads()
                    .resolve(installation.lib().relativize(library))
                    .toString();
        }
        return isWritable(library) ? library.toString() : String.valueOf(library.getFileName());
    }

    private static boolean isWritable(Path path) {
        return path.toString().chars().noneMatch(c -> c == ' ' || c == ':' || c == '$');
    }
}
