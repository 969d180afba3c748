// Attribute macros of the ROC-TX headers.
#ifndef ROCPROFILER_SDK_ROCTX_DEFINES_H_
#define ROCPROFILER_SDK_ROCTX_DEFINES_H_

#ifndef ROCTX_PUBLIC_API
#define ROCTX_PUBLIC_API __attribute__((visibility("default")))
#endif
#define ROCTX_EXPORT ROCTX_PUBLIC_API
#define ROCTX_IMPORT
#ifndef ROCTX_API
#ifdef roctx_EXPORTS
#define ROCTX_API ROCTX_EXPORT
#else
#define ROCTX_API ROCTX_IMPORT
#endif
#endif

#endif
