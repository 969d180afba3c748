package io.rocprofiler.cli.journal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.rocprofiler.abi.HipApiData;
import io.rocprofiler.abi.HsaApiData;
import io.rocprofiler.abi.internal.TracerFormats;
import io.rocprofiler.abi.internal.TracerFormats.Argument;
import io.rocprofiler.abi.internal.TracerFormats.Call;
import io.rocprofiler.abi.internal.TracerFormats.Form;
import io.rocprofiler.abi.internal.TracerFormats.Member;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Calls of HIP and HSA as text, in the words of roctracer.
final class CallText {

    /// A function, with its texts as bytes.
    static final class Shown {
        private final byte @Nullable [] name; // null if it is not known
        private final Form result;
        private final int dataBytes;
        private final List<ShownArgument> arguments = new ArrayList<>();

        private Shown(@Nullable Call call, int origin) {
            name = call == null ? null : ascii(call.name());
            result = call == null ? Form.NONE : call.result();
            dataBytes = ((call == null ? origin : call.end(origin)) + Long.BYTES - 1) & -Long.BYTES;
            if (call != null) {
                call.arguments().forEach(argument -> arguments.add(new ShownArgument(argument, arguments.isEmpty())));
            }
        }

        byte @Nullable [] name() {
            return name;
        }

        /// How many bytes of its API data are kept.
        int dataBytes() {
            return dataBytes;
        }
    }

    private static final class ShownArgument {
        final Argument argument;
        final byte[] label; // in HIP's text: `, size=`
        final List<ShownMember> members = new ArrayList<>();

        ShownArgument(Argument argument, boolean isFirst) {
            this.argument = argument;
            label = label(argument.name(), isFirst);
            argument.members().forEach(member -> members.add(new ShownMember(member, members.isEmpty())));
        }
    }

    private static final class ShownMember {
        final Member member;
        final byte[] label;

        ShownMember(Member member, boolean isFirst) {
            this.member = member;
            label = label(member.name(), isFirst);
        }
    }

    private static byte[] label(String name, boolean isFirst) {
        return ascii((isFirst ? "" : ", ") + name + "=");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// More than there are functions of a library.
    private static final int IDS = 1024;

    private static final Shown NEWER_HIP = new Shown(null, HipApiData.ARGS);
    private static final Shown NEWER_HSA = new Shown(null, HsaApiData.ARGS);

    private final @Nullable Shown[] hip = new Shown[IDS];
    private final @Nullable Shown[] hsa = new Shown[IDS];

    Shown hip(int function) {
        if (function < 0 || function >= IDS) {
            return NEWER_HIP;
        }
        Shown known = hip[function];
        if (known == null) {
            hip[function] = known = new Shown(TracerFormats.ofHip(function), HipApiData.ARGS);
        }
        return known;
    }

    Shown hsa(int function) {
        if (function < 0 || function >= IDS) {
            return NEWER_HSA;
        }
        Shown known = hsa[function];
        if (known == null) {
            hsa[function] = known = new Shown(TracerFormats.ofHsa(function), HsaApiData.ARGS);
        }
        return known;
    }

    /// Adds `(a=1, b={y=2, x=1})`.
    static void addHip(Line line, Entry entry, Shown call) {
        line.add('(');
        for (ShownArgument shown : call.arguments) {
            line.add(shown.label);
            add(line, entry, shown, false);
        }
        line.add(')');
    }

    /// Adds `(1, {handle=2}) = 0`.
    static void addHsa(Line line, Entry entry, Shown call) {
        boolean hex = false;
        boolean first = true;
        line.add('(');
        for (ShownArgument shown : call.arguments) {
            if (!first) {
                line.add(", ");
            }
            first = false;
            if (shown.argument.form() == Form.STRING) {
                // roctracer leaves its stream hexadecimal after a string, and readers of its files rely on that.
                line.add("0x").hex(u64(entry, entry.data() + shown.argument.value()));
                hex = true;
            } else {
                add(line, entry, shown, hex);
            }
        }
        line.add(") = ");
        addPlain(line, entry, call.result, entry.data() + HsaApiData.RESULT, 0, hex);
    }

    private static void add(Line line, Entry entry, ShownArgument shown, boolean hex) {
        Argument argument = shown.argument;
        long place = entry.data() + argument.value();
        if (argument.pointer() >= 0 && !Entry.isPlausible(u64(entry, entry.data() + argument.pointer()))) {
            line.add("NULL");
        } else if (argument.form() == Form.STRUCT) {
            line.add('{');
            for (ShownMember member : shown.members) {
                line.add(member.label);
                addMember(line, entry, member.member, place, hex);
            }
            line.add('}');
        } else {
            addPlain(line, entry, argument.form(), place, argument.bytes(), hex);
        }
    }

    private static void addMember(Line line, Entry entry, Member member, long struct, boolean hex) {
        long place = struct + member.offset();
        Form form = member.form();
        if (member.count() == 1 || form == Form.CHARS || form == Form.STRUCT) {
            addPlain(line, entry, form, place, member.count(), hex);
            return;
        }
        line.add('[');
        for (int i = 0; i < member.count(); i++) {
            if (i > 0) {
                line.add(", ");
            }
            addPlain(line, entry, form, place + (long) i * bytes(form), member.count(), hex);
        }
        line.add(']');
    }

    /// Adds anything but a struct. Structs within structs are `{}`.
    private static void addPlain(Line line, Entry entry, Form form, long place, int count, boolean hex) {
        MemorySegment data = entry.journal;
        switch (form) {
            case NONE -> line.add("void");
            case POINTER, FUNCTION -> addAddress(line, u64(entry, place));
            case STRING -> addString(line, entry, u64(entry, place));
            case CHARS -> line.quoted(data, place, Math.min(count, zero(data, place, count)));
            case F32 -> line.floating(data.get(JAVA_FLOAT_UNALIGNED, place));
            case F64 -> line.floating(data.get(JAVA_DOUBLE_UNALIGNED, place));
            case STRUCT -> line.add("{}");
            case I8, I16, I32, I64 -> {
                if (hex) { // a negative number is shown as its bits
                    line.hex(number(data, form, place, false));
                } else {
                    line.signed(number(data, form, place, true));
                }
            }
            case U8, U16, U32, U64 -> {
                long number = number(data, form, place, false);
                if (hex) {
                    line.hex(number);
                } else {
                    line.unsigned(number);
                }
            }
        }
    }

    private static void addAddress(Line line, long address) {
        if (address == 0) {
            line.add('0');
        } else {
            line.add("0x").hex(address);
        }
    }

    private static void addString(Line line, Entry entry, long pointer) {
        long place = Entry.isPlausible(pointer) ? entry.string(pointer) : -1;
        if (place < 0) {
            line.add("NULL");
        } else {
            line.quoted(entry.journal, place, entry.length(place));
        }
    }

    private static long zero(MemorySegment data, long place, int count) {
        for (int i = 0; i < count; i++) {
            if (data.get(JAVA_BYTE, place + i) == 0) {
                return i;
            }
        }
        return count;
    }

    private static long number(MemorySegment data, Form form, long place, boolean signed) {
        return switch (bytes(form)) {
            case Byte.BYTES -> signed ? data.get(JAVA_BYTE, place) : data.get(JAVA_BYTE, place) & 0xffL;
            case Short.BYTES ->
                signed ? data.get(JAVA_SHORT_UNALIGNED, place) : data.get(JAVA_SHORT_UNALIGNED, place) & 0xffffL;
            case Integer.BYTES ->
                signed ? data.get(JAVA_INT_UNALIGNED, place) : data.get(JAVA_INT_UNALIGNED, place) & 0xffffffffL;
            default -> data.get(JAVA_LONG_UNALIGNED, place);
        };
    }

    private static int bytes(Form form) {
        return switch (form) {
            case I8, U8 -> Byte.BYTES;
            case I16, U16 -> Short.BYTES;
            case I32, U32, F32 -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    private static long u64(Entry entry, long place) {
        return entry.journal.get(JAVA_LONG_UNALIGNED, place);
    }
}
