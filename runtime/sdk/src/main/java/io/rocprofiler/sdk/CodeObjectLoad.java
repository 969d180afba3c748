package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CodeObjectOperation;
import io.rocprofiler.abi.CodeObjectStorageType;
import org.jspecify.annotations.Nullable;

/// A code object was loaded onto an agent ([#loadPhase]), or is about to be unloaded (`UNLOAD`).
///
/// Not for implementation: see the package.
public non-sealed interface CodeObjectLoad extends CallbackRecord {
    /// Always `LOAD`: the phase distinguishes loading from unloading.
    @Override
    CodeObjectOperation operation();

    /// {@return whether the code object comes or goes, for a `switch`}
    default LoadPhase loadPhase() {
        return phase() == CallbackPhase.ENTER ? LoadPhase.LOAD : LoadPhase.UNLOAD;
    }

    /// {@return the code object's number in this process, from 1}
    long codeObjectId();

    /// {@return the agent it is loaded on, for [Profiler#agent]}
    long agentId();

    /// {@return the agent's `hsa_agent_t`}
    long hsaAgent();

    /// {@return the origin of the code: `file://...` or `memory://...`} Allocates the string.
    @Nullable
    String uri();

    /// {@return the address on the agent at which the code was loaded}
    long loadBase();

    /// {@return its size in memory, in bytes}
    long loadSizeBytes();

    /// {@return the difference between an address on the agent and the same address in the code object}
    long loadDeltaBytes();

    /// {@return which of [#storageFile] and [#memoryBase] is meaningful}
    CodeObjectStorageType storageType();

    /// {@return the file descriptor that the code object was read from; -1 if it came from memory}
    int storageFile();

    /// {@return the host address that the code object was read from; 0 if it came from a file}
    long memoryBase();

    /// {@return the size of the code object in host memory; 0 if it came from a file}
    long memorySizeBytes();

    @Override
    CodeObjectLoad copy();
}
