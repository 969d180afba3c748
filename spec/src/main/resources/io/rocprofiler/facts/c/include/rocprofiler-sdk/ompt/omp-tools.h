// OpenMP's tools interface: LLVM's own header where it is installed, else the types that payloads need.
#ifndef ROCPROFILER_SDK_OMPT_OMP_TOOLS_H_
#define ROCPROFILER_SDK_OMPT_OMP_TOOLS_H_

#include <rocprofiler-sdk/abi/ompt.h>

#endif
