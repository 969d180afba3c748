package io.rocprofiler.facts.c;

/// Builds the text of a C file: lines, include guard, `extern "C"`.
final class CText {
    private static final String ORIGIN =
            "// Generated from the facts (spec/*.json) by io.rocprofiler.facts.Generator. Do not edit.\n";

    private final StringBuilder text = new StringBuilder(ORIGIN);

    /// Adds a text block, or several lines, and ends it with exactly one newline.
    CText add(String lines) {
        text.append(lines);
        if (!lines.endsWith("\n")) {
            text.append('\n');
        }
        return this;
    }

    CText line(String format, Object... values) {
        text.append(String.format(format, values)).append('\n');
        return this;
    }

    CText blank() {
        text.append('\n');
        return this;
    }

    CText comment(String words) {
        words.lines()
                .forEach(line ->
                        text.append(line.isEmpty() ? "//" : "// " + line).append('\n'));
        return this;
    }

    /// Returns a header: `body` between its include guard.
    static String header(String path, String about, String body) {
        String guard = guard(path);
        return ORIGIN
                + about.lines().map(line -> "// " + line + "\n").reduce("", String::concat)
                + "#ifndef " + guard + "\n#define " + guard + "\n\n"
                + body
                + "\n#endif\n";
    }

    /// Returns `ROCPROFILER_SDK_HIP_API_ARGS_H` for `rocprofiler-sdk/hip/api_args.h`.
    private static String guard(String path) {
        return path.toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_";
    }

    static String externC(String body) {
        return "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + body + "\n#ifdef __cplusplus\n}\n#endif\n";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
