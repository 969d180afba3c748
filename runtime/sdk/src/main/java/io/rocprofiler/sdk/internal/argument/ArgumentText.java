package io.rocprofiler.sdk.internal.argument;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.abi.internal.StructForm;
import io.rocprofiler.abi.internal.ValueForm;
import io.rocprofiler.abi.internal.names.EnumNames;
import io.rocprofiler.sdk.internal.seam.FloatText;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Peek;
import io.rocprofiler.sdk.internal.seam.TextBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Formats an argument as text, for C tools (`callback_tracing.cpp` of rocprofiler-sdk 1.0.0) and Java tools alike.
///
/// | value | text |
/// |---|---|
/// | integer | decimal, also `uint8_t` and `unsigned char` |
/// | `bool` | `true`, `false` |
/// | `float`, `double` | as a C++ stream writes it: six significant digits, `1e+06` |
/// | enum | see [EnumStyle] |
/// | struct | `{z=1, y=1, x=16}`: as AMD's, the last member first; of a union its first member |
/// | array in a struct | 256 characters or more as text, other bytes as `0x00ff…`, others as `{1, 2, 3}` |
/// | null pointer of any type | `(null)` |
/// | other pointer | its address, `0x7f…`, or its target, see below |
///
/// A pointer is followed as often as the reader allows and as long as the target's type is known: `int*` becomes
/// the integer, `void**` the address it holds. `char*` is always shown as the string (cut at 32 KiB), and the step
/// from it to the string is not counted. `void*`, pointers to functions
/// and to structs of unknown layout stay addresses, and so does a pointer whose target is unreadable. Pointers
/// inside structs are not followed. The reported number of followed pointers never exceeds that in the type and
/// counts actual reads.
///
/// Reading never fails and never faults: the kernel copies the target of a pointer. The text reflects memory at the
/// time of the request; before the call, output arguments hold the program's old values.
///
/// Thread rule: any thread, each with its own scratch.
public final class ArgumentText {
    private static final int MAX_STRING_BYTES = 32 * 1024;
    private static final String NULL = "(null)";

    /// Shorter arrays of characters are identifiers in binary form.
    private static final int LEAST_TEXT = 256;

    private final EnumStyle enums;
    private final TextBuffer text;

    private ArgumentText(EnumStyle enums, TextBuffer text) {
        this.enums = enums;
        this.text = text;
    }

    /// Returns an argument of a callback's payload as text. Allocates the string.
    ///
    /// @param payload address of the kind's payload struct
    /// @throws IndexOutOfBoundsException if there is no such argument
    static String of(
            CallbackTracingKind kind, int operation, int argument, long payload, int maxDereferences, Peek peek) {
        ArgumentList list = ArgumentList.of(kind, operation);
        int index = Objects.checkIndex(argument, list == null ? 0 : list.count());
        ArgumentList known = Objects.requireNonNull(list);
        ArgumentScratch scratch = ArgumentScratch.take();
        try {
            long value = payload + known.payloadArgs + known.offsets[index];
            write(known.types[index], value, maxDereferences, EnumStyle.NAME, scratch, peek);
            return scratch.text.toString();
        } finally {
            scratch.giveBack();
        }
    }

    /// Returns a value of a C type as text. Allocates the string.
    ///
    /// @param type of an argument or a result
    /// @param value address of the value, which must be readable
    public static String of(String type, long value, int maxDereferences, Peek peek) {
        ArgumentScratch scratch = ArgumentScratch.take();
        try {
            write(ArgumentTypes.of(type), value, maxDereferences, EnumStyle.NAME, scratch, peek);
            return scratch.text.toString();
        } finally {
            scratch.giveBack();
        }
    }

    /// Returns the C string at an arbitrary address, cut to 32 KiB, or null if it cannot be read. Allocates
    /// the string.
    public static @Nullable String string(long address, Peek peek) {
        if (address == 0) return null;
        ArgumentScratch scratch = ArgumentScratch.take();
        try {
            scratch.text.clear();
            return scratch.text.string(peek, address, MAX_STRING_BYTES) ? scratch.text.toString() : null;
        } finally {
            scratch.giveBack();
        }
    }

    /// Replaces the scratch's text by that of a value.
    ///
    /// @param value address of the value, which must be readable
    /// @return the number of pointers followed
    public static int write(
            ArgumentType type, long value, int maxDereferences, EnumStyle enums, ArgumentScratch scratch, Peek peek) {
        TextBuffer text = scratch.text;
        text.clear();
        if (type.indirections() == 0) {
            new ArgumentText(enums, text).value(type.form(), value);
            return 0;
        }
        long pointer = Memory.getLong(value);
        int followed = 0;
        while (pointer != 0 && followed < maxDereferences && followed < type.indirections() - 1) {
            if (!peek.copy(scratch.pointee, pointer, Long.BYTES)) break;
            pointer = Memory.getLong(scratch.pointee);
            followed++;
        }
        if (pointer != 0 && followed == type.indirections() - 1) {
            if (type.form().kind() == ValueForm.Kind.TEXT) {
                if (text.string(peek, pointer, MAX_STRING_BYTES)) return followed;
            } else if (followed < maxDereferences && target(type.form(), pointer, enums, scratch, peek)) {
                return followed + 1;
            }
        }
        address(pointer, text);
        return followed;
    }

    /// Writes the target of a pointer. Returns false, and writes nothing, if it cannot be shown.
    private static boolean target(ValueForm form, long pointer, EnumStyle enums, ArgumentScratch scratch, Peek peek) {
        if (!form.isReadable() || !peek.copy(scratch.pointee, pointer, form.sizeBytes())) return false;
        new ArgumentText(enums, scratch.text).value(form, scratch.pointee);
        return true;
    }

    private static void address(long pointer, TextBuffer text) {
        if (pointer == 0) text.ascii(NULL);
        else text.hex(pointer);
    }

    private void value(ValueForm form, long at) {
        switch (form.kind()) {
            case BOOL -> text.ascii(Memory.getByte(at) == 0 ? "false" : "true");
            case UNSIGNED -> text.unsigned(unsigned(at, form.sizeBytes()));
            case SIGNED, TEXT -> text.signed(signed(at, form.sizeBytes()));
            case FLOAT -> text.ascii(FloatText.of(floating(at, form.sizeBytes())));
            case ENUM -> enumerator(form.index(), Memory.getInt(at));
            case STRUCT -> struct(ArgumentTypes.struct(form.index()), at);
            case VOID, FUNCTION, OPAQUE -> text.ascii("?"); // no value of such a type exists
        }
    }

    private void enumerator(int index, int value) {
        String name = enums == EnumStyle.AMD ? EnumNames.amdText(index, value) : EnumNames.name(index, value);
        if (name == null) text.signed(value);
        else text.ascii(name);
    }

    private void struct(StructForm form, long at) {
        List<StructForm.Member> members = form.members();
        text.ascii("{");
        for (int i = 0; i < members.size(); i++) {
            StructForm.Member member = members.get(i);
            if (i > 0) text.ascii(", ");
            text.ascii(member.name());
            text.ascii("=");
            if (member.elements() == 0) element(member, at + member.offset());
            else array(member, at + member.offset());
        }
        text.ascii("}");
    }

    private void array(StructForm.Member member, long at) {
        if (member.form().kind() == ValueForm.Kind.TEXT && member.elements() >= LEAST_TEXT) {
            text.characters(at, member.elements());
            return;
        }
        if (member.sizeBytes() == 1) {
            text.ascii("0x");
            text.bytes(at, member.elements());
            return;
        }
        text.ascii("{");
        for (int i = 0; i < member.elements(); i++) {
            if (i > 0) text.ascii(", ");
            element(member, at + (long) i * member.sizeBytes());
        }
        text.ascii("}");
    }

    private void element(StructForm.Member member, long at) {
        if (member.indirections() == 0) value(member.form(), at);
        else address(Memory.getLong(at), text);
    }

    private static long unsigned(long at, int sizeBytes) {
        return switch (sizeBytes) {
            case 1 -> Memory.getByte(at) & 0xFFL;
            case 2 -> Memory.getShort(at) & 0xFFFFL;
            case 4 -> Memory.getInt(at) & 0xFFFF_FFFFL;
            default -> Memory.getLong(at);
        };
    }

    private static long signed(long at, int sizeBytes) {
        return switch (sizeBytes) {
            case 1 -> Memory.getByte(at);
            case 2 -> Memory.getShort(at);
            case 4 -> Memory.getInt(at);
            default -> Memory.getLong(at);
        };
    }

    private static double floating(long at, int sizeBytes) {
        return sizeBytes == Float.BYTES
                ? Float.intBitsToFloat(Memory.getInt(at))
                : Double.longBitsToDouble(Memory.getLong(at));
    }
}
