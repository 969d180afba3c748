package io.rocprofiler.export.rocpd;

import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.abi.internal.StructForm;
import io.rocprofiler.abi.internal.ValueForm;
import io.rocprofiler.abi.internal.names.EnumNames;
import io.rocprofiler.export.text.ArgumentText;
import io.rocprofiler.trace.ApiRecord;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// A faster [ArgumentText] without a String for each value. Handles pointers, integers, enumerators and structs of
/// these, which are nearly all arguments; leaves the others to [ArgumentText].
final class ArgumentBytes {

    private static final byte[] NULL_POINTER = "(null)".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEXADECIMAL = "0x".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_NAMES = 10_000; // cached: any number of values that are not enumerators may occur

    private final Utf8 text = new Utf8();
    private final Map<Long, byte[]> enumerators = new HashMap<>();
    private final Map<String, byte[]> members = new HashMap<>();

    /// Whether this class can write values of a type.
    static boolean knows(ArgumentType type) {
        return knows(type.indirections(), type.form());
    }

    private static boolean knows(int indirections, ValueForm form) {
        if (indirections > 0) {
            return true;
        }
        return switch (form.kind()) {
            case UNSIGNED, SIGNED, TEXT, ENUM -> form.sizeBytes() <= Long.BYTES;
            case STRUCT ->
                ArgumentTypes.struct(form.index()).members().stream()
                        .allMatch(member -> member.elements() == 0 && knows(member.indirections(), member.form()));
            case BOOL, FLOAT, VOID, FUNCTION, OPAQUE -> false;
        };
    }

    /// Returns the value's text, valid until the next call.
    Utf8 of(ApiParameter parameter, ArgumentType type, boolean known, ApiRecord call) {
        text.clear();
        if (known) {
            value(type.indirections(), type.form(), parameter.offset(), call);
        } else {
            text.add(ArgumentText.asAmd(parameter, call));
        }
        return text;
    }

    private void value(int indirections, ValueForm form, int offset, ApiRecord call) {
        if (indirections > 0) {
            pointer(call.argument(offset, Long.BYTES));
            return;
        }
        if (form.kind() == ValueForm.Kind.STRUCT) {
            struct(ArgumentTypes.struct(form.index()), offset, call);
            return;
        }
        long bits = call.argument(offset, form.sizeBytes());
        if (form.kind() == ValueForm.Kind.ENUM) {
            text.add(enumerator(form.index(), (int) bits));
        } else if (form.kind() == ValueForm.Kind.UNSIGNED) {
            unsigned(bits);
        } else {
            int unused = Long.SIZE - Byte.SIZE * form.sizeBytes();
            text.decimal(bits << unused >> unused);
        }
    }

    private void pointer(long address) {
        if (address == 0) {
            text.add(NULL_POINTER);
        } else {
            text.add(HEXADECIMAL).hexadecimal(address);
        }
    }

    private void unsigned(long value) {
        if (value >= 0) {
            text.decimal(value);
        } else {
            text.add(Long.toUnsignedString(value));
        }
    }

    private void struct(StructForm struct, int offset, ApiRecord call) {
        text.add('{');
        for (int i = 0; i < struct.members().size(); i++) {
            StructForm.Member member = struct.members().get(i);
            if (i > 0) {
                text.add(',').add(' ');
            }
            text.add(members.computeIfAbsent(member.name(), name -> name.getBytes(StandardCharsets.UTF_8)))
                    .add('=');
            value(member.indirections(), member.form(), offset + member.offset(), call);
        }
        text.add('}');
    }

    private byte[] enumerator(int index, int value) {
        long key = (long) index << Integer.SIZE | Integer.toUnsignedLong(value);
        byte[] known = enumerators.get(key);
        if (known == null) {
            known = EnumNames.amdText(index, value).getBytes(StandardCharsets.UTF_8);
            if (enumerators.size() < MOST_NAMES) {
                enumerators.put(key, known);
            }
        }
        return known;
    }
}
