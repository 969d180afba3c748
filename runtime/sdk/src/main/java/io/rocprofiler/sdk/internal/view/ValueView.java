package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.NativeEnum;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.internal.argument.ArgumentText;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A view of an argument or result.
final class ValueView implements ApiValue {
    private static final int UNKNOWN = -1;

    private final CallValues call;
    private ValueShape shape;
    private long address;
    private int follow;

    /// The length of the string, once known: the handler needs it, and so does a buffer to which it appends.
    private int length = UNKNOWN;

    ValueView(CallValues call, ValueShape shape) {
        this.call = call;
        this.shape = shape;
    }

    ValueView show(ValueShape newShape, long newAddress, int newFollow) {
        shape = newShape;
        address = newAddress;
        follow = newFollow;
        length = UNKNOWN;
        return this;
    }

    private long address() {
        return call.isHidden() ? Nothing.PAYLOAD : address;
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
        return shape.bits(address());
    }

    @Override
    public int asInt() {
        shape.requireInteger(Integer.BYTES);
        return (int) shape.bits(address());
    }

    @Override
    public double asDouble() {
        return shape.floating(shape.bits(address()));
    }

    @Override
    public <E extends Enum<E> & NativeEnum> @Nullable E asEnum(Class<E> type) {
        shape.requireEnum();
        return ValueShape.constant(type, (int) shape.bits(address()));
    }

    @Override
    public long asAddress() {
        shape.requirePointer();
        return Memory.getLong(address());
    }

    @Override
    public @Nullable String asString() {
        shape.requireString();
        return ArgumentText.string(Memory.getLong(address()), call.peek());
    }

    @Override
    public int stringLengthBytes() {
        if (length == UNKNOWN || call.isHidden()) {
            shape.requireString();
            length = CStrings.length(Memory.getLong(address()), MAX_STRING_BYTES);
        }
        return length;
    }

    @Override
    public MemorySegment asSegment() {
        return call.lent().segment(address(), shape.sizeBytes);
    }

    @Override
    public String asText() {
        return ArgumentText.of(shape.type, address(), follow, call.peek());
    }

    @Override
    public String toString() {
        return call.isHidden()
                ? "a value of a call that is over"
                : CopiedValue.at(shape, address(), follow, call).toString();
    }
}
