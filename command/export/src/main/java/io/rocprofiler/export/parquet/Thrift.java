package io.rocprofiler.export.parquet;

import java.util.ArrayDeque;
import java.util.Deque;

/// Writes structs of Thrift's compact protocol, field by field in ascending order of their ids.
final class Thrift {

    // The protocol's type numbers.
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int I8 = 3;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int SHORT_LIST = 15; // lists of fewer elements have a header of one byte

    private final Bytes out;
    private final Deque<Integer> outer = new ArrayDeque<>();
    private int last;

    Thrift(Bytes out) {
        this.out = out;
    }

    private Thrift field(int number, int type) {
        out.u8((number - last) << 4 | type); // our gaps never exceed 15
        last = number;
        return this;
    }

    Thrift flag(int number, boolean value) {
        return field(number, value ? TRUE : FALSE);
    }

    Thrift i8(int number, int value) {
        field(number, I8);
        out.u8(value);
        return this;
    }

    Thrift i32(int number, int value) {
        field(number, I32);
        out.zigzag(value);
        return this;
    }

    Thrift i64(int number, long value) {
        field(number, I64);
        out.zigzag(value);
        return this;
    }

    Thrift text(int number, String value) {
        field(number, BINARY);
        out.text(value);
        return this;
    }

    /// Writes eight bytes, Parquet's form of the bounds of a 64-bit column.
    Thrift word(int number, long value) {
        field(number, BINARY);
        out.varint(Long.BYTES);
        out.little(value, Long.BYTES);
        return this;
    }

    Thrift i32List(int number, int... values) {
        listHeader(number, values.length, I32);
        for (int value : values) {
            out.zigzag(value);
        }
        return this;
    }

    Thrift textList(int number, String... values) {
        listHeader(number, values.length, BINARY);
        for (String value : values) {
            out.text(value);
        }
        return this;
    }

    /// Begins a list of structs. The elements follow: [#element()] to [#end()] each, or bytes encoded that way.
    Thrift structList(int number, int size) {
        listHeader(number, size, STRUCT);
        return this;
    }

    private void listHeader(int number, int size, int type) {
        field(number, LIST);
        if (size < SHORT_LIST) {
            out.u8(size << 4 | type);
        } else {
            out.u8(SHORT_LIST << 4 | type);
            out.varint(size);
        }
    }

    /// Begins a struct in a field.
    Thrift struct(int number) {
        return field(number, STRUCT).element();
    }

    /// Begins a struct in a list.
    Thrift element() {
        outer.push(last);
        last = 0;
        return this;
    }

    /// Ends the innermost open struct.
    Thrift end() {
        out.u8(0);
        last = outer.pop();
        return this;
    }

    /// Ends the outermost struct.
    void stop() {
        out.u8(0);
    }
}
