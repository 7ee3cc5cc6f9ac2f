// An array of words for transforms: on a cache line, not initialised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include <polyfork/core/huge_pages.hpp>

#include "core/allocated.hpp"
#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class AlignedWords {
 public:
  explicit AlignedWords(std::size_t count)
      : words_(static_cast<std::uint64_t*>(allocated(
            saturating_mul(count, sizeof(std::uint64_t)),
            [&] { return ::operator new[](saturating_mul(count, sizeof(std::uint64_t)), std::align_val_t{64}); }))),
        count_(count) {
    ask_for_huge_pages(words_.get(), count * sizeof(std::uint64_t));
  }

  std::size_t size() const noexcept { return count_; }
  std::uint64_t* data() noexcept { return words_.get(); }
  const std::uint64_t* data() const noexcept { return words_.get(); }
  std::span<std::uint64_t> span() noexcept { return {words_.get(), count_}; }

 private:
  struct Delete {
    void operator()(std::uint64_t* p) const noexcept { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::uint64_t[], Delete> words_;
  std::size_t count_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
