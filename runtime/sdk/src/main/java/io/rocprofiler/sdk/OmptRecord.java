package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.OmptOperation;

/// An event of an OpenMP program. Three operations have fields of their own; these fields read as 0 in records of
/// other operations.
///
/// Not for implementation: see the package.
public non-sealed interface OmptRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    @Override
    OmptOperation operation();

    /// {@return `TARGET_EMI`: the number of an `ompt_target_t`}
    int targetKind();

    /// {@return `TARGET_EMI` and `TARGET_SUBMIT_EMI`}
    int deviceNumber();

    /// {@return `TARGET_EMI`}
    long taskId();

    /// {@return `TARGET_EMI`}
    long targetId();

    /// {@return `TARGET_DATA_OP_EMI` and `TARGET_SUBMIT_EMI`}
    long hostOperationId();

    /// {@return `TARGET_DATA_OP_EMI`: the number of an `ompt_target_data_op_t`}
    int dataOperation();

    /// {@return `TARGET_DATA_OP_EMI`}
    int sourceDeviceNumber();

    /// {@return `TARGET_DATA_OP_EMI`}
    int destinationDeviceNumber();

    /// {@return `TARGET_DATA_OP_EMI`}
    long sizeBytes();

    /// {@return `TARGET_SUBMIT_EMI`}
    int requestedTeams();

    /// {@return `TARGET_EMI` and `TARGET_DATA_OP_EMI`: the return address in the program}
    long codeAddress();

    @Override
    OmptRecord copy();
}
