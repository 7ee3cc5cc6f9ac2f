# Sets POLYFORK_CUDA_ENABLED. CUDA is decided at link level: with it the .cu files of src/gpu are compiled
# (static runtime, so one binary runs with and without a GPU), without it the stub takes their place.

file(GLOB_RECURSE polyfork_cuda_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/gpu/*.cu")
set(POLYFORK_CUDA_ENABLED OFF)

if(NOT POLYFORK_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "POLYFORK_CUDA is ${POLYFORK_CUDA}; it must be AUTO, ON or OFF")
endif()

if(NOT POLYFORK_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER AND polyfork_cuda_sources)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      # Code for the cards of 8.0 and 9.0, and the virtual architecture of 9.0 for what comes after them.
      set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
    endif()
    enable_language(CUDA)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    # Early releases of CMake 3.25 do not know that nvcc has C++20.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    find_package(CUDAToolkit REQUIRED)
    set(POLYFORK_CUDA_ENABLED ON)
  elseif(POLYFORK_CUDA STREQUAL "ON" AND NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "POLYFORK_CUDA=ON, but no CUDA compiler was found (set CUDACXX or use AUTO)")
  endif()
endif()

# What is linked is said in words: a stub in a build that was meant for a GPU is easily overlooked.
if(POLYFORK_CUDA_ENABLED)
  message(STATUS
    "CUDA back end: device kernels are linked (${CMAKE_CUDA_COMPILER}, sm_${CMAKE_CUDA_ARCHITECTURES})")
elseif(POLYFORK_CUDA STREQUAL "OFF")
  message(STATUS "CUDA back end: the stub is linked (POLYFORK_CUDA=OFF)")
elseif(NOT CMAKE_CUDA_COMPILER)
  message(STATUS "CUDA back end: the stub is linked (no CUDA compiler found)")
else()
  if(POLYFORK_CUDA STREQUAL "ON")
    message(WARNING "POLYFORK_CUDA=ON, but this tree has no device sources: everything runs on the processor")
  endif()
  message(STATUS "CUDA back end: the stub is linked (${CMAKE_CUDA_COMPILER} found, but there are no device sources)")
endif()
