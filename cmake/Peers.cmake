# Finds other libraries to compare with or to check against. All of them are optional.
#
# polyfork_find_peer(NAME PKG_CONFIG_NAME HEADER LIBRARY) looks in POLYFORK_PEER_<NAME>_ROOT alone if that
# cache or environment variable is set, else asks pkg-config (unless PKG_CONFIG_NAME is ""), else searches
# the system's directories. On success there is an imported target peer::<name in lower case>, and
# POLYFORK_PEER_<NAME>_VERSION in the caller's scope where pkg-config knows it; otherwise neither.

include_guard()
find_package(PkgConfig QUIET)

function(polyfork_find_peer name pkg_config_name header library)
  string(TOLOWER "${name}" lower)
  if(TARGET peer::${lower})
    return()
  endif()

  set(root "${POLYFORK_PEER_${name}_ROOT}")
  if(root STREQUAL "")
    set(root "$ENV{POLYFORK_PEER_${name}_ROOT}")
  endif()

  if(root STREQUAL "" AND PKG_CONFIG_FOUND AND NOT pkg_config_name STREQUAL "")
    pkg_check_modules(POLYFORK_PKG_${name} QUIET IMPORTED_TARGET ${pkg_config_name})
    if(POLYFORK_PKG_${name}_FOUND)
      add_library(peer::${lower} INTERFACE IMPORTED GLOBAL)
      target_link_libraries(peer::${lower} INTERFACE PkgConfig::POLYFORK_PKG_${name})
      set_target_properties(PkgConfig::POLYFORK_PKG_${name} PROPERTIES IMPORTED_GLOBAL TRUE)
      set(POLYFORK_PEER_${name}_VERSION "${POLYFORK_PKG_${name}_VERSION}" PARENT_SCOPE)
      return()
    endif()
  endif()

  # The search is repeated when the root changes, so its results are not kept in the cache.
  unset(header_dir CACHE)
  unset(library_file CACHE)
  if(NOT root STREQUAL "")
    find_path(header_dir NAMES ${header} HINTS "${root}" PATH_SUFFIXES include src NO_DEFAULT_PATH NO_CACHE)
    find_library(library_file NAMES ${library} HINTS "${root}" PATH_SUFFIXES lib lib64 . NO_DEFAULT_PATH NO_CACHE)
    if(NOT header_dir OR NOT library_file)
      message(WARNING "POLYFORK_PEER_${name}_ROOT=${root} holds no ${header} or no library ${library}")
    endif()
  else()
    find_path(header_dir NAMES ${header} NO_CACHE)
    find_library(library_file NAMES ${library} NO_CACHE)
  endif()
  if(header_dir AND library_file)
    add_library(peer::${lower} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(peer::${lower} PROPERTIES
      IMPORTED_LOCATION "${library_file}"
      INTERFACE_INCLUDE_DIRECTORIES "${header_dir}")
    # A private installation is used from where it is.
    get_filename_component(library_dir "${library_file}" DIRECTORY)
    if(NOT root STREQUAL "")
      target_link_options(peer::${lower} INTERFACE "LINKER:-rpath,${library_dir}")
    endif()
  endif()
endfunction()
