# Parts of a project by another compiler, for example hipcc, than the rest.
include_guard(DIRECTORY)

# rocprofiler_sdk_custom_compilation(COMPILER command [GLOBAL] [PROJECT] [DIRECTORY folder..] [TARGET target..]
# [SOURCE file..]): what CMAKE_CXX_COMPILER would compile and link of these, COMPILER does, where CMake
# writes files for make or ninja. ROCPROFILER_SDK_COMPILE_LAUNCHER names another launcher than the one that is installed.
function(rocprofiler_sdk_custom_compilation)
  cmake_parse_arguments(given "GLOBAL;PROJECT" "COMPILER" "DIRECTORY;TARGET;SOURCE" ${ARGN})
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rocprofiler_sdk_custom_compilation does not know ${given_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT given_COMPILER)
    message(FATAL_ERROR "rocprofiler_sdk_custom_compilation needs COMPILER")
  endif()
  set(prefix "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../..")
  find_program(
    ROCPROFILER_SDK_COMPILE_LAUNCHER
    NAMES rocprofiler-sdk-launch-compiler
    HINTS "${prefix}/libexec/rocprofiler-sdk"
    NO_DEFAULT_PATH)
  mark_as_advanced(ROCPROFILER_SDK_COMPILE_LAUNCHER)
  if(NOT ROCPROFILER_SDK_COMPILE_LAUNCHER)
    message(FATAL_ERROR "rocprofiler-sdk-launch-compiler is not in ${prefix}/libexec/rocprofiler-sdk")
  endif()
  set(launch "\"${ROCPROFILER_SDK_COMPILE_LAUNCHER}\" \"${given_COMPILER}\" \"${CMAKE_CXX_COMPILER}\"")
  if(given_GLOBAL)
    set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE "${launch}")
    set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${launch}")
  endif()
  if(given_PROJECT)
    list(APPEND given_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
  foreach(folder IN LISTS given_DIRECTORY)
    set_property(DIRECTORY "${folder}" PROPERTY RULE_LAUNCH_COMPILE "${launch}")
    set_property(DIRECTORY "${folder}" PROPERTY RULE_LAUNCH_LINK "${launch}")
  endforeach()
  foreach(target IN LISTS given_TARGET)
    set_property(TARGET ${target} PROPERTY RULE_LAUNCH_COMPILE "${launch}")
    set_property(TARGET ${target} PROPERTY RULE_LAUNCH_LINK "${launch}")
  endforeach()
  if(given_SOURCE)
    message(WARNING "CMake has no launchers for single files: ${given_SOURCE} is compiled as before; give its TARGET")
  endif()
endfunction()
