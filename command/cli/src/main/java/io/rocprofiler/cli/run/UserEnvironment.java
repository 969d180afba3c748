package io.rocprofiler.cli.run;

import java.util.HashMap;
import java.util.Map;

/// The environment that the command was started with. Its JVM runs in another one: what would change it has other
/// names there, and some variables are its own.
public final class UserEnvironment {

    private static final String ASIDE = "ROCPROFILER_ASIDE_";

    private UserEnvironment() {}

    /// The environment as the user has set it, without what the launcher added.
    ///
    /// @param own of this JVM
    /// @param front whether a front has made it
    public static Map<String, String> of(Map<String, String> own, boolean front) {
        Map<String, String> user = new HashMap<>(own);
        if (front) {
            user.remove("LC_ALL");
            user.remove("MALLOC_ARENA_MAX");
        }
        own.forEach((name, value) -> {
            if (name.startsWith(ASIDE)) {
                user.remove(name);
                user.put(name.substring(ASIDE.length()), value);
            }
        });
        return Map.copyOf(user);
    }
}
