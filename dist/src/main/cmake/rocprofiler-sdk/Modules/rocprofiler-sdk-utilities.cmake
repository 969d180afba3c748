# Questions about this machine's GPUs, for projects that build for them.
include_guard(DIRECTORY)

# rocprofiler_sdk_get_gfx_architectures(VAR [ECHO] [PREFIX text] [DELIM text]): the architectures that rocminfo names,
# each once. Without rocminfo VAR stays as it is.
function(rocprofiler_sdk_get_gfx_architectures variable)
  cmake_parse_arguments(given "ECHO" "PREFIX;DELIM" "" ${ARGN})
  find_program(rocprofiler_sdk_ROCMINFO NAMES rocminfo HINTS ENV ROCM_PATH PATHS /opt/rocm PATH_SUFFIXES bin)
  mark_as_advanced(rocprofiler_sdk_ROCMINFO)
  if(NOT rocprofiler_sdk_ROCMINFO)
    return()
  endif()
  execute_process(
    COMMAND "${rocprofiler_sdk_ROCMINFO}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(AUTHOR_WARNING "${rocprofiler_sdk_ROCMINFO} ended with ${status}: the GPUs of this machine are not known")
    return()
  endif()
  string(REGEX MATCHALL "gfx[0-9a-f]+" architectures "${output}")
  list(REMOVE_DUPLICATES architectures)
  if(DEFINED given_DELIM)
    string(REPLACE ";" "${given_DELIM}" architectures "${architectures}")
  endif()
  if(given_ECHO)
    message(STATUS "${given_PREFIX}GPU architectures: ${architectures}")
  endif()
  set(${variable} "${architectures}" PARENT_SCOPE)
endfunction()

macro(_rocprofiler_sdk_first_architecture_is variable pattern)
  cmake_parse_arguments(given "ECHO" "PREFIX" "" ${ARGN})
  rocprofiler_sdk_get_gfx_architectures(architectures)
  if(NOT architectures)
    message(FATAL_ERROR "no GPU architecture is known here: rocminfo is missing or names none")
  endif()
  list(GET architectures 0 first)
  if(first MATCHES "${pattern}")
    set(${variable} FALSE PARENT_SCOPE)
  else()
    set(${variable} TRUE PARENT_SCOPE)
  endif()
  if(given_ECHO)
    message(STATUS "${given_PREFIX}${variable}: first GPU is ${first}")
  endif()
endmacro()

# rocprofiler_sdk_pc_sampling_disabled(VAR [ECHO] [PREFIX text]): FALSE where the first GPU can be sampled.
function(rocprofiler_sdk_pc_sampling_disabled variable)
  _rocprofiler_sdk_first_architecture_is(${variable} "^gfx(90a|94[0-9a-f]|95[0-9a-f])$" ${ARGN})
endfunction()

# rocprofiler_sdk_pc_sampling_stochastic_disabled(VAR [ECHO] [PREFIX text]): FALSE where the GPU itself samples.
function(rocprofiler_sdk_pc_sampling_stochastic_disabled variable)
  _rocprofiler_sdk_first_architecture_is(${variable} "^gfx(94[0-9a-f]|95[0-9a-f])$" ${ARGN})
endfunction()
