package io.rocprofiler.cli.run;

import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// What a program that is built with the address, leak or thread sanitizer has to be told so that it runs as it does
/// untraced: that libraries of ours are loaded before the sanitizer's, and that what a JVM allocates and shares is
/// its own business. It stands in the environment because such programs are often started by others. What the user
/// says comes first.
final class Sanitizers {

    private static final String SUPPRESSIONS = "suppressions=";

    private Sanitizers() {}

    static void tell(Installation installation, Map<String, String> environment, BiConsumer<String, String> set) {
        set.accept("ASAN_OPTIONS", joined(environment.get("ASAN_OPTIONS"), "verify_asan_link_order=0"));
        suppress("LSAN_OPTIONS", "leak", installation, environment, set);
        suppress("TSAN_OPTIONS", "thread", installation, environment, set);
    }

    /// A sanitizer reads one file: a user's own stays.
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

    /// The last of two values counts: the user's.
    private static String joined(@Nullable String said, String ours) {
        return said == null || said.isEmpty() ? ours : ours + ":" + said;
    }
}
