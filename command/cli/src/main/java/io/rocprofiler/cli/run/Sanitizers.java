package io.rocprofiler.cli.run;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Options for programs built with the address, leak or thread sanitizer, so that they run as they do untraced:
/// permit loading our libraries before the sanitizer's, and suppress reports about the JVM's allocations and data
/// races. They are set in the environment because such programs are often started by other programs. The user's
/// options have precedence.
final class Sanitizers {

    private static final String SUPPRESSIONS = "suppressions=";

    private Sanitizers() {}

    static void tell(Installation installation, Map<String, String> environment, BiConsumer<String, String> set) {
        set.accept("ASAN_OPTIONS", joined(environment.get("ASAN_OPTIONS"), "verify_asan_link_order=0"));
        suppress("LSAN_OPTIONS", "leak", installation, environment, set);
        suppress("TSAN_OPTIONS", "thread", installation, environment, set);
    }

    /// Sets a suppressions file. A sanitizer reads only one file: a user's file stays.
    private static void suppress(
            String variable,
            String sanitizer,
            Installation installation,
            Map<String, String> environment,
            BiConsumer<String, String> set) {
        String said = environment.getOrDefault(variable, "");
        if (!said.contains(SUPPRESSIONS)) {
            String file = "'" + installation.suppressions(sanitizer) + "'";
            set.accept(variable, joined(said, SUPPRESSIONS + file + ":print_suppressions=0"));
        }
    }

    /// Joins options; the last of two values has precedence: the user's.
    private static String joined(@Nullable String said, String ours) {
        return said == null || said.isEmpty() ? ours : ours + ":" + said;
    }
}
