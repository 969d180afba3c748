package io.rocprofiler.facts.c;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One declaration of a public header: its name, its file and its text.
record Declaration(String name, String file, String text) {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*");

    /// Returns every identifier in the text; a caller that knows all declarations picks the types among them.
    Set<String> identifiers() {
        Set<String> result = new LinkedHashSet<>();
        Matcher matcher = IDENTIFIER.matcher(text);
        while (matcher.find()) {
            result.add(matcher.group());
        }
        result.remove(name);
        return result;
    }
}
