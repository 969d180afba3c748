package io.rocprofiler.export.text;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.abi.internal.StructForm;
import io.rocprofiler.abi.internal.ValueForm;
import io.rocprofiler.abi.internal.names.EnumNames;
import io.rocprofiler.trace.ApiRecord;
import java.util.StringJoiner;

/// Formats an argument as the profiler shows it to tools: addresses in hexadecimal, numbers in decimal, enumerators
/// by name, structs by their members, the last one first. Records do not contain the memory behind pointers.
public final class ArgumentText {
    private final ApiRecord record;
    private final boolean asAmd;

    private ArgumentText(ApiRecord record, boolean asAmd) {
        this.record = record;
        this.asAmd = asAmd;
    }

    /// Returns the text of an argument of a record that has arguments, for people.
    public static String of(ApiParameter parameter, ApiRecord record) {
        return of(parameter, record, false);
    }

    /// The same for programs that read AMD's output: enums as there, few by name and most by number.
    public static String asAmd(ApiParameter parameter, ApiRecord record) {
        return of(parameter, record, true);
    }

    private static String of(ApiParameter parameter, ApiRecord record, boolean asAmd) {
        ArgumentType type = ArgumentTypes.of(parameter.type());
        return new ArgumentText(record, asAmd).value(type.indirections(), type.form(), parameter.offset());
    }

    private String value(int indirections, ValueForm form, int offset) {
        if (indirections > 0) {
            long address = record.argument(offset, Long.BYTES);
            return address == 0 ? "(null)" : "0x" + Long.toHexString(address);
        }
        long bits = record.argument(offset, Math.min(form.sizeBytes(), Long.BYTES));
        return switch (form.kind()) {
            case BOOL -> Boolean.toString(bits != 0);
            case UNSIGNED -> Long.toUnsignedString(bits);
            case SIGNED, TEXT -> Long.toString(signed(bits, form.sizeBytes()));
            case FLOAT -> floating(bits, form.sizeBytes());
            case ENUM -> enumerator(form.index(), (int) bits);
            case STRUCT -> struct(ArgumentTypes.struct(form.index()), offset);
            case VOID, FUNCTION, OPAQUE -> throw new IllegalArgumentException("form=" + form);
        };
    }

    private static long signed(long bits, int sizeBytes) {
        int unused = Long.SIZE - Byte.SIZE * sizeBytes;
        return bits << unused >> unused;
    }

    private static String floating(long bits, int sizeBytes) {
        return sizeBytes == Float.BYTES
                ? Float.toString(Float.intBitsToFloat((int) bits))
                : Double.toString(Double.longBitsToDouble(bits));
    }

    private String enumerator(int index, int value) {
        if (asAmd) return EnumNames.amdText(index, value);
        String name = EnumNames.name(index, value);
        return name == null ? Integer.toString(value) : name;
    }

    private String struct(StructForm struct, int offset) {
        StringJoiner members = new StringJoiner(", ", "{", "}");
        for (StructForm.Member member : struct.members()) {
            members.add(member.name() + "=" + member(member, offset + member.offset()));
        }
        return members.toString();
    }

    private String member(StructForm.Member member, int offset) {
        if (member.elements() == 0) {
            return value(member.indirections(), member.form(), offset);
        }
        if (member.sizeBytes() == 1) {
            return bytes(offset, member.elements());
        }
        StringJoiner elements = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < member.elements(); i++) {
            elements.add(value(member.indirections(), member.form(), offset + i * member.sizeBytes()));
        }
        return elements.toString();
    }

    private String bytes(int offset, int count) {
        StringBuilder text = new StringBuilder("0x");
        for (int i = 0; i < count; i++) {
            int value = (int) record.argument(offset + i, 1);
            text.append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 15, 16));
        }
        return text.toString();
    }
}
