package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Sdk;
import java.util.List;
import java.util.Map;

/// Writes the version headers: `rocprofiler-sdk/version.h`, with each macro under both of its prefixes, and those of
/// the small libraries.
final class VersionHeader {
    /// What AMD's build writes of the machine that it runs on. Headers are the same wherever ours are built.
    private static final List<String> BUILD = List.of(
            "GIT_DESCRIBE \"\"",
            "GIT_REVISION \"\"",
            "LIBRARY_ARCH \"x86_64-linux-gnu\"",
            "SYSTEM_NAME \"Linux\"",
            "SYSTEM_PROCESSOR \"x86_64\"",
            "SYSTEM_VERSION \"\"",
            "COMPILER_ID \"\"",
            "COMPILER_VERSION \"\"");

    private VersionHeader() {}

    static String text(Sdk sdk) {
        StringBuilder body = new StringBuilder("#define ROCPROFILER_IS_ROCPROFILER_SDK 1\n\n");
        for (String prefix : List.of("ROCPROFILER_", "ROCPROFILER_SDK_")) {
            sdk.macros().forEach((name, value) -> {
                if (name.startsWith(prefix + "VERSION") || name.equals(prefix + "SOVERSION")) {
                    body.append("#define %s %d\n".formatted(name, value));
                }
            });
            body.append("#define %sVERSION_STRING \"%s\"\n".formatted(prefix, sdk.version()))
                    .append(build(prefix));
        }
        return CText.header(
                "rocprofiler-sdk/version.h", "Version: 10000 * major + 100 * minor + patch.", body.toString());
    }

    /// `rocprofiler-sdk-roctx/version.h`. The older `roctracer/roctx.h` has some of these macros, too: whichever header
    /// comes first, these values stay.
    static String roctx(Map<String, Long> macros) {
        StringBuilder body = new StringBuilder("#define ROCTX_IS_ROCPROFILER_SDK 1\n\n");
        macros.forEach((name, value) -> body.append("#undef %1$s\n#define %1$s %2$d\n".formatted(name, value)));
        return body.append("""
                #define ROCTX_VERSION \\
                    ((10000 * ROCTX_VERSION_MAJOR) + (100 * ROCTX_VERSION_MINOR) + ROCTX_VERSION_PATCH)
                """)
                .append("#define ROCTX_VERSION_STRING \"%d.%d.%d\"\n"
                        .formatted(
                                macros.get("ROCTX_VERSION_MAJOR"),
                                macros.get("ROCTX_VERSION_MINOR"),
                                macros.get("ROCTX_VERSION_PATCH")))
                .append(build("ROCTX_"))
                .toString();
    }

    /// `rocprofiler-register/version.h`.
    ///
    /// @param version as `0.5.0`
    static String register(String version) {
        String prefix = "ROCPROFILER_REGISTER_";
        return "#define %1$sSOVERSION \"%2$s\"\n#define %1$sCOMPILER_STRING \"\"\n"
                        .formatted(prefix, version.substring(0, version.indexOf('.')))
                + numbers(prefix, version);
    }

    /// `rocprofiler-sdk-rocpd/version.h`.
    ///
    /// @param version as `1.0.0`
    static String rocpd(String version) {
        return "#define ROCPD_IS_ROCPROFILER_SDK 1\n\n#define ROCPD_SOVERSION (10000 * ROCPD_VERSION_MAJOR)\n"
                + numbers("ROCPD_", version);
    }

    private static String numbers(String prefix, String version) {
        List<String> parts = List.of(version.split("\\.", -1));
        return """
                #define %1$sVERSION_MAJOR %2$s
                #define %1$sVERSION_MINOR %3$s
                #define %1$sVERSION_PATCH %4$s
                #define %1$sVERSION_STRING "%5$s"
                #define %1$sVERSION \\
                    ((10000 * %1$sVERSION_MAJOR) + (100 * %1$sVERSION_MINOR) + %1$sVERSION_PATCH)
                """.formatted(prefix, parts.get(0), parts.get(1), parts.get(2), version) + build(prefix);
    }

    private static String build(String prefix) {
        StringBuilder text = new StringBuilder();
        BUILD.forEach(
                macro -> text.append("#define ").append(prefix).append(macro).append('\n'));
        return text.append('\n').toString();
    }
}
