// Attribute and version macros of the rocprofiler-sdk headers.
#ifndef ROCPROFILER_SDK_DEFINES_H_
#define ROCPROFILER_SDK_DEFINES_H_

#include <stdint.h>

#ifndef ROCPROFILER_ATTRIBUTE
#define ROCPROFILER_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#endif
#ifndef ROCPROFILER_PUBLIC_API
#define ROCPROFILER_PUBLIC_API ROCPROFILER_ATTRIBUTE(visibility("default"))
#endif
#ifndef ROCPROFILER_HIDDEN_API
#define ROCPROFILER_HIDDEN_API ROCPROFILER_ATTRIBUTE(visibility("hidden"))
#endif
#ifndef ROCPROFILER_EXPORT_DECORATOR
#define ROCPROFILER_EXPORT_DECORATOR ROCPROFILER_PUBLIC_API
#endif
#ifndef ROCPROFILER_IMPORT_DECORATOR
#define ROCPROFILER_IMPORT_DECORATOR
#endif
#define ROCPROFILER_EXPORT ROCPROFILER_EXPORT_DECORATOR
#define ROCPROFILER_IMPORT ROCPROFILER_IMPORT_DECORATOR
#ifndef ROCPROFILER_API
#ifdef rocprofiler_EXPORTS
#define ROCPROFILER_API ROCPROFILER_EXPORT
#else
#define ROCPROFILER_API ROCPROFILER_IMPORT
#endif
#endif
#define ROCPROFILER_NONNULL(...) ROCPROFILER_ATTRIBUTE(nonnull(__VA_ARGS__))

#ifdef __cplusplus
#define ROCPROFILER_EXTERN_C_INIT extern "C" {
#define ROCPROFILER_EXTERN_C_FINI }
#define ROCPROFILER_CXX_CODE(...) __VA_ARGS__
#define ROCPROFILER_UINT64_C(value) uint64_t(value)
#define ROCPROFILER_HANDLE_LITERAL(type, value) (type{value})
#else
#define ROCPROFILER_EXTERN_C_INIT
#define ROCPROFILER_EXTERN_C_FINI
#define ROCPROFILER_CXX_CODE(...)
#define ROCPROFILER_UINT64_C(value) UINT64_C(value)
#define ROCPROFILER_HANDLE_LITERAL(type, value) ((type){value})
#endif

// Define either as 1 before the first include to get warnings about deprecated or experimental functions.
#ifndef ROCPROFILER_SDK_DEPRECATED_WARNINGS
#define ROCPROFILER_SDK_DEPRECATED_WARNINGS 0
#endif
#ifndef ROCPROFILER_SDK_EXPERIMENTAL_WARNINGS
#define ROCPROFILER_SDK_EXPERIMENTAL_WARNINGS 0
#endif
#define ROCPROFILER_SDK_DEPRECATED_MESSAGE(...) ROCPROFILER_ATTRIBUTE(deprecated(__VA_ARGS__))
#if ROCPROFILER_SDK_DEPRECATED_WARNINGS > 0
#define ROCPROFILER_SDK_DEPRECATED(...) ROCPROFILER_SDK_DEPRECATED_MESSAGE(__VA_ARGS__)
#else
#define ROCPROFILER_SDK_DEPRECATED(...)
#endif
#if ROCPROFILER_SDK_EXPERIMENTAL_WARNINGS > 0
#define ROCPROFILER_SDK_EXPERIMENTAL ROCPROFILER_SDK_DEPRECATED_MESSAGE("experimental: may change in a later release")
#else
#define ROCPROFILER_SDK_EXPERIMENTAL
#endif

// Names of the beta releases (profile config instead of counter config) stay available unless this is 0.
#ifndef ROCPROFILER_SDK_BETA_COMPAT
#define ROCPROFILER_SDK_BETA_COMPAT 1
#endif
#if ROCPROFILER_SDK_BETA_COMPAT > 0
#define ROCPROFILER_SDK_BETA_COMPAT_SUPPORTED 1
#endif

#define ROCPROFILER_SDK_VERSION_0_0
#define ROCPROFILER_SDK_COMPUTE_VERSION_VALUE(limit, major, minor, patch) \
    ((((limit) * (limit)) * (major)) + ((limit) * (minor)) + (patch))
#define ROCPROFILER_SDK_COMPUTE_VERSION(major, minor, patch) \
    ROCPROFILER_SDK_COMPUTE_VERSION_VALUE(100, major, minor, patch)

#endif
