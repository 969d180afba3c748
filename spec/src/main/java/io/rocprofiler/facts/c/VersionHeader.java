package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Sdk;
import io.rocprofiler.facts.model.Version;
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
            String soversion = prefix + "SOVERSION";
            body.append("#define %s %d\n".formatted(soversion, sdk.macros().get(soversion)))
                    .append("#define %sVERSION %d\n"
                            .formatted(prefix, sdk.version().number()))
                    .append(parts(prefix, sdk.version()))
                    .append(build(prefix));
        }
        return CText.header(
                "rocprofiler-sdk/version.h", "Version: 10000 * major + 100 * minor + patch.", body.toString());
    }

    /// `rocprofiler-sdk-roctx/version.h`. The older `roctracer/roctx.h` has some of these macros, too: whichever header
    /// comes first, these values stay.
    ///
    /// @param version the SDK's, of which ROC-TX is a part
    static String roctx(Map<String, Long> macros, Version version) {
        StringBuilder body = new StringBuilder("#define ROCTX_IS_ROCPROFILER_SDK 1\n\n");
        for (String part : List.of("MAJOR", "MINOR", "PATCH")) {
            body.append("#undef ROCTX_VERSION_").append(part).append('\n');
        }
        body.append(parts("ROCTX_", version));
        macros.forEach((name, value) -> body.append("#undef %1$s\n#define %1$s %2$d\n".formatted(name, value)));
        return body.append(formula("ROCTX_")).append(build("ROCTX_")).toString();
    }

    /// `rocprofiler-register/version.h`.
    static String register(Version version) {
        String prefix = "ROCPROFILER_REGISTER_";
        return parts(prefix, version)
                + "#define %sSOVERSION \"%d\"\n".formatted(prefix, version.major())
                + formula(prefix)
                + "#define %sCOMPILER_STRING \"\"\n".formatted(prefix)
                + build(prefix);
    }

    /// `rocprofiler-sdk-rocpd/version.h`.
    static String rocpd(Version version) {
        return "#define ROCPD_IS_ROCPROFILER_SDK 1\n\n#define ROCPD_SOVERSION (10000 * ROCPD_VERSION_MAJOR)\n"
                + parts("ROCPD_", version)
                + formula("ROCPD_")
                + build("ROCPD_");
    }

    private static String parts(String prefix, Version version) {
        return """
                #define %1$sVERSION_MAJOR %2$d
                #define %1$sVERSION_MINOR %3$d
                #define %1$sVERSION_PATCH %4$d
                #define %1$sVERSION_STRING "%5$s"
                """.formatted(prefix, version.major(), version.minor(), version.patch(), version);
    }

    private static String formula(String prefix) {
        return """
                #define %1$sVERSION \\
                    ((10000 * %1$sVERSION_MAJOR) + (100 * %1$sVERSION_MINOR) + %1$sVERSION_PATCH)
                """.formatted(prefix);
    }

    private static String build(String prefix) {
        StringBuilder text = new StringBuilder();
        BUILD.forEach(
                macro -> text.append("#define ").append(prefix).append(macro).append('\n'));
        return text.append('\n').toString();
    }
}
