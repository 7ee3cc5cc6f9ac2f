// Linear passes over long arrays that can be stopped, and arrays whose zeros cost nothing until they are touched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <type_traits>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// body(begin, end) on consecutive parts of [0, n), with a poll before each. A part of the default length is a fraction
/// of a millisecond for bodies that take a few nanoseconds per element.
template <class Body>
void polled_for(const ExecutionContext& ctx, std::size_t n, const Body& body, std::size_t part = std::size_t{1} << 16) {
  for (std::size_t begin = 0; begin < n;) {
    ctx.poll();
    const std::size_t end = begin + std::min(part, n - begin);
    body(begin, end);
    begin = end;
  }
}

struct FreeBlock {
  void operator()(void* p) const noexcept { std::free(p); }
};

/// Numbers that are zero. Long arrays get their pages from the system, which clears each when it is first touched: the
/// work is done in the loops that write, which can be stopped and may run in parallel, instead of in front of them.
template <class T>
requires std::is_arithmetic_v<T>
class ZeroedArray {
 public:
  ZeroedArray() noexcept = default;
  explicit ZeroedArray(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw MemoryLimit(SIZE_MAX, 0, MemoryAccount::unlimited);
    values_.reset(static_cast<T*>(std::calloc(size, sizeof(T))));
    if (values_ == nullptr && size != 0) throw MemoryLimit(size * sizeof(T), 0, MemoryAccount::unlimited);
  }

  std::size_t size() const noexcept { return size_; }
  T* data() noexcept { return values_.get(); }
  const T* data() const noexcept { return values_.get(); }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }

 private:
  std::unique_ptr<T[], FreeBlock> values_;
  std::size_t size_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
