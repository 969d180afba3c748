// Attribute macros of rocpd's headers.
#ifndef ROCPROFILER_SDK_ROCPD_DEFINES_H_
#define ROCPROFILER_SDK_ROCPD_DEFINES_H_

#define ROCPD_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#define ROCPD_NONNULL(...) ROCPD_ATTRIBUTE(nonnull(__VA_ARGS__))
#define ROCPD_HIDDEN_API ROCPD_ATTRIBUTE(visibility("hidden"))
#ifndef ROCPD_PUBLIC_API
#define ROCPD_PUBLIC_API ROCPD_ATTRIBUTE(visibility("default"))
#endif
#define ROCPD_EXPORT ROCPD_PUBLIC_API
#define ROCPD_IMPORT
#ifndef ROCPD_API
#ifdef rocpd_EXPORTS
#define ROCPD_API ROCPD_EXPORT
#else
#define ROCPD_API ROCPD_IMPORT
#endif
#endif
#define ROCPD_EXPERIMENTAL

#ifdef __cplusplus
#define ROCPD_EXTERN_C_INIT extern "C" {
#define ROCPD_EXTERN_C_FINI }
#else
#define ROCPD_EXTERN_C_INIT
#define ROCPD_EXTERN_C_FINI
#endif

#endif
