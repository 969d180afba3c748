package io.rocprofiler.facts.java;

import java.util.ArrayList;
import java.util.List;

/// Builds pieces of generated Java source.
final class Source {
    /// Keeps a literal well below 65,535 bytes, the class file format's limit for a string constant.
    private static final int LITERAL_CHARS = 20_000;

    private Source() {}

    static StringBuilder open() {
        return open("");
    }

    static StringBuilder open(String imports) {
        return open("io.rocprofiler.abi", imports);
    }

    static StringBuilder open(String packageName, String imports) {
        return new StringBuilder("// Generated from spec/ by io.rocprofiler.facts.Generator. Do not edit.\n")
                .append("package ")
                .append(packageName)
                .append(";\n\n")
                .append(imports);
    }

    /// Returns an expression for any text, including one too long for a single constant.
    static String literal(String text) {
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < text.length(); from += LITERAL_CHARS) {
            parts.add(quote(text.substring(from, Math.min(text.length(), from + LITERAL_CHARS))));
        }
        if (parts.isEmpty()) {
            return "\"\"";
        }
        StringBuilder expression = new StringBuilder(parts.getFirst());
        for (String part : parts.subList(1, parts.size())) {
            // Not "+": the compiler would fold it into one constant again.
            expression.append("\n                .concat(").append(part).append(')');
        }
        return expression.toString();
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c < ' ') {
                // Not a Unicode escape: the compiler would see the character itself before it sees the quotes.
                quoted.append(String.format("\\%03o", (int) c));
            } else if (c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
