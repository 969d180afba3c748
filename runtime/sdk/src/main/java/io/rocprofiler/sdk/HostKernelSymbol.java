package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CodeObjectOperation;
import org.jspecify.annotations.Nullable;

/// A host function that stands for a kernel (`__hipRegisterFunction`) was bound to the kernel's code.
///
/// Not for implementation: see the package.
public non-sealed interface HostKernelSymbol extends CallbackRecord {
    /// Always `HOST_KERNEL_SYMBOL_REGISTER`.
    @Override
    CodeObjectOperation operation();

    /// {@return whether the host function comes or goes, for a `switch`}
    default LoadPhase loadPhase() {
        return phase() == CallbackPhase.ENTER ? LoadPhase.LOAD : LoadPhase.UNLOAD;
    }

    /// {@return the number of the host function, unique in the process}
    long hostFunctionId();

    /// {@return as [KernelSymbol#kernelId]}
    long kernelId();

    /// {@return as [CodeObjectLoad#codeObjectId]}
    long codeObjectId();

    /// {@return the host address with which the program launches the kernel}
    long hostFunctionAddress();

    /// {@return the address of the fat binary that the function was registered with}
    long modulesAddress();

    /// {@return the kernel's name on the device} Allocates the string.
    @Nullable
    String deviceFunction();

    /// {@return the largest number of threads per block that the kernel was compiled for}
    int threadLimit();

    /// Returns the thread's index in the block. Allocates, as the next three methods do.
    ///
    /// @return index of the thread in the block
    Dimensions threadIds();

    /// {@return index of the block in the grid}
    Dimensions blockIds();

    /// {@return size of the block}
    Dimensions blockDimensions();

    /// {@return size of the grid, in blocks}
    Dimensions gridDimensions();

    /// {@return size of the workgroup}
    long workgroupSize();

    @Override
    HostKernelSymbol copy();
}
