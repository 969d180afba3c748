package io.rocprofiler.sdk;

import io.rocprofiler.abi.CodeObjectOperation;
import org.jspecify.annotations.Nullable;

/// A function of the program that stands for a kernel (`__hipRegisterFunction`) was tied to the kernel's code.
public non-sealed interface HostKernelSymbol extends CallbackRecord {
    /// Always `HOST_KERNEL_SYMBOL_REGISTER`.
    @Override
    CodeObjectOperation operation();

    long hostFunctionId();

    /// {@return as [KernelSymbol#kernelId]}
    long kernelId();

    /// {@return as [CodeObjectLoad#codeObjectId]}
    long codeObjectId();

    /// {@return the address that the program launches the kernel by}
    long hostFunctionAddress();

    /// {@return the address of the fat binary that the function was registered with}
    long modulesAddress();

    /// {@return the kernel's name on the device} Allocates the string.
    @Nullable
    String deviceFunction();

    int threadLimit();

    /// Allocates, as the other three do.
    Dimensions threadIds();

    Dimensions blockIds();

    Dimensions blockDimensions();

    Dimensions gridDimensions();

    long workgroupSize();

    @Override
    HostKernelSymbol copy();
}
