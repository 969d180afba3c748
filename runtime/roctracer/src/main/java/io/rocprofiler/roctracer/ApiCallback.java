package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityApiPhase;
import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiData;
import io.rocprofiler.abi.HsaApiData;
import io.rocprofiler.abi.internal.ApiParameter;
import java.util.List;

/// A call of HIP or HSA, before or after the runtime executes it (`hip_api_data_t`, `hsa_api_data_t`).
public final class ApiCallback extends TracerCallback {
    ApiCallback() {}

    /// Returns whether the call is about to begin or has ended.
    ///
    /// @return the phase
    public ActivityApiPhase phase() {
        return Memory.getInt(data() + HipApiData.PHASE) == ActivityApiPhase.ENTER.value()
                ? ActivityApiPhase.ENTER
                : ActivityApiPhase.EXIT;
    }

    /// {@return the call's correlation id in this process, which its records have, too}
    public long correlationId() {
        return Memory.getLong(data() + HipApiData.CORRELATION_ID);
    }

    /// {@return the names of the arguments in their order; empty for a function newer than this library}
    public List<String> argumentNames() {
        return parameters().stream().map(ApiParameter::name).toList();
    }

    /// {@return an argument by its name in HIP's and HSA's headers} After the call, it still has the value from
    /// before the call.
    ///
    /// @param name as in C
    /// @throws IllegalArgumentException if the function has no argument of that name
    public Argument argument(String name) {
        for (ApiParameter parameter : parameters()) {
            if (parameter.name().equals(name)) return new Argument(this, parameter, arguments() + parameter.offset());
        }
        throw new IllegalArgumentException("name=" + name + " is no argument of " + domain() + " " + operationValue());
    }

    /// {@return the result of an HSA function after the call, as a word; not available for HIP}
    public long result() {
        return isHsa() ? Memory.getLong(data() + HsaApiData.RESULT) : 0;
    }

    /// {@return a word for the handler's own use during a call: a value set before the call is available after it}
    public long userData() {
        return Memory.getLong(userDataAddress());
    }

    /// Stores a word for the end of the call.
    ///
    /// @param value which `userData` returns at the end of the call
    public void userData(long value) {
        Memory.putLong(userDataAddress(), value);
    }

    private long userDataAddress() {
        if (!isHsa() && Hip.IS_OLD)
            throw new IllegalStateException("HIP 5 keeps this word elsewhere: userData needs HIP 6 or later");
        return Memory.getLong(data() + (isHsa() ? HsaApiData.PHASE_DATA : HipApiData.PHASE_DATA));
    }

    private long arguments() {
        return data() + (isHsa() ? HsaApiData.ARGS : HipApiData.ARGS);
    }

    private List<ApiParameter> parameters() {
        return Parameters.of(domain(), operationValue());
    }

    private boolean isHsa() {
        return domain() == ActivityDomain.HSA_API;
    }

    /// The HIP of this process, loaded when its first call is seen.
    private static final class Hip {
        static final boolean IS_OLD = Native.loaded("libamdhip64.so.5") != 0;
    }
}
