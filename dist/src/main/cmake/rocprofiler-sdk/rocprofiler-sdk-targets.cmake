# Targets of rocprofiler-sdk's headers and library.
if(NOT TARGET rocprofiler-sdk::rocprofiler-sdk-headers)
  add_library(rocprofiler-sdk::rocprofiler-sdk-headers INTERFACE IMPORTED)
  set_target_properties(rocprofiler-sdk::rocprofiler-sdk-headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${rocprofiler-sdk_INCLUDE_DIR}")
endif()
if(NOT TARGET rocprofiler-sdk::rocprofiler-sdk-shared-library)
  add_library(rocprofiler-sdk::rocprofiler-sdk-shared-library SHARED IMPORTED)
  set_target_properties(
    rocprofiler-sdk::rocprofiler-sdk-shared-library
    PROPERTIES IMPORTED_LOCATION "${rocprofiler-sdk_LIB_DIR}/librocprofiler-sdk.so.1"
               IMPORTED_SONAME "librocprofiler-sdk.so.1"
               INTERFACE_LINK_LIBRARIES "rocprofiler-sdk::rocprofiler-sdk-headers")
endif()
if(NOT TARGET rocprofiler-sdk::rocprofv3)
  add_executable(rocprofiler-sdk::rocprofv3 IMPORTED)
  set_target_properties(rocprofiler-sdk::rocprofv3 PROPERTIES IMPORTED_LOCATION "${rocprofiler-sdk_ROOT_DIR}/bin/rocprofv3")
endif()
