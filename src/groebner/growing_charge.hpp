// The charge of lists that grow.
#pragma once

#include <cstddef>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What an account is charged for something whose size is known only as it grows; given back at the end of the scope.
class GrowingCharge {
 public:
  explicit GrowingCharge(MemoryAccount& account) noexcept : account_(account) {}
  GrowingCharge(const GrowingCharge&) = delete;
  GrowingCharge& operator=(const GrowingCharge&) = delete;
  ~GrowingCharge() { account_.release(bytes_); }

  /// Charges so many bytes in all; never fewer than before. Throws MemoryLimit.
  void reach(std::size_t bytes) {
    if (bytes <= bytes_) return;
    account_.charge(bytes - bytes_);
    bytes_ = bytes;
  }

 private:
  MemoryAccount& account_;
  std::size_t bytes_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
