package io.rocprofiler.export.pftrace;

import io.rocprofiler.export.pftrace.schema.Pftrace.DebugAnnotation;
import io.rocprofiler.export.pftrace.schema.Pftrace.TrackEvent;
import io.rocprofiler.trace.TraceRecord;

/// The event being built: its fields except track and time.
final class EventBody {

    private static final int TYPE = Wire.varintTag(TrackEvent.TYPE_FIELD_NUMBER);
    private static final int CATEGORY = Wire.varintTag(TrackEvent.CATEGORY_IIDS_FIELD_NUMBER);
    private static final int NAME_NUMBER = Wire.varintTag(TrackEvent.NAME_IID_FIELD_NUMBER);
    private static final int NAME = Wire.sizedTag(TrackEvent.NAME_FIELD_NUMBER);
    private static final int FLOW = Wire.fixed64Tag(TrackEvent.FLOW_IDS_FIELD_NUMBER);
    private static final int ANNOTATION = Wire.sizedTag(TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER);
    private static final int ENTRY = Wire.sizedTag(DebugAnnotation.DICT_ENTRIES_FIELD_NUMBER);
    private static final int KEY = Wire.varintTag(DebugAnnotation.NAME_IID_FIELD_NUMBER);
    private static final int BOOL = Wire.varintTag(DebugAnnotation.BOOL_VALUE_FIELD_NUMBER);
    private static final int UNSIGNED = Wire.varintTag(DebugAnnotation.UINT_VALUE_FIELD_NUMBER);
    private static final int SIGNED = Wire.varintTag(DebugAnnotation.INT_VALUE_FIELD_NUMBER);
    private static final int FLOATING = Wire.fixed64Tag(DebugAnnotation.DOUBLE_VALUE_FIELD_NUMBER);
    private static final int TEXT = Wire.sizedTag(DebugAnnotation.STRING_VALUE_FIELD_NUMBER);
    private static final int POINTER = Wire.varintTag(DebugAnnotation.POINTER_VALUE_FIELD_NUMBER);
    private static final int WORD = Wire.varintTag(DebugAnnotation.STRING_VALUE_IID_FIELD_NUMBER);

    private final InternedWords words;
    private final Wire wire = new Wire(512);

    /// The field that takes annotations: of the event, or of the enclosing annotation.
    private int holder = ANNOTATION;

    /// @param words for values that are texts
    EventBody(InternedWords words) {
        this.words = words;
    }

    Wire wire() {
        return wire;
    }

    /// Begins an event.
    ///
    /// @param type one of `TrackEvent.Type`
    /// @param name the number of its name, 0 to use `text`
    void begin(int type, int category, int name, String text) {
        wire.clear();
        wire.varint(TYPE, type);
        wire.varint(CATEGORY, category);
        if (name != 0) {
            wire.varint(NAME_NUMBER, name);
        } else {
            wire.text(NAME, text);
        }
    }

    /// Adds the annotations of all slices, and the flow from a call to the work that it submitted.
    ///
    /// @param flow an id unique to this process and correlation id
    void common(TraceRecord record, long flow) {
        long start = record.startNanos();
        long end = record.endNanos();
        wire.fixed64(FLOW, flow);
        add(Annotation.BEGIN_NS, start);
        add(Annotation.END_NS, end);
        add(Annotation.DELTA_NS, end - start);
        add(Annotation.TID, record.threadId());
        add(Annotation.KIND, record.kind());
        add(Annotation.OPERATION, record.operation());
        add(Annotation.CORR_ID, record.internalId());
    }

    void add(Annotation annotation, long value) {
        wire.pair(holder, KEY, annotation.number(), UNSIGNED, value);
    }

    void add(Annotation annotation, String word) {
        word(annotation.number(), word);
    }

    /// Begins an annotation that contains further annotations.
    int open(int key) {
        int start = wire.open(holder);
        wire.varint(KEY, key);
        holder = ENTRY;
        return start;
    }

    /// @param outermost whether the event itself contains the annotation
    void close(int start, boolean outermost) {
        wire.close(start);
        holder = outermost ? ANNOTATION : ENTRY;
    }

    void bool(int key, boolean value) {
        wire.pair(holder, KEY, key, BOOL, value ? 1 : 0);
    }

    void unsigned(int key, long value) {
        wire.pair(holder, KEY, key, UNSIGNED, value);
    }

    void signed(int key, long value) {
        wire.pair(holder, KEY, key, SIGNED, value);
    }

    void pointer(int key, long value) {
        wire.pair(holder, KEY, key, POINTER, value);
    }

    void floating(int key, double value) {
        int start = wire.open(holder);
        wire.varint(KEY, key);
        wire.number(FLOATING, value);
        wire.close(start);
    }

    void text(int key, String value) {
        int start = wire.open(holder);
        wire.varint(KEY, key);
        wire.text(TEXT, value);
        wire.close(start);
    }

    /// Adds a text that often repeats.
    void word(int key, String value) {
        int number = words.ofFew(value);
        if (number == 0) {
            text(key, value);
            return;
        }
        int start = wire.open(holder);
        wire.varint(KEY, key);
        wire.varint(WORD, number);
        wire.close(start);
    }
}
