package io.rocprofiler.sdk;

import java.util.Arrays;
import java.util.BitSet;

/// Which operations of a kind a service wants: all, by number, or by name.
public final class OperationFilter {
    private static final OperationFilter ALL = new OperationFilter(new int[0], new String[0]);

    private final int[] ids;
    private final String[] names;

    private OperationFilter(int[] ids, String[] names) {
        this.ids = ids;
        this.names = names;
    }

    public static OperationFilter all() {
        return ALL;
    }

    /// @throws IllegalArgumentException if none is given: that would mean all
    public static OperationFilter ids(int... ids) {
        if (ids.length == 0) throw new IllegalArgumentException("ids=[]: give at least one, or use all()");
        return new OperationFilter(ids.clone(), new String[0]);
    }

    /// @param names for an API: names of C functions
    /// @throws IllegalArgumentException if none is given: that would mean all
    public static OperationFilter names(String... names) {
        if (names.length == 0) throw new IllegalArgumentException("names=[]: give at least one, or use all()");
        return new OperationFilter(new int[0], names.clone());
    }

    public boolean isAll() {
        return ids.length == 0 && names.length == 0;
    }

    /// The numbers of the selected operations; empty for all.
    ///
    /// @param operationNames the names of the kind's operations, by number
    /// @throws IllegalArgumentException if the kind has no such operation
    public BitSet resolve(String[] operationNames) {
        BitSet selected = new BitSet();
        for (int id : ids) {
            if (id < 0 || id >= operationNames.length) throw new IllegalArgumentException("operation=" + id);
            selected.set(id);
        }
        for (String name : names) {
            int id = Arrays.asList(operationNames).indexOf(name);
            if (id < 0) throw new IllegalArgumentException("operation=" + name);
            selected.set(id);
        }
        return selected;
    }

    @Override
    public String toString() {
        return isAll() ? "all" : ids.length > 0 ? Arrays.toString(ids) : Arrays.toString(names);
    }
}
