package io.rocprofiler.facts.java;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Converts C names to Java names.
final class Names {
    private Names() {}

    /// Converts `rocprofiler_buffer_tracing_hip_api_record_t` to `BufferTracingHipApiRecord`.
    static String type(String name) {
        if (name.equals("dim3")) {
            return "HipDim3"; // the SDK has its own dim3
        }
        String base = name.startsWith("rocprofiler_") ? name.substring("rocprofiler_".length()) : name;
        base = base.endsWith("_t") ? base.substring(0, base.length() - 2) : base;
        StringBuilder type = new StringBuilder();
        for (String word : base.split("_")) {
            String rest = word.isEmpty() ? "" : word.substring(1);
            boolean shouted = word.equals(word.toUpperCase(Locale.ROOT));
            type.append(word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT))
                    .append(shouted ? rest.toLowerCase(Locale.ROOT) : rest);
        }
        return type.toString();
    }

    /// Converts both `hipErrorInvalidValue` and `HIP_ERROR_INVALID_VALUE` to the latter.
    static String constant(String name) {
        StringBuilder constant = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean upper = Character.isUpperCase(c);
            boolean afterLower =
                    i > 0 && (Character.isLowerCase(name.charAt(i - 1)) || Character.isDigit(name.charAt(i - 1)));
            boolean startsWord = i > 0
                    && i + 1 < name.length()
                    && Character.isUpperCase(name.charAt(i - 1))
                    && Character.isLowerCase(name.charAt(i + 1));
            if (upper && (afterLower || startsWord) && i > 0 && name.charAt(i - 1) != '_' && hasLower(name)) {
                constant.append('_');
            }
            constant.append(Character.toUpperCase(c));
        }
        String text = constant.toString();
        while (text.startsWith("_")) {
            text = text.substring(1);
        }
        while (text.endsWith("_")) {
            text = text.substring(0, text.length() - 1);
        }
        return text;
    }

    /// Returns the enumerators without the words they share, in the same order.
    static List<String> suffixes(List<String> enumerators) {
        List<String> constants = enumerators.stream().map(Names::constant).toList();
        int prefix = constants.getFirst().lastIndexOf('_') + 1;
        while (prefix > 0 && !sharedAndUseful(constants, prefix)) {
            prefix = constants.getFirst().lastIndexOf('_', prefix - 2) + 1;
        }
        List<String> suffixes = new ArrayList<>();
        for (String constant : constants) {
            suffixes.add(constant.substring(prefix));
        }
        return suffixes;
    }

    private static boolean sharedAndUseful(List<String> constants, int length) {
        String prefix = constants.getFirst().substring(0, length);
        for (String constant : constants) {
            if (!constant.startsWith(prefix)
                    || constant.length() == length
                    || !Character.isJavaIdentifierStart(constant.charAt(length))) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLower(String text) {
        return !text.equals(text.toUpperCase(Locale.ROOT));
    }
}
