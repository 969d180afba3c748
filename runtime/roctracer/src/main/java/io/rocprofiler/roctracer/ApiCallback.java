package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityApiPhase;
import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.ApiParameter;
import io.rocprofiler.abi.HipApiData;
import io.rocprofiler.abi.HsaApiData;
import java.util.List;

/// A call of HIP or HSA, before or after the runtime does its work (`hip_api_data_t`, `hsa_api_data_t`).
public final class ApiCallback extends TracerCallback {
    ApiCallback() {}

    /// Before the call or after it.
    ///
    /// @return the phase
    public ActivityApiPhase phase() {
        return Memory.getInt(data() + HipApiData.PHASE) == ActivityApiPhase.ENTER.value()
                ? ActivityApiPhase.ENTER
                : ActivityApiPhase.EXIT;
    }

    /// {@return the call's number in this process, which its records have, too}
    public long correlationId() {
        return Memory.getLong(data() + HipApiData.CORRELATION_ID);
    }

    /// {@return the names of the arguments in their order; none of a function newer than this library}
    public List<String> argumentNames() {
        return parameters().stream().map(ApiParameter::name).toList();
    }

    /// {@return an argument by its name in HIP's and HSA's headers} After the call these are the values from
    /// before it.
    ///
    /// @param name as in C
    /// @throws IllegalArgumentException if the function has none of that name
    public Argument argument(String name) {
        for (ApiParameter parameter : parameters()) {
            if (parameter.name().equals(name)) return new Argument(parameter, arguments() + parameter.offset());
        }
        throw new IllegalArgumentException("name=" + name + " is no argument of " + domain() + " " + number());
    }

    /// {@return what a function of HSA has returned, after the call, in a word; HIP does not say}
    public long result() {
        return isHsa() ? Memory.getLong(data() + HsaApiData.RESULT) : 0;
    }

    /// {@return a word that is the handler's own during a call: what it has written before the call it finds
    /// after it}
    public long userData() {
        return Memory.getLong(userDataAddress());
    }

    /// Leaves a word for the end of the call.
    ///
    /// @param value which the end has as its own `userData`
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
        return Parameters.of(domain(), number());
    }

    private boolean isHsa() {
        return domain() == ActivityDomain.HSA_API;
    }

    /// The one of this process, which is loaded when a call of it is seen.
    private static final class Hip {
        static final boolean IS_OLD = Native.loaded("libamdhip64.so.5") != 0;
    }
}
