// A version number, taken apart. C++14.
#pragma once

#include <rocprofiler-sdk/fwd.h>

#include <cstdint>

namespace rocprofiler {
namespace sdk {
namespace version {

/// The parts of `major * Factor² + minor * Factor + patch`. The SDK's and register's versions have the factor 100.
template <uint64_t Factor = 100> constexpr rocprofiler_version_triplet_t compute_version_triplet(uint64_t version) {
    return rocprofiler_version_triplet_t{static_cast<uint32_t>(version / (Factor * Factor)),
                                         static_cast<uint32_t>(version % (Factor * Factor) / Factor),
                                         static_cast<uint32_t>(version % Factor)};
}

} // namespace version
} // namespace sdk
} // namespace rocprofiler
