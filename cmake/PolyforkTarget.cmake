# polyfork_target(TARGET): the language level, warnings and sanitizers that every target of this tree shares.
#
# Nothing here may select an instruction set: all code is built for the baseline processor, and kernels
# raise the level for themselves inside target regions. Contraction into fused multiply-add is off
# because results must not depend on the instruction set.

include_guard()

set(polyfork_sanitize_flags "")
if(NOT POLYFORK_SANITIZE STREQUAL "none")
  set(polyfork_sanitize_flags -fsanitize=${POLYFORK_SANITIZE} -fno-omit-frame-pointer)
  if(POLYFORK_SANITIZE MATCHES "undefined")
    list(APPEND polyfork_sanitize_flags -fno-sanitize-recover=undefined)
    if(POLYFORK_SANITIZE MATCHES "address")
      # What the address sanitizer or the processor sees as well, and what nothing here can do (virtual tables of another
      # type): half of the time that compiling with both sanitizers takes.
      list(APPEND polyfork_sanitize_flags -fno-sanitize=null,alignment,object-size,vptr)
    endif()
  endif()
endif()

if(POLYFORK_FUZZ)
  list(APPEND polyfork_sanitize_flags -fsanitize=fuzzer-no-link)
endif()

function(polyfork_target target)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${POLYFORK_WERROR}>>:-Werror>
    $<$<COMPILE_LANGUAGE:CXX>:${polyfork_sanitize_flags}>)
  target_link_options(${target} PRIVATE ${polyfork_sanitize_flags})
endfunction()

# polyfork_light_sources(SOURCE...): sources of measuring programs that read options and print, and examples. Header-only
# libraries are most of them, whose optimization takes longer than all they ever do.
function(polyfork_light_sources)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O0>)
endfunction()

# In a unit of several sources a name of one source is shadowed by a local one of another: clang-tidy and the preset dev
# see each source alone.
function(polyfork_quiet_unit target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-shadow -Wno-subobject-linkage>)
endfunction()

# polyfork_unite_folders(TARGET SOURCES source... [ALONE source...]): with POLYFORK_UNITY the sources of each folder are
# one unit for the compiler, a third of the time, since headers and templates are read once a folder. Those listed as
# ALONE are not part of it: they have names of their own that another source of their folder has for something else.
function(polyfork_unite_folders target)
  if(NOT POLYFORK_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 unite "" "" "SOURCES;ALONE")
  polyfork_quiet_unit(${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(TRANSFORM unite_ALONE PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  foreach(source IN LISTS unite_SOURCES)
    cmake_path(GET source PARENT_PATH folder)
    if(NOT source IN_LIST unite_ALONE)
      file(RELATIVE_PATH folder "${CMAKE_CURRENT_SOURCE_DIR}" "${folder}")
      string(MAKE_C_IDENTIFIER "in_${folder}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
