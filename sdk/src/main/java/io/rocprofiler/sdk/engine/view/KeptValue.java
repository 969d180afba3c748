package io.rocprofiler.sdk.engine.view;

import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.engine.CStrings;
import io.rocprofiler.sdk.engine.Memory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An argument or result, kept, with the text of a `const char*`.
final class KeptValue implements ApiValue {
    private final ValueShape shape;
    private final long bits;
    private final byte[] bytes;
    private final @Nullable String text;
    private final boolean hasText;

    private KeptValue(ValueShape shape, long bits, byte[] bytes, @Nullable String text, boolean hasText) {
        this.shape = shape;
        this.bits = bits;
        this.bytes = bytes;
        this.text = text;
        this.hasText = hasText;
    }

    /// @param pointersAreValid whether what the value points to can be read
    static KeptValue at(ValueShape shape, long address, boolean pointersAreValid) {
        long bits = shape.bits(address);
        byte[] bytes = new byte[shape.sizeBytes];
        for (int i = 0; i < bytes.length; i++) bytes[i] = Memory.getByte(address + i);
        boolean hasText = shape.isInputString() && pointersAreValid;
        String text = hasText ? CStrings.read(bits, MAX_STRING_BYTES) : null;
        return new KeptValue(shape, bits, bytes, text, hasText);
    }

    @Override
    public String name() {
        return shape.name;
    }

    @Override
    public String type() {
        return shape.type;
    }

    @Override
    public long asLong() {
        shape.requireInteger(Long.BYTES);
        return bits;
    }

    @Override
    public int asInt() {
        shape.requireInteger(Integer.BYTES);
        return (int) bits;
    }

    @Override
    public double asDouble() {
        return shape.floating(bits);
    }

    @Override
    public long asAddress() {
        shape.requirePointer();
        return bits;
    }

    @Override
    public @Nullable String asString() {
        requireText();
        return text;
    }

    @Override
    public int stringLengthBytes() {
        requireText();
        return text == null ? 0 : CStrings.lengthBytes(text);
    }

    private void requireText() {
        shape.requireString();
        if (!hasText) throw new IllegalStateException(shape.name + "=(" + shape.type + "): the text was not kept");
    }

    @Override
    public MemorySegment asSegment() {
        return MemorySegment.ofArray(bytes).asReadOnly();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeptValue that
                && shape.name.equals(that.shape.name)
                && shape.type.equals(that.shape.type)
                && Arrays.equals(bytes, that.bytes)
                && Objects.equals(text, that.text);
    }

    @Override
    public int hashCode() {
        return 31 * shape.name.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return shape.name + "=" + valueText();
    }

    private String valueText() {
        if (text != null) return '"' + text + '"';
        return switch (shape.sort) {
            case INTEGER -> Long.toString(bits);
            case FLOAT -> Double.toString(shape.floating(bits));
            case POINTER -> bits == 0 ? "null" : "0x" + Long.toHexString(bits);
            case STRUCT -> "{" + HexFormat.of().formatHex(bytes) + "}";
        };
    }
}
