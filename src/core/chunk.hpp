// A large piece of memory with one owner.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <polyfork/core/huge_pages.hpp>

#include "core/allocated.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Frees what a chunk holds.
void free_chunk(std::byte* data, std::size_t bytes) noexcept;

/// Uninitialised bytes, 64-byte aligned; large ones start where a huge page does and are in huge pages.
class Chunk {
 public:
  static constexpr std::size_t alignment = 64;

  Chunk() noexcept = default;
  /// Throws MemoryLimit.
  explicit Chunk(std::size_t bytes)
      : data_(static_cast<std::byte*>(allocated(bytes, [&] { return ::operator new(bytes, alignment_of(bytes)); }))),
        bytes_(bytes) {
    ask_for_huge_pages(data_, bytes);
  }
  Chunk(Chunk&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Chunk& operator=(Chunk&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  /// Takes over what release() gave up.
  Chunk(std::byte* data, std::size_t bytes) noexcept : data_(data), bytes_(bytes) {}
  ~Chunk() {
    if (data_ != nullptr) free_chunk(data_, bytes_);
  }

  /// Gives up the bytes without freeing them.
  std::byte* release() noexcept {
    bytes_ = 0;
    return std::exchange(data_, nullptr);
  }

  std::byte* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  static std::align_val_t alignment_of(std::size_t bytes) noexcept {
    return std::align_val_t{bytes >= 2 * huge_page ? huge_page : alignment};
  }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
