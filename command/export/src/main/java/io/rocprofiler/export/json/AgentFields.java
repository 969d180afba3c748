package io.rocprofiler.export.json;

import io.rocprofiler.export.text.BitFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of an agent that was written as JSON ([JsonAgents], and AMD's tool): what
/// [io.rocprofiler.trace.AgentInfo] has for each.
public final class AgentFields {

    private static final Map<String, BitFields> WORDS = Map.of(
            "sdma_fw_version", BitFields.SDMA_FIRMWARE,
            "fw_version", BitFields.FIRMWARE,
            "capability", BitFields.CAPABILITY,
            "runtime_visibility", BitFields.VISIBILITY);

    private AgentFields() {}

    /// Returns the fields by AMD's names, those left out whose form is not known.
    public static Map<String, String> of(Map<?, ?> json) {
        Map<String, String> fields = new LinkedHashMap<>();
        json.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value instanceof Map<?, ?> parts) {
                object(name, parts, fields);
            } else if (value instanceof List<?> elements) {
                array(name, elements, fields);
            } else if (value != null) {
                fields.put(name, String.valueOf(value).replace('\n', ' '));
            }
        });
        return fields;
    }

    private static void object(String name, Map<?, ?> parts, Map<String, String> fields) {
        BitFields word = WORDS.get(name);
        if (word != null) {
            fields.put(name, Long.toString(word.joined(part -> number(parts.get(part)))));
        } else if (parts.containsKey("handle")) {
            fields.put(name, Long.toString(number(parts.get("handle"))));
        } else if (parts.containsKey("x")) {
            fields.put(name, number(parts.get("x")) + "," + number(parts.get("y")) + "," + number(parts.get("z")));
        }
    }

    private static void array(String name, List<?> elements, Map<String, String> fields) {
        switch (name) {
            case "mem_banks" -> fields.put(name, text(elements, JsonAgents.BANK, "flags", BitFields.MEMORY));
            case "caches" -> fields.put(name, text(elements, JsonAgents.CACHE, "type", BitFields.CACHE));
            case "io_links" -> fields.put(name, text(elements, JsonAgents.LINK, "flags", BitFields.LINK));
            default -> {} // of a newer release
        }
    }

    private static String text(List<?> elements, List<String> names, String bits, BitFields parts) {
        StringBuilder text = new StringBuilder();
        for (Object element : elements) {
            if (element instanceof Map<?, ?> values) {
                text.append(names.stream()
                                .map(name -> name.equals(bits) && values.get(name) instanceof Map<?, ?> word
                                        ? parts.joined(part -> number(word.get(part)))
                                        : number(values.get(name)))
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")))
                        .append(';');
            }
        }
        return text.toString();
    }

    private static long number(@Nullable Object value) {
        return switch (value) {
            case Number number -> number.longValue();
            case Boolean flag -> flag ? 1 : 0;
            case null, default -> 0;
        };
    }
}
