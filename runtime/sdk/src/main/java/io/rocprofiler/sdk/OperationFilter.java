package io.rocprofiler.sdk;

import io.rocprofiler.abi.Operation;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// The operations of a kind that a service traces: all, some constants of the kind's enum, or some names.
///
/// ```java
/// OperationFilter.of(HipRuntimeOperation.hipMalloc, HipRuntimeOperation.hipFree)
/// OperationFilter.of(EnumSet.range(HipRuntimeOperation.hipMemcpy, HipRuntimeOperation.hipMemcpyWithStream))
/// OperationFilter.names("hipMalloc", "hipFree")
/// ```
///
/// Thread rule: any thread; immutable.
public final class OperationFilter {
    private static final OperationFilter ALL = new OperationFilter(new Operation[0], new String[0]);

    private final Operation[] operations;
    private final String[] names;

    private OperationFilter(Operation[] operations, String[] names) {
        this.operations = operations;
        this.names = names;
    }

    /// {@return a filter for every operation}
    public static OperationFilter all() {
        return ALL;
    }

    /// Returns a filter for operations of one kind.
    ///
    /// @param first determines the kind
    /// @param others of the same kind
    /// @return a filter for them
    /// @throws IllegalArgumentException if they are not all of one kind
    public static OperationFilter of(Operation first, Operation... others) {
        Operation[] operations = new Operation[others.length + 1];
        operations[0] = first;
        System.arraycopy(others, 0, operations, 1, others.length);
        return checked(operations);
    }

    /// Returns a filter for a collection of operations of one kind, such as an `EnumSet`.
    ///
    /// @param operations of one kind, at least one
    /// @return a filter for them
    /// @throws IllegalArgumentException if they are not all of one kind, or if the collection is empty: that would
    /// mean all
    public static OperationFilter of(Collection<? extends Operation> operations) {
        return checked(operations.toArray(new Operation[0]));
    }

    /// Returns a filter for operations by name.
    ///
    /// @param names for an API: names of C functions
    /// @return a filter for them
    /// @throws IllegalArgumentException if none is given: that would mean all
    public static OperationFilter names(String... names) {
        if (names.length == 0) throw new IllegalArgumentException("names=[]: give at least one, or use all()");
        return new OperationFilter(new Operation[0], names.clone());
    }

    private static OperationFilter checked(Operation[] operations) {
        if (operations.length == 0) {
            throw new IllegalArgumentException("operations=[]: give at least one, or use all()");
        }
        for (Operation operation : operations) {
            if (operation.getClass() != operations[0].getClass()) {
                throw new IllegalArgumentException("operations=" + Arrays.toString(operations)
                        + ": from one enum, please; each kind of tracing has its own service");
            }
        }
        return new OperationFilter(operations, new String[0]);
    }

    /// {@return whether the filter includes every operation}
    public boolean isAll() {
        return operations.length == 0 && names.length == 0;
    }

    /// {@return the operations passed to [#of]; empty otherwise}
    public List<Operation> selectedOperations() {
        return List.of(operations);
    }

    /// {@return the names passed to [#names]; empty otherwise}
    public List<String> selectedNames() {
        return List.of(names);
    }

    @Override
    public String toString() {
        return isAll() ? "all" : operations.length > 0 ? Arrays.toString(operations) : Arrays.toString(names);
    }
}
