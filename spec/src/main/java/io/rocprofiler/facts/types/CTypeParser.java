package io.rocprofiler.facts.types;

import io.rocprofiler.facts.model.CTypes;
import io.rocprofiler.facts.model.EnumType;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Struct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a C type as a header writes it, and replaces every typedef by the type it stands for.
public final class CTypeParser {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[*()\\[\\],]");

    /// The words that form built-in types, in C's usual order.
    private static final Set<String> BASIC =
            Set.of("void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned");

    /// Codes of built-in types: Itanium C++ ABI, section 5.1.5.2, on x86-64 Linux.
    private static final Map<String, String> CODES = Map.ofEntries(
            Map.entry("void", "v"),
            Map.entry("bool", "b"),
            Map.entry("char", "c"),
            Map.entry("signed char", "a"),
            Map.entry("unsigned char", "h"),
            Map.entry("short", "s"),
            Map.entry("unsigned short", "t"),
            Map.entry("int", "i"),
            Map.entry("unsigned", "j"),
            Map.entry("unsigned int", "j"),
            Map.entry("long", "l"),
            Map.entry("unsigned long", "m"),
            Map.entry("long long", "x"),
            Map.entry("unsigned long long", "y"),
            Map.entry("float", "f"),
            Map.entry("double", "d"));

    private static final Map<String, String> STANDARD = Map.ofEntries(
            Map.entry("size_t", "unsigned long"),
            Map.entry("ssize_t", "long"),
            Map.entry("int8_t", "signed char"),
            Map.entry("uint8_t", "unsigned char"),
            Map.entry("int16_t", "short"),
            Map.entry("uint16_t", "unsigned short"),
            Map.entry("int32_t", "int"),
            Map.entry("uint32_t", "unsigned int"),
            Map.entry("int64_t", "long"),
            Map.entry("uint64_t", "unsigned long"));

    private final CTypes types;
    private final Map<String, CType.Tagged> declared = new HashMap<>();
    private final Map<String, CType.Tagged> byTag = new HashMap<>();

    public CTypeParser(Facts facts) {
        types = facts.types();
        facts.sdk().structs().values().forEach(this::declare);
        facts.sdk().externalStructs().values().forEach(this::declare);
        facts.sdk().externalEnums().values().forEach(this::declare);
        for (Library library : facts.libraries()) {
            library.structs().values().forEach(this::declare);
            library.enums().values().forEach(this::declare);
        }
    }

    private void declare(Struct struct) {
        declare(new CType.Tagged(struct.union() ? "union" : "struct", types.tag(struct), struct.name()));
    }

    private void declare(EnumType type) {
        declare(new CType.Tagged("enum", types.tag(type), type.name()));
    }

    private void declare(CType.Tagged type) {
        declared.put(type.name(), type);
        byTag.put(type.tag(), type);
    }

    /// Returns the type that a text denotes.
    ///
    /// @throws IllegalArgumentException if the facts do not know a name in it
    public CType parse(String type) {
        Cursor cursor = new Cursor(type);
        CType result = cursor.type();
        if (!cursor.atEnd()) {
            throw new IllegalArgumentException("type=" + type);
        }
        return result;
    }

    private CType named(String name) {
        String standard = STANDARD.get(name);
        if (standard != null) {
            return scalar(standard);
        }
        CType.Tagged tagged = declared.get(name);
        if (tagged != null) {
            return tagged;
        }
        String expression = types.expressions().get(name);
        if (expression == null) {
            throw new IllegalArgumentException("name=" + name);
        }
        CType result = parse(expression);
        return result instanceof CType.Tagged(String keyword, String tag, String other) && other.equals(tag)
                ? new CType.Tagged(keyword, tag, name)
                : result;
    }

    private static CType scalar(String words) {
        String code = CODES.get(words);
        if (code == null) {
            throw new IllegalArgumentException("words=" + words);
        }
        return new CType.Scalar(code, words);
    }

    private static CType qualified(boolean isConst, boolean isVolatile, CType type) {
        return isConst || isVolatile ? new CType.Qualified(isConst, isVolatile, type) : type;
    }

    /// A position in the tokens of one type.
    private final class Cursor {
        private final List<String> tokens = new ArrayList<>();
        private int at;

        Cursor(String text) {
            Matcher matcher = TOKEN.matcher(text);
            while (matcher.find()) {
                tokens.add(matcher.group());
            }
        }

        boolean atEnd() {
            return at == tokens.size();
        }

        private String peek() {
            return atEnd() ? "" : tokens.get(at);
        }

        private boolean take(String token) {
            boolean found = peek().equals(token);
            at += found ? 1 : 0;
            return found;
        }

        CType type() {
            CType type = specifiers();
            while (take("*")) {
                type = new CType.Pointer(type);
                boolean isConst = take("const");
                type = qualified(isConst, take("volatile"), type);
            }
            if (take("(")) {
                take("*");
                if (!peek().equals(")")) {
                    at++; // the parameter's own name
                }
                take(")");
                take("(");
                type = new CType.Pointer(new CType.Function(type, parameters()));
            }
            while (take("[")) { // an array parameter is a pointer
                if (!peek().equals("]")) {
                    at++;
                }
                take("]");
                type = new CType.Pointer(type);
            }
            return type;
        }

        private CType specifiers() {
            boolean isConst = false;
            boolean isVolatile = false;
            List<String> basic = new ArrayList<>();
            CType type = null;
            while (true) {
                String word = peek();
                if (take("const")) {
                    isConst = true;
                } else if (take("volatile")) {
                    isVolatile = true;
                } else if (BASIC.contains(word)) {
                    basic.add(word);
                    at++;
                } else if (type == null && basic.isEmpty() && isKeyword(word)) {
                    at++;
                    type = elaborated(word, tokens.get(at++));
                } else if (type == null && basic.isEmpty() && Character.isJavaIdentifierStart(first(word))) {
                    at++;
                    type = named(word);
                } else {
                    return qualified(isConst, isVolatile, type == null ? scalar(String.join(" ", basic)) : type);
                }
            }
        }

        private static boolean isKeyword(String word) {
            return word.equals("struct") || word.equals("union") || word.equals("enum");
        }

        private static char first(String word) {
            return word.isEmpty() ? ' ' : word.charAt(0);
        }

        private CType elaborated(String keyword, String tag) {
            CType.Tagged known = byTag.get(tag);
            return known == null ? new CType.Tagged(keyword, tag, tag) : known;
        }

        /// Reads the parameters after the opening parenthesis. A parameter may have a name.
        private List<CType> parameters() {
            List<CType> parameters = new ArrayList<>();
            while (!take(")")) {
                CType type = type().unqualified();
                boolean isVoid = type instanceof CType.Scalar(String code, String spelling) && code.equals("v");
                if (!isVoid) {
                    parameters.add(type);
                }
                if (!peek().equals(",") && !peek().equals(")")) {
                    at++;
                }
                take(",");
            }
            return parameters;
        }
    }
}
