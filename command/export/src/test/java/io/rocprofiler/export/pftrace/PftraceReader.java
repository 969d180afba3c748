package io.rocprofiler.export.pftrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import io.rocprofiler.export.pftrace.schema.Pftrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a Perfetto file as strictly as possible, using only the schema: the messages are protobuf's dynamic ones.
/// Everything that Perfetto would drop, guess or repair is an error here.
public final class PftraceReader {
    private PftraceReader() {}

    /// A slice or an instant; `end` is -1 until its end is read.
    public static final class Slice {
        final String track;
        public final String category;
        public final String name;
        final long start;
        final long flow;
        final boolean instant;
        final int depth;
        public final Map<String, Object> annotations;
        long end = -1;

        private Slice(String track, DynamicMessage event, Sequence sequence, long start, boolean instant, int depth) {
            this.track = track;
            this.start = start;
            this.instant = instant;
            this.depth = depth;
            assertThat(list(event, "category_iids")).hasSize(1);
            category = sequence.category(list(event, "category_iids").getFirst());
            assertThat(has(event, "name") ^ has(event, "name_iid")).isTrue();
            name = has(event, "name") ? (String) get(event, "name") : sequence.eventName(get(event, "name_iid"));
            assertThat(list(event, "flow_ids")).hasSize(1);
            flow = (Long) list(event, "flow_ids").getFirst();
            assertThat(flow).isNotZero();
            annotations = sequence.annotations(list(event, "debug_annotations"));
        }

        /// Returns the value of an annotation; fails if it is missing.
        Object annotation(String key) {
            Object value = annotations.get(key);
            assertThat(value).as(key).isNotNull();
            return Objects.requireNonNull(value);
        }

        @Override
        public String toString() {
            return track + " | " + category + " | " + name + " | " + start + (instant ? "" : ".." + end);
        }
    }

    record Sample(long nanos, long value) {}

    private final Map<Long, Track> tracks = new LinkedHashMap<>();
    private final Map<Object, Sequence> sequences = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private final List<DynamicMessage> clocks = new ArrayList<>();

    public static PftraceReader read(Path file) throws IOException {
        PftraceReader reader = new PftraceReader();
        Descriptor trace = Pftrace.getDescriptor().findMessageTypeByName("Trace");
        DynamicMessage message = DynamicMessage.parseFrom(trace, Files.readAllBytes(file));
        assertKnown(message);
        list(message, "packet").forEach(packet -> reader.packet((DynamicMessage) packet));
        reader.tracks
                .values()
                .forEach(track -> assertThat(track.open).as(track.path).isEmpty());
        return reader;
    }

    /// The slices in the order of their start, as Perfetto shows them; the file is ordered per track only.
    public List<Slice> slices() {
        return slices.stream()
                .sorted(Comparator.comparingLong(slice -> slice.start))
                .toList();
    }

    public List<Slice> slices(String category) {
        return slices().stream()
                .filter(slice -> slice.category.equals(category))
                .toList();
    }

    /// The paths of all tracks, from the process down, in the order of their description.
    List<String> tracks() {
        return tracks.values().stream().map(track -> track.path).toList();
    }

    List<Sample> counter(String path) {
        List<Sample> samples = new ArrayList<>();
        tracks.values().stream()
                .filter(track -> track.path.equals(path))
                .forEach(track -> samples.addAll(track.samples));
        return samples;
    }

    DynamicMessage descriptor(String path) {
        return tracks.values().stream()
                .filter(track -> track.path.equals(path))
                .findFirst()
                .orElseThrow()
                .descriptor;
    }

    List<DynamicMessage> clocks() {
        return clocks;
    }

    private void packet(DynamicMessage packet) {
        Object number = get(packet, "trusted_packet_sequence_id");
        assertThat((Integer) number).isPositive();
        long flags = (Integer) get(packet, "sequence_flags");
        if (!sequences.containsKey(number)) {
            assertThat(flags & 1).as("a new sequence clears what was before it").isOne();
            assertThat(get(packet, "first_packet_on_sequence")).isEqualTo(true);
            sequences.put(number, new Sequence());
        } else {
            assertThat(flags & 1).isZero();
            assertThat(has(packet, "first_packet_on_sequence")).isFalse();
        }
        Sequence sequence = sequences.get(number);
        if (has(packet, "interned_data")) {
            sequence.define((DynamicMessage) get(packet, "interned_data"));
        }
        if (has(packet, "clock_snapshot")) {
            clocks.add((DynamicMessage) get(packet, "clock_snapshot"));
        }
        if (has(packet, "track_descriptor")) {
            describe((DynamicMessage) get(packet, "track_descriptor"));
        }
        if (has(packet, "track_event")) {
            assertThat(flags & 2)
                    .as("an event that refers to what was defined says so")
                    .isEqualTo(2);
            event((DynamicMessage) get(packet, "track_event"), (Long) get(packet, "timestamp"), sequence);
        }
    }

    private void describe(DynamicMessage descriptor) {
        long uuid = (Long) get(descriptor, "uuid");
        assertThat(uuid).isNotZero();
        Track parent = null;
        if (has(descriptor, "parent_uuid")) {
            parent = tracks.get(get(descriptor, "parent_uuid"));
            assertThat(parent).as("the parent of " + descriptor).isNotNull();
        }
        assertThat(tracks.put(uuid, new Track(descriptor, parent))).isNull();
    }

    private void event(DynamicMessage event, long nanos, Sequence sequence) {
        Track track = tracks.get(get(event, "track_uuid"));
        assertThat(track).as("the track of " + event).isNotNull();
        assertThat(nanos).as(track.path).isGreaterThanOrEqualTo(track.last);
        track.last = nanos;
        String type = ((EnumValueDescriptor) get(event, "type")).getName();
        assertThat(type.equals("TYPE_COUNTER")).isEqualTo(has(track.descriptor, "counter"));
        switch (type) {
            case "TYPE_SLICE_BEGIN" -> {
                Slice slice = new Slice(track.path, event, sequence, nanos, false, track.open.size());
                slices.add(slice);
                track.open.push(slice);
            }
            case "TYPE_SLICE_END" -> {
                assertThat(event.getAllFields()).hasSize(2);
                track.open.pop().end = nanos;
            }
            case "TYPE_INSTANT" -> slices.add(new Slice(track.path, event, sequence, nanos, true, track.open.size()));
            case "TYPE_COUNTER" -> {
                assertThat(track.samples).noneMatch(sample -> sample.nanos == nanos);
                track.samples.add(new Sample(nanos, (Long) get(event, "counter_value")));
            }
            default -> throw new AssertionError(type);
        }
    }

    private static final class Track {
        final DynamicMessage descriptor;
        final String path;
        final Deque<Slice> open = new ArrayDeque<>();
        final List<Sample> samples = new ArrayList<>();
        long last;

        Track(DynamicMessage descriptor, @Nullable Track parent) {
            this.descriptor = descriptor;
            String name = (String) get(descriptor, "name");
            if (has(descriptor, "process")) {
                DynamicMessage process = (DynamicMessage) get(descriptor, "process");
                assertThat(parent).isNull();
                path = get(process, "process_name") + " " + get(process, "pid");
            } else {
                assertThat(name).isNotEmpty();
                path = Objects.requireNonNull(parent).path + " / " + name;
            }
        }
    }

    /// The definitions of a sequence.
    private static final class Sequence {
        private final Map<String, Map<Object, String>> words = new HashMap<>();

        void define(DynamicMessage data) {
            define(data, "event_categories", "name");
            define(data, "event_names", "name");
            define(data, "debug_annotation_names", "name");
            define(data, "debug_annotation_string_values", "str");
        }

        private void define(DynamicMessage data, String field, String value) {
            Map<Object, String> known = words.computeIfAbsent(field, _ -> new HashMap<>());
            for (Object entry : list(data, field)) {
                DynamicMessage word = (DynamicMessage) entry;
                Object text = get(word, value);
                String string = text instanceof ByteString bytes ? bytes.toStringUtf8() : (String) text;
                assertThat((Long) get(word, "iid")).isPositive();
                assertThat(known.containsValue(string))
                        .as("defined twice: " + string)
                        .isFalse();
                assertThat(known.put(get(word, "iid"), string)).isNull();
            }
        }

        private String word(String field, Object number) {
            String word = words.getOrDefault(field, Map.of()).get(number);
            assertThat(word).as(field + " " + number).isNotNull();
            return word;
        }

        String category(Object number) {
            return word("event_categories", number);
        }

        String eventName(Object number) {
            return word("event_names", number);
        }

        Map<String, Object> annotations(List<?> entries) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Object entry : entries) {
                DynamicMessage annotation = (DynamicMessage) entry;
                String key = word("debug_annotation_names", get(annotation, "name_iid"));
                assertThat(values.put(key, value(annotation)))
                        .as("twice: " + key)
                        .isNull();
            }
            return values;
        }

        private Object value(DynamicMessage annotation) {
            List<?> entries = list(annotation, "dict_entries");
            if (!entries.isEmpty()) {
                assertThat(annotation.getAllFields()).hasSize(2);
                return annotations(entries);
            }
            Set<FieldDescriptor> fields =
                    new HashSet<>(annotation.getAllFields().keySet());
            fields.removeIf(field -> field.getName().equals("name_iid"));
            assertThat(fields).hasSize(1);
            FieldDescriptor field = fields.iterator().next();
            Object value = annotation.getField(field);
            return switch (field.getName()) {
                case "string_value_iid" -> word("debug_annotation_string_values", value);
                case "pointer_value" -> "0x" + Long.toHexString((Long) value);
                default -> value;
            };
        }
    }

    private static void assertKnown(DynamicMessage message) {
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        message.getAllFields().forEach((field, value) -> {
            if (value instanceof DynamicMessage inner) {
                assertKnown(inner);
            } else if (value instanceof List<?> values && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                values.forEach(inner -> assertKnown((DynamicMessage) inner));
            }
        });
    }

    private static FieldDescriptor field(DynamicMessage message, String name) {
        FieldDescriptor field = message.getDescriptorForType().findFieldByName(name);
        assertThat(field).as(name).isNotNull();
        return field;
    }

    static Object get(DynamicMessage message, String name) {
        return message.getField(field(message, name));
    }

    static boolean has(DynamicMessage message, String name) {
        return message.hasField(field(message, name));
    }

    private static List<?> list(DynamicMessage message, String name) {
        return (List<?>) get(message, name);
    }
}
