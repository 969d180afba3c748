package io.rocprofiler.export.jfr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The event of a recording that describes all others: a tree of elements with attributes, of strings that are listed
/// before it.
final class Metadata {
    static final int EVENT = 0;
    static final int CHECKPOINT = 1;
    static final int STRING = 12;
    static final int THREAD = 13;

    static final int FIRST_EVENT = 100;

    private static final int LONG = 11;
    private static final int BOOLEAN = 4;
    private static final int LABEL = 20;
    private static final int CATEGORY = 21;
    private static final int TIMESTAMP = 22;
    private static final int TIMESPAN = 23;
    private static final int DATA_AMOUNT = 24;
    private static final int MEMORY_ADDRESS = 25;
    private static final int CORRELATION = 26;
    private static final int RELATIONAL = 27;
    private static final String ANNOTATION = "java.lang.annotation.Annotation";

    private final Map<String, Integer> strings = new LinkedHashMap<>();

    private Metadata() {}

    /// Returns the event without its size.
    static JfrBytes event(long ticks) {
        Metadata metadata = new Metadata();
        JfrBytes tree = new JfrBytes();
        metadata.write(metadata.root(), tree);
        JfrBytes body = new JfrBytes().number(EVENT).number(ticks).number(0).number(1);
        body.number(metadata.strings.size());
        metadata.strings.keySet().forEach(body::text);
        return body.append(tree);
    }

    private void write(Element element, JfrBytes to) {
        to.number(index(element.name)).number(element.attributes.size());
        element.attributes.forEach((name, value) -> to.number(index(name)).number(index(value)));
        to.number(element.children.size());
        element.children.forEach(child -> write(child, to));
    }

    private int index(String text) {
        return strings.computeIfAbsent(text, _ -> strings.size());
    }

    private Element root() {
        Element metadata = new Element("metadata");
        metadata.add(type("long", LONG));
        metadata.add(type("boolean", BOOLEAN));
        metadata.add(type("java.lang.String", STRING));
        metadata.add(thread());
        metadata.add(annotation("jdk.jfr.Label", LABEL, false, true));
        metadata.add(annotation("jdk.jfr.Category", CATEGORY, true, true));
        metadata.add(annotation("jdk.jfr.Timestamp", TIMESTAMP, false, true));
        metadata.add(annotation("jdk.jfr.Timespan", TIMESPAN, false, true));
        metadata.add(annotation("jdk.jfr.DataAmount", DATA_AMOUNT, false, true));
        metadata.add(annotation("jdk.jfr.MemoryAddress", MEMORY_ADDRESS, false, false));
        metadata.add(annotation("jdk.jfr.Relational", RELATIONAL, false, false));
        metadata.add(annotation("io.rocprofiler.jfr.CorrelationId", CORRELATION, false, false)
                .add(new Element("annotation").with("class", RELATIONAL)));
        for (EventType type : EventType.values()) {
            metadata.add(event(type));
        }
        Element region = new Element("region").with("locale", "en_US").with("gmtOffset", "0");
        return new Element("root").add(metadata).add(region);
    }

    private static Element type(String name, int id) {
        return new Element("class").with("name", name).with("id", id);
    }

    private static Element thread() {
        return type("java.lang.Thread", THREAD)
                .add(field("osName", STRING))
                .add(field("osThreadId", LONG))
                .add(field("javaName", STRING))
                .add(field("javaThreadId", LONG))
                .add(field("virtual", BOOLEAN));
    }

    private static Element annotation(String name, int id, boolean isArray, boolean hasValue) {
        Element annotation = type(name, id).with("superType", ANNOTATION);
        if (!hasValue) {
            return annotation;
        }
        Element value = field("value", STRING);
        return annotation.add(isArray ? value.with("dimension", "1") : value);
    }

    private static Element event(EventType type) {
        Element event = type(type.typeName(), type.id()).with("superType", "jdk.jfr.Event");
        event.add(value(LABEL, type.label()));
        event.add(new Element("annotation")
                .with("class", CATEGORY)
                .with("value-0", "GPU")
                .with("value-1", "ROCm"));
        event.add(field("startTime", LONG).add(value(LABEL, "Start Time")).add(value(TIMESTAMP, "TICKS")));
        event.add(field("duration", LONG).add(value(LABEL, "Duration")).add(value(TIMESPAN, "TICKS")));
        event.add(field("eventThread", THREAD).with("constantPool", "true").add(value(LABEL, "Event Thread")));
        for (EventType.Field field : type.fields()) {
            event.add(field(field));
        }
        return event;
    }

    private static Element field(EventType.Field field) {
        Element element = field(field.name(), field.sort() == EventType.Sort.TEXT ? STRING : LONG)
                .add(value(LABEL, field.label()));
        return switch (field.sort()) {
            case BYTES -> element.add(value(DATA_AMOUNT, "BYTES"));
            case ADDRESS -> element.add(new Element("annotation").with("class", MEMORY_ADDRESS));
            case CORRELATION -> element.add(new Element("annotation").with("class", CORRELATION));
            case NUMBER, TEXT -> element;
        };
    }

    private static Element field(String name, int type) {
        return new Element("field").with("name", name).with("class", type);
    }

    private static Element value(int annotation, String value) {
        return new Element("annotation").with("class", annotation).with("value", value);
    }

    private static final class Element {
        private final String name;
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<Element> children = new ArrayList<>();

        Element(String name) {
            this.name = name;
        }

        Element with(String attribute, String value) {
            attributes.put(attribute, value);
            return this;
        }

        Element with(String attribute, int value) {
            return with(attribute, Integer.toString(value));
        }

        Element add(Element child) {
            children.add(child);
            return this;
        }
    }
}
