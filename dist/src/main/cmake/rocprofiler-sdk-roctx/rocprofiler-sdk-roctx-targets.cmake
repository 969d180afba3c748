# Target of ROC-TX's library and its headers.
if(NOT TARGET rocprofiler-sdk-roctx::rocprofiler-sdk-roctx-shared-library)
  add_library(rocprofiler-sdk-roctx::rocprofiler-sdk-roctx-shared-library SHARED IMPORTED)
  set_target_properties(
    rocprofiler-sdk-roctx::rocprofiler-sdk-roctx-shared-library
    PROPERTIES IMPORTED_LOCATION "${rocprofiler-sdk-roctx_LIB_DIR}/librocprofiler-sdk-roctx.so.1"
               IMPORTED_SONAME "librocprofiler-sdk-roctx.so.1"
               INTERFACE_INCLUDE_DIRECTORIES "${rocprofiler-sdk-roctx_INCLUDE_DIR}")
endif()
