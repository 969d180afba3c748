package io.rocprofiler.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How our libraries are named in `LD_PRELOAD`, which every program inherits that the traced one starts.
public final class Preloads {

    private final Installation installation;
    private final boolean any;
    private final boolean perPlatform;

    private Preloads(Installation installation, boolean any, boolean perPlatform) {
        this.installation = installation;
        this.any = any;
        this.perPlatform = perPlatform;
    }

    /// What to preload into one program.
    ///
    /// @param untraceable what speaks against tracing the program, null if nothing does
    /// @param loads whether the dynamic linker loads a library
    public static Preloads of(Installation installation, @Nullable Untraceable untraceable, Predicate<String> loads) {
        boolean perPlatform = isWritable(installation.root())
                && loads.test(installation
                        .preloads()
                        .resolve("librocprofiler-launch.so")
                        .toString());
        return new Preloads(installation, untraceable == null || !untraceable.minds(perPlatform), perPlatform);
    }

    /// In the order of loading; those that there are.
    public List<String> of(List<Path> libraries) {
        return libraries.stream()
                .filter(library -> any && Files.exists(library))
                .map(this::name)
                .toList();
    }

    /// By the linker's platform, so that programs of other sorts find nothing that they would complain about; else by
    /// its path; and by its bare name, which is found through LD_LIBRARY_PATH, where a path cannot be written: the
    /// linker splits at spaces and colons and knows no escape.
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
