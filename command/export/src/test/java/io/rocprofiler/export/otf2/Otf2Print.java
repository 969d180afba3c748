package io.rocprofiler.export.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/// An archive as read by `otf2-print`, libotf2's reader (Debian: otf2-tools), which stops at the first error.
///
/// @param locations all locations, by number
/// @param regions in the order in which they were left, per location
/// @param marks the values of parameters
public record Otf2Print(
        String text, Map<Integer, String> locations, List<Region> regions, List<Mark> marks, List<Long> eventCounts) {

    private static final Pattern LOCATION = Pattern.compile(
            "LOCATION +(\\d+)  Name: \"(.*)\" <\\d+>, Type: (\\w+), # Events: (\\d+), Group: \"(.*)\" <\\d+>");
    private static final Pattern EVENT = Pattern.compile("(ENTER|LEAVE) +(\\d+) +(\\d+)  Region: \"(.*)\" <(\\d+)>");
    private static final Pattern MARK =
            Pattern.compile(
                    "PARAMETER_STRING +(\\d+) +(\\d+)  Parameter: \"roctxMarkA\" <0>, Value: \"(.*?)(?:\" <\\d+>)?"); // a text may span lines
    private static final Pattern ATTRIBUTE = Pattern.compile("\\(\"(\\w+)\" <\\d+>; \\w+; \"?([^\";)]*)\"?[^;)]*\\)");

    /// A region that was entered and left.
    ///
    /// @param depth the number of enclosing regions
    /// @param attributes of its beginning
    public record Region(int location, String name, long start, long end, int depth, Map<String, String> attributes) {}

    public record Mark(int location, String text, long time, Map<String, String> attributes) {}

    /// A region that was entered and not left.
    private record Open(String name, String reference, long start, Map<String, String> attributes) {}

    public static Otf2Print read(Path anchor) throws IOException, InterruptedException {
        String text = run("-A", "-Werror", anchor.toString());
        Otf2Print print =
                new Otf2Print(text, new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        print.parse();
        return print;
    }

    private static String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("otf2-print"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            Assumptions.abort("no otf2-print (Debian: otf2-tools): " + e.getMessage());
            throw e;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).doesNotContain("error").doesNotContain("warning");
        return output;
    }

    /// Parses the events. Checks that regions are left in the required order, and that time never goes back.
    private void parse() {
        Map<Integer, Deque<Open>> open = new LinkedHashMap<>();
        Map<Integer, Long> times = new LinkedHashMap<>();
        Map<Integer, Long> events = new LinkedHashMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            location(line);
            Map<String, String> attributes = i + 1 < lines.size() ? attributes(lines.get(i + 1)) : Map.of();
            Matcher event = EVENT.matcher(line);
            Matcher mark = MARK.matcher(line);
            if (event.matches()) {
                int location = advance(event.group(2), event.group(3), times, events);
                Deque<Open> stack = open.computeIfAbsent(location, _ -> new ArrayDeque<>());
                event(event, location, stack, attributes);
            } else if (mark.matches()) {
                int location = advance(mark.group(1), mark.group(2), times, events);
                marks.add(new Mark(location, mark.group(3), Long.parseLong(mark.group(2)), attributes));
            }
        }
        assertThat(open.values()).allMatch(Deque::isEmpty);
        for (int location : locations.keySet()) {
            assertThat(events.get(location)).isEqualTo(eventCounts.get(location));
        }
    }

    private void location(String line) {
        Matcher location = LOCATION.matcher(line);
        if (location.matches()) {
            locations.put(
                    Integer.valueOf(location.group(1)),
                    location.group(2) + " | " + location.group(3) + " | " + location.group(5));
            eventCounts.add(Long.valueOf(location.group(4)));
        }
    }

    private static int advance(String location, String time, Map<Integer, Long> times, Map<Integer, Long> events) {
        int number = Integer.parseInt(location);
        long at = Long.parseLong(time);
        assertThat(at).isGreaterThanOrEqualTo(times.getOrDefault(number, 0L));
        times.put(number, at);
        events.merge(number, 1L, Long::sum);
        return number;
    }

    private void event(Matcher event, int location, Deque<Open> stack, Map<String, String> attributes) {
        long time = Long.parseLong(event.group(3));
        if (event.group(1).equals("ENTER")) {
            stack.push(new Open(event.group(4), event.group(5), time, attributes));
            return;
        }
        Open left = stack.pop();
        assertThat(event.group(5)).isEqualTo(left.reference());
        assertThat(attributes).containsOnlyKeys("category");
        assertThat(attributes.get("category")).isEqualTo(left.attributes().get("category"));
        regions.add(new Region(location, left.name(), left.start(), time, stack.size(), left.attributes()));
    }

    private static Map<String, String> attributes(String line) {
        Map<String, String> attributes = new LinkedHashMap<>();
        int list = line.indexOf("ADDITIONAL ATTRIBUTES: ");
        if (list >= 0) {
            Matcher attribute = ATTRIBUTE.matcher(line.substring(list));
            while (attribute.find()) {
                attributes.put(attribute.group(1), attribute.group(2).strip());
            }
        }
        return attributes;
    }

    /// Returns lines such as `0 [1500, 3500] step`, by location and time.
    List<String> lines() {
        return regions.stream()
                .map(region -> region.location() + " " + "  ".repeat(region.depth()) + "[" + region.start() + ", "
                        + region.end() + "] " + region.name())
                .sorted()
                .toList();
    }

    Region region(String name) {
        return regions.stream()
                .filter(region -> region.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name));
    }
}
