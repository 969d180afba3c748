package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.NativeEnum;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.internal.argument.ArgumentText;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A copy of an argument or result, with its text and the string that a `char*` points to.
public final class CopiedValue implements ApiValue {
    private final ValueShape shape;
    private final long bits;
    private final byte[] bytes;
    private final String text;
    private final @Nullable String string;
    private final boolean hasString;

    private CopiedValue(ValueShape shape, long address, int follow, CallValues call) {
        this.shape = shape;
        bits = shape.bits(address);
        bytes = new byte[shape.sizeBytes];
        for (int i = 0; i < bytes.length; i++) bytes[i] = Memory.getByte(address + i);
        text = ArgumentText.of(shape.type, address, follow, call.peek());
        hasString = shape.isString() && call.pointersAreValid();
        string = hasString ? ArgumentText.string(bits, call.peek()) : null;
    }

    /// @param follow number of pointers that its text follows
    static CopiedValue at(ValueShape shape, long address, int follow, CallValues call) {
        return new CopiedValue(shape, address, follow, call);
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
    public boolean isPointer() {
        return shape.isPointer();
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
    public <E extends Enum<E> & NativeEnum> @Nullable E asEnum(Class<E> type) {
        shape.requireEnum();
        return ValueShape.constant(type, (int) bits);
    }

    @Override
    public long asAddress() {
        shape.requirePointer();
        return bits;
    }

    @Override
    public @Nullable String asString() {
        requireString();
        return string;
    }

    @Override
    public int stringLengthBytes() {
        requireString();
        return string == null ? 0 : CStrings.lengthBytes(string);
    }

    /// The bytes of the string, without the terminating zero; empty for a null pointer.
    public byte[] stringBytes() {
        requireString();
        return string == null ? new byte[0] : string.getBytes(StandardCharsets.UTF_8);
    }

    private void requireString() {
        shape.requireString();
        if (!hasString) throw new IllegalStateException(shape.name + "=(" + shape.type + "): the string was not kept");
    }

    @Override
    public String asText() {
        return text;
    }

    @Override
    public MemorySegment asSegment() {
        return MemorySegment.ofArray(bytes).asReadOnly();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CopiedValue that
                && shape.name.equals(that.shape.name)
                && shape.type.equals(that.shape.type)
                && Arrays.equals(bytes, that.bytes)
                && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return 31 * shape.name.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return shape.name + "=" + (string == null ? text : '"' + string + '"');
    }
}
