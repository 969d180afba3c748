package io.rocprofiler.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The C files of a library, and which of them use definitions of others: functions and variables that are
/// not static. Parsed from the source text, as few libraries leave object files. Names assembled by macros
/// are not recognised.
public final class CSources {

    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "//[^\n]*+|(?s:/\\*.*?\\*/)|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'[^'\\\\\n]*+(?:\\\\.[^'\\\\\n]*+)*+'");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^ *# *include[^\n]*");
    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^ *#(?:[^\n]*\\\\\n)*[^\n]*");
    private static final String IN_PARENTHESES = "\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)";
    private static final Pattern ATTRIBUTE =
            Pattern.compile("(?:__attribute__|_Atomic|_Alignas|__typeof__)\\s*" + IN_PARENTHESES);
    private static final Pattern FUNCTION = Pattern.compile("(?s).*?(\\w+)\\s*" + IN_PARENTHESES + "\\s*");
    private static final Pattern NOT_ITS_OWN = Pattern.compile("(?s).*\\b(static|typedef|extern)\\b.*");
    private static final Pattern TYPE = Pattern.compile("(?s)\\s*(struct|union|enum)\\b\\s*\\w*\\s*(\\{})?\\s*");
    private static final Pattern LAST_NAME = Pattern.compile("(?s).*?(\\w+)\\s*(\\[[^]]*]\\s*)*");
    private static final Pattern USE = Pattern.compile("(?<!\\.|->|\\w|struct |union |enum )[A-Za-z_]\\w*");

    private CSources() {}

    /// Returns for each file the files that it uses, each with a name that it uses from there.
    ///
    /// @param sources the texts of the library's files by name
    public static Map<String, Map<String, String>> uses(Map<String, String> sources) {
        Map<String, String> plain = new TreeMap<>();
        sources.forEach((file, text) ->
                plain.put(file, withoutIncludes(COMMENT_OR_LITERAL.matcher(text).replaceAll(" "))));
        Map<String, String> definedIn = new HashMap<>();
        plain.forEach((file, text) -> definitions(text).forEach(name -> definedIn.put(name, file)));
        Map<String, Map<String, String>> uses = new TreeMap<>();
        plain.forEach((file, text) -> uses.put(file, usesOf(file, text, definedIn)));
        return uses;
    }

    // A header's name may be that of a function: fcntl.h.
    private static String withoutIncludes(String text) {
        return INCLUDE.matcher(text).replaceAll("");
    }

    private static Map<String, String> usesOf(String file, String text, Map<String, String> definedIn) {
        Map<String, String> uses = new TreeMap<>();
        Matcher names = USE.matcher(text);
        while (names.find()) {
            String other = definedIn.get(names.group());
            if (other != null && !other.equals(file)) uses.put(other, names.group());
        }
        return uses;
    }

    /// Returns the non-static functions and variables that a file defines.
    ///
    /// @param text the file's text without comments and literals
    public static List<String> definitions(String text) {
        List<String> names = new ArrayList<>();
        StringBuilder head = new StringBuilder();
        int depth = 0;
        for (char c : DIRECTIVE.matcher(text).replaceAll("").toCharArray()) {
            if (c == '}' && --depth == 0 && isFunction(head)) {
                name(head, FUNCTION, names);
                head.setLength(0);
            } else if (c == '}' && depth == 0) {
                head.append("{}");
            } else if (c == ';' && depth == 0) {
                variables(head, names);
                head.setLength(0);
            } else if (depth == 0 && c != '{') {
                head.append(c);
            }
            if (c == '{') depth++;
        }
        return names;
    }

    private static boolean isFunction(CharSequence head) {
        return FUNCTION.matcher(declaration(head)).matches() && head.toString().indexOf('=') < 0;
    }

    private static void variables(CharSequence head, List<String> names) {
        String declarators = declaration(head).split("=", 2)[0];
        boolean others =
                TYPE.matcher(head).matches() || NOT_ITS_OWN.matcher(head).matches();
        if (others || declarators.indexOf('(') >= 0) return;
        for (String declarator : declarators.split(",")) name(declarator, LAST_NAME, names);
    }

    private static String declaration(CharSequence head) {
        return ATTRIBUTE.matcher(head).replaceAll(" ");
    }

    private static void name(CharSequence head, Pattern pattern, List<String> names) {
        Matcher matcher = pattern.matcher(declaration(head));
        if (matcher.matches() && !NOT_ITS_OWN.matcher(head).matches()) names.add(matcher.group(1));
    }
}
