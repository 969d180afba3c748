package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.CTypes;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.HsaInternals;
import io.rocprofiler.facts.model.Library;
import io.rocprofiler.facts.model.Slot;
import io.rocprofiler.facts.model.Struct;
import java.util.Objects;

/// Writes `rpj_hsa.h`: HSA as our C libraries use it. They are built where HSA's own headers may be missing. The
/// header contains the layouts that the SDK's headers leave incomplete, and the types of functions called
/// through pointers.
final class HsaHeader {
    private final Library hsa;
    private final CTypes types;
    private final HsaInternals internals;

    private HsaHeader(Facts facts) {
        this.hsa = facts.library("hsa");
        this.types = facts.types();
        this.internals = facts.hsaInternals();
    }

    static String text(Facts facts) {
        return new HsaHeader(facts).text();
    }

    private String text() {
        StringBuilder body = new StringBuilder("#include <rocprofiler-sdk/abi/hsa.h>\n#include <stddef.h>\n\n");
        body.append("#ifdef ROCPROFILER_SDK_FOREIGN_HSA\n#include <hsa/hsa_ven_amd_loader.h>\n#else\n");
        internals
                .enums()
                .values()
                .forEach(type -> body.append('\n').append(CDeclarations.enumeration(type.name(), type.values())));
        for (String name : internals.layouts()) {
            body.append('\n')
                    .append(struct(Objects.requireNonNull(types.structs().get(name), name)));
        }
        body.append("\n#endif\n");
        internals.structs().values().forEach(struct -> body.append('\n').append(struct(struct)));
        body.append('\n');
        for (String name : internals.functions()) {
            body.append("typedef %s;\n".formatted(SlotText.prototype(slot(name), name + "_fn")));
        }
        return CText.header(
                "rpj_hsa.h",
                "HSA as our libraries use it: layouts that the SDK's headers leave incomplete, types of functions.",
                body.toString());
    }

    private String struct(Struct struct) {
        return CDeclarations.struct(struct, types.tag(struct))
                + "_Static_assert(sizeof(%1$s) == %2$d, \"%1$s\");\n".formatted(struct.name(), struct.size());
    }

    private Slot slot(String name) {
        return hsa.tables().stream()
                .flatMap(table -> table.slots().stream())
                .filter(slot -> slot.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("function=" + name));
    }
}
