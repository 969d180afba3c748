package io.rocprofiler.facts.java;

import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.Field;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Layouts;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Computes where a C caller puts the arguments of a function (System V x86-64 ABI 1.0, section 3.2.3), relative to
/// the frame that a thunk stores.
///
/// Integers and pointers take the six integer registers, floats the eight vector registers, in parameter order;
/// arguments left without a register go to the stack. A struct of up to 16 bytes takes one register per eight
/// bytes, all or none; a larger one is passed on the stack. A result larger than 16 bytes is written to memory
/// whose address takes the first integer register.
final class CallingConvention {
    private static final int INT_REGISTERS = 6;
    private static final int XMM_REGISTERS = 8;

    private final Map<String, Struct> structs;
    private final int intOffset;
    private final int xmmOffset;
    private final int stackOffset;

    CallingConvention(Map<String, Struct> structs, Layouts nativeLayouts) {
        this.structs = structs;
        Struct frame = Layout.require(nativeLayouts.structs(), "native_frame_t");
        intOffset = Layout.offset(frame, "int_regs");
        xmmOffset = Layout.offset(frame, "xmm_regs");
        stackOffset = nativeLayouts.constants().getOrDefault("STACK_ARGS", -1L).intValue();
    }

    /// A copy of 1, 2, 4 or 8 bytes from the frame to the payload's arguments.
    record Move(int source, int target, int bytes) {}

    /// @param stackWords the number of 8-byte words that the caller put on the stack
    record Placement(int stackWords, List<Move> moves) {}

    Placement place(Slot slot) {
        Cursor cursor = new Cursor();
        if (bytes(slot.result().kind()) > 16) {
            cursor.ints++;
        }
        Args args = slot.args();
        for (int i = 0; i < slot.params().size(); i++) {
            int target = args == null ? -1 : args.offsets().get(i);
            cursor.place(slot.params().get(i), target);
        }
        return new Placement(cursor.stack, args == null ? List.of() : cursor.moves);
    }

    int bytes(Kind kind) {
        if (kind.count() > 0) {
            throw new IllegalArgumentException("an array by value: " + kind);
        }
        return kind.isStruct() ? Layout.require(structs, kind.reference()).size() : kind.scalarBytes();
    }

    private void requireIntegers(Struct struct) {
        if (struct.align() > 8) {
            throw new IllegalArgumentException(struct.name() + " is aligned to " + struct.align());
        }
        for (Field field : struct.fields()) {
            if (field.kind().isFloat()) {
                throw new IllegalArgumentException(struct.name() + " holds a float: classify its eightbytes");
            }
            if (field.kind().isStruct() && !field.isInline()) {
                requireIntegers(Layout.require(structs, field.kind().reference()));
            }
        }
    }

    private final class Cursor {
        final List<Move> moves = new ArrayList<>();
        int ints;
        int xmms;
        int stack;

        void place(Param param, int target) {
            int bytes = bytes(param.kind());
            int words = (bytes + 7) / 8;
            if (param.kind().isStruct()) {
                requireIntegers(Layout.require(structs, param.kind().reference()));
            }
            if (param.kind().isFloat() && xmms < XMM_REGISTERS) {
                copy(xmmOffset + 8 * xmms++, target, bytes);
            } else if (!param.kind().isFloat() && words <= 2 && ints + words <= INT_REGISTERS) {
                copy(intOffset + 8 * ints, target, bytes);
                ints += words;
            } else {
                copy(stackOffset + 8 * stack, target, bytes);
                stack += words;
            }
        }

        private void copy(int source, int target, int bytes) {
            for (int done = 0; done < bytes; ) {
                int step = Math.min(8, Integer.highestOneBit(bytes - done));
                moves.add(new Move(source + done, target + done, step));
                done += step;
            }
        }
    }
}
