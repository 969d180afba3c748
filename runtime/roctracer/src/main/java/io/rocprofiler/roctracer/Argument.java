package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ApiParameter;
import java.lang.foreign.MemorySegment;

/// An argument of a call, valid as long as the call's view.
public final class Argument {
    private final ApiParameter parameter;
    private final long address;

    Argument(ApiParameter parameter, long address) {
        this.parameter = parameter;
        this.address = address;
    }

    /// {@return its name in C}
    public String name() {
        return parameter.name();
    }

    /// {@return the C type as the header has it}
    public String type() {
        return parameter.type();
    }

    /// {@return an integer, a number of an enumeration, or an address; signed ones keep their sign} Of a struct, its
    /// first word.
    public long asLong() {
        long bytes = Memory.getBytes(address, parameter.size());
        if (!parameter.kind().startsWith("i")) return bytes;
        int unused = Long.SIZE - Byte.SIZE * Math.min(parameter.size(), Long.BYTES);
        return bytes << unused >> unused;
    }

    /// {@return the low half of [#asLong]}
    public int asInt() {
        return (int) asLong();
    }

    /// {@return a floating-point number; other numbers converted}
    public double asDouble() {
        return switch (parameter.kind()) {
            case "f32" -> Float.intBitsToFloat((int) Memory.getBytes(address, Float.BYTES));
            case "f64" -> Double.longBitsToDouble(Memory.getLong(address));
            default -> asLong();
        };
    }

    /// {@return the argument's own bytes: of a struct that is passed by value, all of it}
    public MemorySegment asSegment() {
        return Memory.segment(address, parameter.size());
    }

    /// {@return what a pointer shows, of which only the program knows whether it can be read: a wrong address ends
    /// the process} Null for a null pointer.
    ///
    /// @param sizeBytes how much of it is read
    /// @throws IllegalStateException if the argument is no pointer
    public @org.jspecify.annotations.Nullable MemorySegment target(long sizeBytes) {
        if (!parameter.isPointer()) throw new IllegalStateException("name=" + name() + " is no pointer");
        long target = Memory.getLong(address);
        return target == 0 ? null : Memory.segment(target, sizeBytes);
    }

    /// Name and value, which is an address where the argument is a pointer.
    @Override
    public String toString() {
        if (parameter.isPointer()) return name() + " = 0x" + Long.toHexString(asLong());
        if (parameter.isStruct()) return name() + " = {" + parameter.size() + " bytes}";
        return name() + " = " + (parameter.kind().startsWith("f") ? String.valueOf(asDouble()) : asLong());
    }
}
