# Install rules: headers, both libraries, the CMake package and polyfork.pc. Everything is relocatable.

include(CMakePackageConfigHelpers)

set(polyfork_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Polyfork")

install(DIRECTORY include/polyfork DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.inl")
# Two export sets: users of the shared library need not have what only the static one links (TBB, OpenMP).
install(TARGETS polyfork EXPORT PolyforkSharedTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS polyfork_static EXPORT PolyforkStaticTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
foreach(kind Shared Static)
  install(EXPORT Polyfork${kind}Targets NAMESPACE Polyfork:: DESTINATION "${polyfork_package_dir}")
endforeach()

set(POLYFORK_PACKAGE_CUDA "")
if(POLYFORK_CUDA_ENABLED)
  set(POLYFORK_PACKAGE_CUDA CUDAToolkit)
endif()
configure_package_config_file(cmake/PolyforkConfig.cmake.in PolyforkConfig.cmake
                              INSTALL_DESTINATION "${polyfork_package_dir}"
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(PolyforkConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/PolyforkConfig.cmake" "${PROJECT_BINARY_DIR}/PolyforkConfigVersion.cmake"
              cmake/FindGMP.cmake
        DESTINATION "${polyfork_package_dir}")

# polyfork.pc finds its prefix from its own place. Linking the static library takes `pkg-config --static`.
cmake_path(SET polyfork_pc_dir "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH polyfork_pc_dir BASE_DIRECTORY "/prefix" OUTPUT_VARIABLE polyfork_pc_depth)
string(REGEX REPLACE "[^/]+" ".." polyfork_pc_depth "${polyfork_pc_depth}")
set(polyfork_pc_private "-ltbb")
foreach(library IN LISTS OpenMP_CXX_LIB_NAMES)
  string(APPEND polyfork_pc_private " -l${library}")
endforeach()
if(POLYFORK_CUDA_ENABLED)
  string(APPEND polyfork_pc_private " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
string(APPEND polyfork_pc_private " -lstdc++ -lm")
configure_file(cmake/polyfork.pc.in polyfork.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/polyfork.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
