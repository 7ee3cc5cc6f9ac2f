// Sizes of row-major arrays. Most arrays are tight: a nonzero word in the last slice along every axis is found at once.
#include "poly/multivariate/dense_multi_layout.hpp"

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::size_t checked_size(std::span<const std::size_t> lengths) {
  constexpr std::size_t most = std::size_t{1} << 58;  // words
  std::size_t n = 1;
  bool empty = false;
  for (const std::size_t k : lengths) {
    n = saturating_mul(n, std::max<std::size_t>(k, 1));
    empty |= k == 0;
  }
  if (n > most) throw DomainError("a dense polynomial with more coefficients than an array can have");
  return empty ? 0 : n;
}

BoxRuns::BoxRuns(std::span<const std::size_t> box, std::span<const std::size_t> array) {
  std::size_t k = box.size();
  std::size_t stride = 1;
  for (; k > 0 && box[k - 1] == array[k - 1]; --k) stride *= box[k - 1];
  run_ = stride;
  if (k > 0) {
    --k;
    run_ *= box[k];
    stride *= array[k];
  }
  counts_.assign(box.begin(), box.begin() + static_cast<std::ptrdiff_t>(k));
  strides_.resize(k);
  for (; k > 0; --k) {
    strides_[k - 1] = stride;
    stride *= array[k - 1];
    count_ *= box[k - 1];
  }
}

namespace {

bool all_zero(const std::uint64_t* words, std::size_t n) noexcept {
  return std::all_of(words, words + n, [](std::uint64_t w) { return w == 0; });
}

}  // namespace

Lengths tight_lengths(std::span<const std::size_t> lengths, std::span<const std::uint64_t> words,
                      const ExecutionContext& ctx) {
  Lengths tight(lengths.begin(), lengths.end());
  std::size_t inner = 1;
  for (std::size_t k = lengths.size(); k-- > 0; inner *= lengths[k]) {
    const std::size_t slab = inner * lengths[k];
    const auto slice_is_zero = [&](std::size_t j) {
      ctx.poll();
      for (std::size_t o = 0; o < words.size(); o += slab)
        if (!all_zero(words.data() + o + j * inner, inner)) return false;
      return true;
    };
    while (tight[k] > 0 && slice_is_zero(tight[k] - 1)) --tight[k];
    if (tight[k] == 0) return Lengths(lengths.size(), 0);
  }
  return tight;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
