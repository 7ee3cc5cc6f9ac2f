# Finds the GNU multiple precision library, which ships no CMake package of its own.
#
# Defines the imported target GMP::GMP, and GMP_FOUND, GMP_VERSION, GMP_INCLUDE_DIR, GMP_LIBRARY.
# GMP_ROOT names a private installation. Installed beside PolyforkConfig.cmake.

find_path(GMP_INCLUDE_DIR NAMES gmp.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE})
find_library(GMP_LIBRARY NAMES gmp)
mark_as_advanced(GMP_INCLUDE_DIR GMP_LIBRARY)

if(GMP_INCLUDE_DIR AND EXISTS "${GMP_INCLUDE_DIR}/gmp.h")
  file(STRINGS "${GMP_INCLUDE_DIR}/gmp.h" GMP_VERSION
       REGEX "^#define[ \t]+__GNU_MP_VERSION(_MINOR|_PATCHLEVEL)?[ \t]+[0-9]+")
  string(REGEX REPLACE "[^0-9;]+" "" GMP_VERSION "${GMP_VERSION}")
  string(REPLACE ";" "." GMP_VERSION "${GMP_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GMP REQUIRED_VARS GMP_LIBRARY GMP_INCLUDE_DIR VERSION_VAR GMP_VERSION)

if(GMP_FOUND AND NOT TARGET GMP::GMP)
  add_library(GMP::GMP UNKNOWN IMPORTED)
  set_target_properties(GMP::GMP PROPERTIES
    IMPORTED_LOCATION "${GMP_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GMP_INCLUDE_DIR}")
endif()
