// Structs in archives of cereal (https://uscilab.github.io/cereal), which the tool brings: it is not installed here.
// For another copy of it, define ROCPROFILER_SDK_CEREAL_NAMESPACE_BEGIN and _END, which open and close its namespace.
// C++17.
#pragma once

#include <rocprofiler-sdk/cxx/serialization/load.hpp>
#include <rocprofiler-sdk/cxx/serialization/save.hpp>
