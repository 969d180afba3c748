package io.rocprofiler.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The facts of `spec/` about the public interface that tests need.
public final class SdkFacts {
    private static final Path FACTS =
            Product.SOURCES.resolve("../../../../spec").normalize();

    private static final String FUNCTION = "\"name\":\"((?:rocprofiler_|rocpd_|ompt_start_tool)\\w*)\",\"file\"";

    private SdkFacts() {}

    /// Returns the names of all functions, including those inline in a header.
    public static List<String> functions() {
        String text = read("sdk-functions.json");
        List<String> names = all(text, FUNCTION);
        names.addAll(inHeaders(text));
        return names.stream().distinct().toList();
    }

    /// Returns the names of the functions that a library exports: not those inline in a header, nor those that a tool
    /// defines.
    public static List<String> exportedFunctions(String file) {
        String text = read(file);
        List<String> names = new ArrayList<>();
        text.lines()
                .filter(line -> !line.contains("\"role\":\"client\""))
                .forEach(line -> names.addAll(all(line, FUNCTION)));
        names.removeAll(inHeaders(text));
        return names;
    }

    private static List<String> inHeaders(String text) {
        Matcher inline = Pattern.compile("\"header_inline\":\\[([^\\]]*)\\]").matcher(text);
        return inline.find() ? all(inline.group(1), "\"(\\w+)\"") : List.of();
    }

    /// Returns the names of the functions in one of HIP's tables, in order.
    public static List<String> hipFunctions(String table) {
        String text = read("hip.json");
        String slots = text.substring(text.indexOf("{\"struct\":\"" + table + '"'));
        return all(slots.substring(0, slots.indexOf("\n]}")), "\"off\":\\d+,\"name\":\"(\\w+)\"");
    }

    /// Returns for each of HIP's functions that work on a stream where it is among the integers of a call: the six
    /// registers, then the words of the stack. By its operation.
    public static Map<Integer, Integer> hipStreamWords() {
        String text = read("hip.json");
        String slots = text.substring(text.indexOf("{\"struct\":\"HipDispatchTable\""));
        Matcher slot = Pattern.compile("\\{\"i\":(\\d+),.*\"params\":\\[(.*?)\\]")
                .matcher(slots.substring(0, slots.indexOf("\n]}")));
        Map<Integer, Integer> words = new HashMap<>();
        while (slot.find()) {
            int word = streamWord(text, slot.group(2));
            if (word >= 0) words.put(Integer.valueOf(slot.group(1)), word);
        }
        return words;
    }

    private static int streamWord(String text, String parameters) {
        Matcher parameter =
                Pattern.compile("\"type\":\"([^\"]*)\",\"kind\":\"([^\"]*)\"").matcher(parameters);
        int registers = 0;
        int stack = 6;
        while (parameter.find()) {
            String kind = parameter.group(2);
            int size = kind.startsWith("struct:") ? sizeOf(text, kind.substring(7)) : 8;
            boolean fits = size <= 16 && registers + (size + 7) / 8 <= 6;
            if (parameter.group(1).equals("hipStream_t")) return fits ? registers : stack;
            if (kind.startsWith("f")) continue; // has registers of its own
            if (fits) registers += (size + 7) / 8;
            else stack += (size + 7) / 8;
        }
        return -1;
    }

    private static int sizeOf(String text, String struct) {
        return Integer.parseInt(
                all(text, "\"" + struct + "\":\\{\"size\":(\\d+)").getFirst());
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
