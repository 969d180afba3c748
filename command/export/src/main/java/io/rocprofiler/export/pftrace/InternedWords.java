package io.rocprofiler.export.pftrace;

import com.google.protobuf.ByteString;
import io.rocprofiler.export.pftrace.schema.Pftrace.DebugAnnotationName;
import io.rocprofiler.export.pftrace.schema.Pftrace.EventCategory;
import io.rocprofiler.export.pftrace.schema.Pftrace.EventName;
import io.rocprofiler.export.pftrace.schema.Pftrace.InternedData;
import io.rocprofiler.export.pftrace.schema.Pftrace.InternedString;
import java.util.HashMap;
import java.util.Map;

/// Words to which events refer by number, from 1. A word is written before the event that uses it first.
final class InternedWords {

    /// The number of words after which a new word is more likely unique than repeated.
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

    InternedWords(Packets packets, Kind kind) {
        this.packets = packets;
        this.kind = kind;
    }

    /// Returns the word's number.
    int of(String word) {
        Integer known = numbers.get(word);
        return known == null ? define(word) : known;
    }

    /// Returns the word's number, or 0 for a new word after [#MOST] others.
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
