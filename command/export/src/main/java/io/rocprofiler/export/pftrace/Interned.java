package io.rocprofiler.export.pftrace;

import com.google.protobuf.ByteString;
import io.rocprofiler.export.pftrace.schema.Pftrace.DebugAnnotationName;
import io.rocprofiler.export.pftrace.schema.Pftrace.EventCategory;
import io.rocprofiler.export.pftrace.schema.Pftrace.EventName;
import io.rocprofiler.export.pftrace.schema.Pftrace.InternedData;
import io.rocprofiler.export.pftrace.schema.Pftrace.InternedString;
import java.util.HashMap;
import java.util.Map;

/// Words that events name by numbers, from 1. A word is written the first time that it is asked for, before the event.
final class Interned {

    /// Beyond these a word is more likely to be one of its kind than to come again.
    private static final int MOST = 1 << 16;

    enum Kind {
        CATEGORY,
        EVENT_NAME,
        ANNOTATION_NAME,
        STRING
    }

    private final Packets packets;
    private final Kind kind;
    private final Map<String, Integer> numbers = new HashMap<>();

    Interned(Packets packets, Kind kind) {
        this.packets = packets;
        this.kind = kind;
    }

    /// The word's number.
    int of(String word) {
        Integer known = numbers.get(word);
        return known == null ? define(word) : known;
    }

    /// The same, or 0 for a new word after very many others.
    int ofFew(String word) {
        Integer known = numbers.get(word);
        if (known != null) {
            return known;
        }
        return numbers.size() < MOST ? define(word) : 0;
    }

    private int define(String word) {
        int number = numbers.size() + 1;
        numbers.put(word, number);
        InternedData.Builder data = InternedData.newBuilder();
        switch (kind) {
            case CATEGORY ->
                data.addEventCategories(
                        EventCategory.newBuilder().setIid(number).setName(word));
            case EVENT_NAME ->
                data.addEventNames(EventName.newBuilder().setIid(number).setName(word));
            case ANNOTATION_NAME ->
                data.addDebugAnnotationNames(
                        DebugAnnotationName.newBuilder().setIid(number).setName(word));
            case STRING ->
                data.addDebugAnnotationStringValues(
                        InternedString.newBuilder().setIid(number).setStr(ByteString.copyFromUtf8(word)));
        }
        packets.define(data);
        return number;
    }
}
