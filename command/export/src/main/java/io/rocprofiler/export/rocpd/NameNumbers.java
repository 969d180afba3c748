package io.rocprofiler.export.rocpd;

import io.rocprofiler.export.text.KindNames;
import io.rocprofiler.trace.kind.Names;
import java.util.Arrays;

/// The string numbers of the names of kinds and operations. Looks each up once.
final class NameNumbers {

    private static final int MOST = 1 << 16; // a damaged file may hold any number: larger ones are not cached

    private final Strings strings;
    private int[] kinds = new int[64];
    private int[][] operations = new int[64][];

    NameNumbers(Strings strings) {
        this.strings = strings;
    }

    int kind(int kind) {
        if (kind < 0 || kind >= MOST) {
            return strings.number(KindNames.shown(kind));
        }
        if (kind >= kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * kind);
        }
        if (kinds[kind] == 0) {
            kinds[kind] = strings.number(KindNames.shown(kind));
        }
        return kinds[kind];
    }

    int operation(int kind, int operation) {
        if (kind < 0 || kind >= MOST || operation < 0 || operation >= MOST) {
            return strings.number(Names.operation(kind, operation));
        }
        if (kind >= operations.length) {
            operations = Arrays.copyOf(operations, 2 * kind);
        }
        int[] ofKind = operations[kind] == null ? new int[64] : operations[kind];
        if (operation >= ofKind.length) {
            ofKind = Arrays.copyOf(ofKind, 2 * operation);
        }
        operations[kind] = ofKind;
        if (ofKind[operation] == 0) {
            ofKind[operation] = strings.number(Names.operation(kind, operation));
        }
        return ofKind[operation];
    }
}
