package io.rocprofiler.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The facts of `spec/` about the public interface that tests need.
public final class SdkFacts {
    private static final Path FACTS =
            Product.SOURCES.resolve("../../../../spec").normalize();

    private SdkFacts() {}

    /// Returns the names of all functions, including those inline in a header.
    public static List<String> functions() {
        String text = read("sdk-functions.json");
        List<String> names = all(text, "\"name\":\"((?:rocprofiler_|ompt_start_tool)\\w*)\",\"file\"");
        Matcher inline = Pattern.compile("\"header_inline\":\\[([^\\]]*)\\]").matcher(text);
        if (inline.find()) names.addAll(all(inline.group(1), "\"(\\w+)\""));
        return names.stream().distinct().toList();
    }

    /// Returns the names of the functions in one of HIP's tables, in order.
    public static List<String> hipFunctions(String table) {
        String text = read("hip.json");
        String slots = text.substring(text.indexOf("{\"struct\":\"" + table + '"'));
        return all(slots.substring(0, slots.indexOf("\n]}")), "\"off\":\\d+,\"name\":\"(\\w+)\"");
    }

    /// Returns the symbols that libroctracer64 exports.
    public static List<String> tracerSymbols() {
        String text = read("roctracer-functions.json");
        return all(text.substring(0, text.indexOf("\n\"plugin\"")), "\"name\":\"(\\w+)\",\"file\"");
    }

    /// Returns the symbols that libroctx64 exports.
    public static List<String> roctxSymbols() {
        return all(read("roctx-functions.json"), "\"name\":\"(\\w+)\",\"file\".*libroctx64\\.so\\.4\",\"ROCTX");
    }

    /// Returns roctracer's domains by their first names.
    public static List<String> tracerDomains() {
        return List.of("HSA_API", "HSA_OPS", "HIP_OPS", "HIP_API", "KFD_API", "EXT_API", "ROCTX", "HSA_EVT");
    }

    /// Returns the enumerators of an enum without `prefix`, up to `LAST`.
    public static List<String> enumerators(String prefix) {
        return all(read("sdk-enums.json"), "\"" + prefix + "(\\w+)\"").stream()
                .distinct()
                .filter(name -> !name.equals("LAST"))
                .toList();
    }

    private static List<String> all(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find()) found.add(matcher.group(1));
        return found;
    }

    private static String read(String file) {
        try {
            return Files.readString(FACTS.resolve(file));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
