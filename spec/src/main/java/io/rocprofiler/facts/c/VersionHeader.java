package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Sdk;

/// Writes `rocprofiler-sdk/version.h`: each macro under both of its prefixes.
final class VersionHeader {
    private VersionHeader() {}

    static String text(Sdk sdk) {
        StringBuilder body = new StringBuilder();
        for (String prefix : new String[] {"ROCPROFILER_", "ROCPROFILER_SDK_"}) {
            sdk.macros().forEach((name, value) -> {
                if (name.startsWith(prefix + "VERSION") || name.equals(prefix + "SOVERSION")) {
                    body.append("#define %s %d\n".formatted(name, value));
                }
            });
            body.append("#define %sVERSION_STRING \"%s\"\n".formatted(prefix, sdk.version()));
        }
        return CText.header(
                "rocprofiler-sdk/version.h", "Version: 10000 * major + 100 * minor + patch.", body.toString());
    }
}
