# Target of rocpd's library and its headers.
if(NOT TARGET rocprofiler-sdk-rocpd::rocprofiler-sdk-rocpd-shared-library)
  add_library(rocprofiler-sdk-rocpd::rocprofiler-sdk-rocpd-shared-library SHARED IMPORTED)
  set_target_properties(
    rocprofiler-sdk-rocpd::rocprofiler-sdk-rocpd-shared-library
    PROPERTIES IMPORTED_LOCATION "${rocprofiler-sdk-rocpd_LIB_DIR}/librocprofiler-sdk-rocpd.so.1"
               IMPORTED_SONAME "librocprofiler-sdk-rocpd.so.1"
               INTERFACE_INCLUDE_DIRECTORIES "${rocprofiler-sdk-rocpd_INCLUDE_DIR}")
endif()
