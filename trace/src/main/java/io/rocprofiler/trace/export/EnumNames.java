package io.rocprofiler.trace.export;

import io.rocprofiler.abi.ApiTables;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Enumerators of the runtimes' C enums by number. The generated enums have no common type, hence reflection, once
/// per enum.
final class EnumNames {

    private static final String PACKAGE = ApiTables.class.getPackageName();
    private static final Map<String, Map<Integer, String>> KNOWN = new ConcurrentHashMap<>();

    private EnumNames() {}

    /// The enumerator of a number.
    ///
    /// @param type the C enum, `hipMemcpyKind`
    /// @return the enumerator, or the number if there is none
    static String of(String type, int value) {
        return KNOWN.computeIfAbsent(type, EnumNames::read).getOrDefault(value, Integer.toString(value));
    }

    private static Map<Integer, String> read(String type) {
        Map<Integer, String> names = new HashMap<>();
        try {
            Class<?> generated = Class.forName(PACKAGE + "." + className(type));
            for (Object constant : generated.getEnumConstants()) {
                Object value = generated.getMethod("value").invoke(constant);
                Object name = generated.getMethod("nativeName").invoke(constant);
                names.putIfAbsent((Integer) value, (String) name);
            }
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException _) {
            // An enum that the facts do not spell out: its numbers are shown.
        }
        return names;
    }

    /// `hipError_t` is `HipError`.
    private static String className(String type) {
        StringBuilder name = new StringBuilder();
        for (String word : type.replaceFirst("_t$", "").split("_")) {
            if (!word.isEmpty()) {
                name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
            }
        }
        return name.toString();
    }
}
