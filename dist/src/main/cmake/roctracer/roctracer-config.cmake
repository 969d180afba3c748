# find_package(roctracer): targets roctracer::roctracer64 and roctracer::roctx64. AMD has no such package.
get_filename_component(roctracer_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(roctracer_INCLUDE_DIR "${roctracer_ROOT_DIR}/include")
set(roctracer_LIB_DIR "${roctracer_ROOT_DIR}/lib")
foreach(library IN ITEMS roctracer64 roctx64)
  if(NOT TARGET roctracer::${library})
    add_library(roctracer::${library} SHARED IMPORTED)
    set_target_properties(
      roctracer::${library}
      PROPERTIES IMPORTED_LOCATION "${roctracer_LIB_DIR}/lib${library}.so.4"
                 IMPORTED_SONAME "lib${library}.so.4"
                 INTERFACE_INCLUDE_DIRECTORIES "${roctracer_INCLUDE_DIR};${roctracer_INCLUDE_DIR}/roctracer")
  endif()
endforeach()
set(roctracer_LIBRARIES roctracer::roctracer64 roctracer::roctx64)
