package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.NativeEnum;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// The memory layout of a parameter or a result, and the types as which it can be read.
final class ValueShape {
    enum Sort {
        INTEGER,
        FLOAT,
        POINTER,
        STRUCT
    }

    final String name;
    final String type;

    /// The offset in the call's arguments; 0 for a result.
    final int offset;

    final int sizeBytes;
    final Sort sort;
    private final boolean signed;
    private final boolean isEnum;

    ValueShape(ApiParameter parameter) {
        name = parameter.name();
        type = parameter.type();
        offset = parameter.offset();
        sizeBytes = parameter.size();
        String kind = parameter.kind();
        if (parameter.isPointer()) sort = Sort.POINTER;
        else if (parameter.isStruct()) sort = Sort.STRUCT;
        else if (kind.equals("f32") || kind.equals("f64")) sort = Sort.FLOAT;
        else sort = Sort.INTEGER;
        isEnum = parameter.isEnum();
        signed = kind.charAt(0) == 'i' || isEnum;
    }

    boolean isPointer() {
        return sort == Sort.POINTER;
    }

    boolean isString() {
        return type.equals("const char*") || type.equals("char*");
    }

    /// Returns the value as bits, integers extended; for a larger struct, the first eight bytes.
    long bits(long address) {
        return switch (sizeBytes) {
            case 1 -> signed ? Memory.getByte(address) : Memory.getByte(address) & 0xFFL;
            case 2 -> signed ? Memory.getShort(address) : Memory.getShort(address) & 0xFFFFL;
            case 4 -> signed ? Memory.getInt(address) : Memory.getInt(address) & 0xFFFF_FFFFL;
            default -> Memory.getLong(address);
        };
    }

    // --- readable types -----------------------------------------------------------------------------------

    void requireInteger(int atMostBytes) {
        if (sort == Sort.FLOAT || sizeBytes > atMostBytes) {
            throw no(atMostBytes == Integer.BYTES ? "an integer of at most four bytes" : "an integer or a handle");
        }
    }

    double floating(long bits) {
        if (sort != Sort.FLOAT) throw no("a floating-point number");
        return sizeBytes == Float.BYTES ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    void requireEnum() {
        if (!isEnum) throw no("an enumeration");
    }

    /// Returns the constant with this number, or null.
    static <E extends Enum<E> & NativeEnum> @Nullable E constant(Class<E> type, int value) {
        for (E constant : type.getEnumConstants()) if (constant.value() == value) return constant;
        return null;
    }

    void requirePointer() {
        if (!isPointer()) throw no("a pointer");
    }

    void requireString() {
        if (!isString()) throw no("a C string");
    }

    private IllegalArgumentException no(String wanted) {
        return new IllegalArgumentException(name + "=(" + type + "): not " + wanted);
    }
}
