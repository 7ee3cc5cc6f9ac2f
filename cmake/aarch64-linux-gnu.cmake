# Toolchain file: 64-bit Arm from a Debian machine with g++-aarch64-linux-gnu and the arm64 packages of the
# dependencies (dpkg --add-architecture arm64). Tests run under qemu-user where that is installed.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# Debian installs foreign libraries into their own multiarch directories and headers that do not depend on the
# architecture into the common ones, so the root of the searches stays "/" and only the order matters.
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_IGNORE_PREFIX_PATH /usr/local)
set(CMAKE_PREFIX_PATH /usr/lib/aarch64-linux-gnu/cmake /usr)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)

find_program(POLYFORK_QEMU_AARCH64 NAMES qemu-aarch64 qemu-aarch64-static)
if(POLYFORK_QEMU_AARCH64)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${POLYFORK_QEMU_AARCH64})
endif()
