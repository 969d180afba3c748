package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HsaApiId;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.TracerArguments;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The parameters of each function, parsed once.
final class Parameters {
    private static final AtomicReferenceArray<List<ApiParameter>> HIP = new AtomicReferenceArray<>(Callbacks.MAX_OPS);
    private static final AtomicReferenceArray<List<ApiParameter>> HSA = new AtomicReferenceArray<>(Callbacks.MAX_OPS);

    private Parameters() {}

    static List<ApiParameter> of(ActivityDomain domain, int number) {
        AtomicReferenceArray<List<ApiParameter>> known = domain == ActivityDomain.HSA_API ? HSA : HIP;
        List<ApiParameter> parameters = known.get(number);
        if (parameters == null) {
            parameters = read(domain, number);
            known.set(number, parameters);
        }
        return parameters;
    }

    private static List<ApiParameter> read(ActivityDomain domain, int number) {
        if (domain == ActivityDomain.HSA_API) {
            return HsaApiId.of(number) == null ? List.of() : TracerArguments.ofHsa(number);
        }
        return HipApiId.of(number) == null ? List.of() : TracerArguments.ofHip(number);
    }
}
