package io.rocprofiler.roctracer;

import io.rocprofiler.abi.internal.ApiParameter;
import java.lang.foreign.MemorySegment;

/// An argument of a call, valid as long as the view of the call; so is the memory that it lends.
public final class Argument {
    private final ApiParameter parameter;
    private final long address;
    private final TracerCallback call;

    Argument(TracerCallback call, ApiParameter parameter, long address) {
        this.call = call;
        this.parameter = parameter;
        this.address = address;
    }

    /// {@return its name in C}
    public String name() {
        return parameter.name();
    }

    /// {@return the C type as written in the header}
    public String type() {
        return parameter.type();
    }

    /// {@return an integer, an enumeration's number, or an address; signed values are sign-extended} For a struct,
    /// its first word.
    public long asLong() {
        call.data();
        long bytes = Memory.getBytes(address, parameter.size());
        if (!parameter.kind().startsWith("i")) return bytes;
        int unused = Long.SIZE - Byte.SIZE * Math.min(parameter.size(), Long.BYTES);
        return bytes << unused >> unused;
    }

    /// {@return the low half of [#asLong]}
    public int asInt() {
        return (int) asLong();
    }

    /// {@return a floating-point number; other values are converted}
    public double asDouble() {
        return switch (parameter.kind()) {
            case "f32" -> Float.intBitsToFloat((int) Memory.getBytes(address, Float.BYTES));
            case "f64" -> Double.longBitsToDouble(Memory.getLong(address));
            default -> asLong();
        };
    }

    /// {@return the bytes of the argument; for a struct passed by value, all of it}
    public MemorySegment asSegment() {
        return call.lend(address, parameter.size());
    }

    /// {@return the memory behind a pointer; only the program knows whether it is readable: an invalid address
    /// crashes the process} Null for a null pointer.
    ///
    /// @param sizeBytes the number of bytes to expose
    /// @throws IllegalStateException if the argument is not a pointer
    public @org.jspecify.annotations.Nullable MemorySegment target(long sizeBytes) {
        if (!parameter.isPointer()) throw new IllegalStateException("name=" + name() + " is no pointer");
        long target = Memory.getLong(address);
        return target == 0 ? null : call.lend(target, sizeBytes);
    }

    /// Returns name and value; a pointer's value is an address.
    @Override
    public String toString() {
        if (parameter.isPointer()) return name() + " = 0x" + Long.toHexString(asLong());
        if (parameter.isStruct()) return name() + " = {" + parameter.size() + " bytes}";
        return name() + " = " + (parameter.kind().startsWith("f") ? String.valueOf(asDouble()) : asLong());
    }
}
