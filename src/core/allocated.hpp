// Allocations that fail: the system has less than the context allows, which is a memory limit, too.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// allocate(), or a MemoryLimit that names the bytes that were asked for.
template <class F>
auto allocated(std::size_t bytes, const F& allocate) -> decltype(allocate()) {
  try {
    return allocate();
  } catch (const std::bad_alloc&) {
    throw MemoryLimit(bytes, 0, MemoryAccount::unlimited);
  } catch (const std::length_error&) {
    throw MemoryLimit(bytes, 0, MemoryAccount::unlimited);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
