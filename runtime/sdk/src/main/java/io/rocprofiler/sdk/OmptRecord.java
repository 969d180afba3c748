package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.OmptOperation;

/// An event of an OpenMP program. Three operations have fields of their own; in the records of others these
/// read as 0.
public non-sealed interface OmptRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    @Override
    OmptOperation operation();

    /// `TARGET_EMI`: the number of an `ompt_target_t`.
    int targetKind();

    /// `TARGET_EMI` and `TARGET_SUBMIT_EMI`.
    int deviceNumber();

    /// `TARGET_EMI`.
    long taskId();

    /// `TARGET_EMI`.
    long targetId();

    /// `TARGET_DATA_OP_EMI` and `TARGET_SUBMIT_EMI`.
    long hostOperationId();

    /// `TARGET_DATA_OP_EMI`: the number of an `ompt_target_data_op_t`.
    int dataOperation();

    /// `TARGET_DATA_OP_EMI`.
    int sourceDeviceNumber();

    /// `TARGET_DATA_OP_EMI`.
    int destinationDeviceNumber();

    /// `TARGET_DATA_OP_EMI`.
    long sizeBytes();

    /// `TARGET_SUBMIT_EMI`.
    int requestedTeams();

    /// `TARGET_EMI` and `TARGET_DATA_OP_EMI`: the return address in the program.
    long codeAddress();

    @Override
    OmptRecord copy();
}
