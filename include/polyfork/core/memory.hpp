// The memory account of an execution context: how many bytes a call and its result may take.
//
// Algorithms reserve what their plan says before they allocate it, so that MemoryLimit is thrown while every
// argument is still intact. The account is shared by all contexts derived from one another.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// Thread-safe byte counter with a limit and a high-water mark.
class POLYFORK_EXPORT MemoryAccount {
 public:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  explicit MemoryAccount(std::size_t limit_bytes = unlimited) noexcept : limit_(limit_bytes) {}
  ~MemoryAccount();
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  /// Adds to the account. Throws MemoryLimit, with the account unchanged, when the limit would be exceeded.
  void charge(std::size_t bytes);
  /// Like charge, but reports failure: for caches, which do without instead of failing.
  bool try_charge(std::size_t bytes) noexcept;
  /// Gives back what was charged.
  void release(std::size_t bytes) noexcept;

  std::size_t limit() const noexcept { return limit_; }
  std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
  /// Largest value that used() has had.
  std::size_t peak() const noexcept { return peak_.load(std::memory_order_relaxed); }
  /// Bytes that can still be charged.
  std::size_t available() const noexcept;

 private:
  std::size_t limit_;
  std::atomic<std::size_t> used_{0};
  std::atomic<std::size_t> peak_{0};
};

/// A charge that is released at the end of its scope. Movable; an empty one charges nothing.
class MemoryReservation {
 public:
  MemoryReservation() noexcept = default;
  MemoryReservation(MemoryAccount& account, std::size_t bytes) : account_(&account), bytes_(bytes) {
    account.charge(bytes);
  }
  MemoryReservation(MemoryReservation&& other) noexcept
      : account_(std::exchange(other.account_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryReservation& operator=(MemoryReservation&& other) noexcept {
    std::swap(account_, other.account_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MemoryReservation() {
    if (account_ != nullptr) account_->release(bytes_);
  }

  std::size_t bytes() const noexcept { return bytes_; }

 private:
  MemoryAccount* account_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Reads "4096", "512K", "8G": a positive number of bytes with an optional suffix K, M, G, T (powers of 1024, either
/// case). Throws DomainError.
POLYFORK_EXPORT std::size_t parse_byte_size(std::string_view text);

}  // namespace v1
}  // namespace polyfork
