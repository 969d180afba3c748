package io.rocprofiler.export.otf2;

/// Writes the record before an event that holds its attributes: 6, its length, their count, then each.
final class AttributeList {

    /// The maximum length of our lists: the header, and every attribute with a reference of two bytes.
    static final int LONGEST = 4 + 12 * (3 + RecordBytes.LONGEST_NUMBER);

    private static final int ATTRIBUTE_LIST = 6;
    private static final int HEAD = 4;

    private final RecordBytes bytes;
    private int start;
    private int count;

    AttributeList(RecordBytes bytes) {
        this.bytes = bytes;
    }

    AttributeList begin() {
        start = bytes.length();
        count = 0;
        bytes.u8(ATTRIBUTE_LIST).u8(0).u8(1).u8(0); // length and count are set at the end
        return this;
    }

    /// Adds a number or the reference of a string.
    AttributeList add(Attribute attribute, long value) {
        bytes.number(attribute.reference()).u8(attribute.type()).number(value);
        count++;
        return this;
    }

    /// Adds a number or a reference, unless it is zero, which stands for none.
    AttributeList addUnlessZero(Attribute attribute, long value) {
        return value == 0 ? this : add(attribute, value);
    }

    void end() {
        bytes.set(start + 1, bytes.length() - start - 2);
        bytes.set(start + HEAD - 1, count);
    }
}
