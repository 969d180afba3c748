# Targets of register's headers and library.
if(NOT TARGET rocprofiler-register::rocprofiler-register-headers)
  add_library(rocprofiler-register::rocprofiler-register-headers INTERFACE IMPORTED)
  set_target_properties(
    rocprofiler-register::rocprofiler-register-headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${rocprofiler-register_INCLUDE_DIR}")
endif()
if(NOT TARGET rocprofiler-register::rocprofiler-register)
  add_library(rocprofiler-register::rocprofiler-register SHARED IMPORTED)
  set_target_properties(
    rocprofiler-register::rocprofiler-register
    PROPERTIES IMPORTED_LOCATION "${rocprofiler-register_LIB_DIR}/librocprofiler-register.so.0"
               IMPORTED_SONAME "librocprofiler-register.so.0"
               INTERFACE_LINK_LIBRARIES "rocprofiler-register::rocprofiler-register-headers")
endif()
