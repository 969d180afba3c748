package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CodeObjectOperation;
import org.jspecify.annotations.Nullable;

/// A kernel was loaded with its code object ([#loadPhase]), or is about to be
/// unloaded (`UNLOAD`).
///
/// Not for implementation: see the package.
public non-sealed interface KernelSymbol extends CallbackRecord {
    /// Always `DEVICE_KERNEL_SYMBOL_REGISTER`.
    @Override
    CodeObjectOperation operation();

    /// {@return whether the kernel comes or goes, for a `switch`}
    default LoadPhase loadPhase() {
        return phase() == CallbackPhase.ENTER ? LoadPhase.LOAD : LoadPhase.UNLOAD;
    }

    /// {@return the kernel's number in this process, from 1, as in kernel dispatches}
    long kernelId();

    /// {@return as [CodeObjectLoad#codeObjectId]}
    long codeObjectId();

    /// {@return the mangled name, including the suffix `.kd`} Allocates the string.
    @Nullable
    String kernelName();

    /// {@return the kernel object's handle, as in dispatch packets}
    long kernelObject();

    /// {@return size of the kernel's arguments, in bytes}
    long kernargSegmentSizeBytes();

    /// {@return alignment of the kernel's arguments, in bytes}
    long kernargSegmentAlignmentBytes();

    /// {@return static local memory of a workgroup, in bytes}
    long groupSegmentSizeBytes();

    /// {@return private memory of a work-item, in bytes}
    long privateSegmentSizeBytes();

    /// {@return scalar registers of a wave}
    int sgprCount();

    /// {@return architected vector registers of a work-item}
    int archVgprCount();

    /// {@return accumulation vector registers of a work-item}
    int accumVgprCount();

    /// Returns the offset from the kernel object to the kernel's first instruction.
    ///
    /// @return offset in bytes
    long codeEntryOffsetBytes();

    /// {@return the address of the kernel's first instruction}
    long kernelAddress();

    @Override
    KernelSymbol copy();
}
