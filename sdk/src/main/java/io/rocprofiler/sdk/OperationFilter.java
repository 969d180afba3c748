package io.rocprofiler.sdk;

import java.util.Arrays;

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

    /// Operations by their numbers.
    ///
    /// @throws IllegalArgumentException if none is given: that would mean all
    public static OperationFilter ids(int... ids) {
        if (ids.length == 0) throw new IllegalArgumentException("ids=[]: give at least one, or use all()");
        return new OperationFilter(ids.clone(), new String[0]);
    }

    /// Operations by their names.
    ///
    /// @param names for an API: names of C functions
    /// @throws IllegalArgumentException if none is given: that would mean all
    public static OperationFilter names(String... names) {
        if (names.length == 0) throw new IllegalArgumentException("names=[]: give at least one, or use all()");
        return new OperationFilter(new int[0], names.clone());
    }

    public boolean isAll() {
        return ids.length == 0 && names.length == 0;
    }

    /// The numbers given to [#ids]; empty otherwise.
    public int[] selectedIds() {
        return ids.clone();
    }

    /// The names given to [#names]; empty otherwise.
    public String[] selectedNames() {
        return names.clone();
    }

    @Override
    public String toString() {
        return isAll() ? "all" : ids.length > 0 ? Arrays.toString(ids) : Arrays.toString(names);
    }
}
