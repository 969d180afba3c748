package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Args;
import io.rocprofiler.facts.model.Kind;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Param;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Table;
import java.util.HashSet;
import java.util.Set;

/// The union of the arguments of all functions of one API, such as `rocprofiler_hip_api_args_t`.
final class ArgsUnion {
    private final Struct union;
    private final Library library;

    ArgsUnion(Struct union, Library library) {
        this.union = union;
        this.library = library;
    }

    String text() {
        String noArgs = union.name().replace("_args_t", "_no_args");
        StringBuilder text =
                new StringBuilder("typedef union ").append(union.name()).append(" {\n");
        Set<String> seen = new HashSet<>();
        for (Table table : library.tables()) {
            for (Slot slot : table.slots()) {
                if (slot.args() != null && seen.add(slot.name())) {
                    text.append(member(slot, slot.args(), noArgs));
                }
            }
        }
        return text.append("} ").append(union.name()).append(";\n").toString();
    }

    private String member(Slot slot, Args args, String noArgs) {
        StringBuilder text = new StringBuilder("    struct {\n");
        if (slot.params().isEmpty()) {
            text.append("        ").append(noArgs).append(" no_args;\n");
        }
        for (int i = 0; i < slot.params().size(); i++) {
            text.append("        ")
                    .append(argument(
                            slot,
                            slot.params().get(i),
                            args.types().get(i),
                            args.names().get(i)))
                    .append(";\n");
        }
        return text.append("    } ").append(slot.name()).append(";\n").toString();
    }

    /// Declares an argument. A slot newer than the facts' default release may use types that an installed runtime's
    /// headers lack, so its arguments are declared by their machine type.
    private String argument(Slot slot, Param param, String type, String name) {
        if (slot.source().isEmpty() || isStandard(param)) {
            return CDeclarations.declare(type, name);
        }
        Kind kind = param.kind();
        if (kind.isStruct()) {
            Struct struct = library.struct(kind.reference());
            return "uint8_t %s[%d] __attribute__((aligned(%d)))".formatted(name, struct.size(), struct.align());
        }
        return CDeclarations.declare(CDeclarations.scalar(kind), name);
    }

    private static boolean isStandard(Param param) {
        return param.type()
                .matches("(const )?(void|char|int|unsigned int|size_t|u?int\\d+_t|float|double)( ?const)?\\**");
    }
}
