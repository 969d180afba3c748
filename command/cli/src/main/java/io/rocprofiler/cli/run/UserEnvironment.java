package io.rocprofiler.cli.run;

import java.util.HashMap;
import java.util.Map;

/// The environment in which the user started the command. Its JVM runs in a different one: variables that would
/// affect the JVM are renamed, and some variables are added.
public final class UserEnvironment {

    private static final String ASIDE = "ROCPROFILER_ASIDE_";

    private UserEnvironment() {}

    /// Returns the user's environment, without the variables that the launcher added.
    ///
    /// @param own the environment of this JVM
    /// @param front whether a front created it
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
