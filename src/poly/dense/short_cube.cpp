// Cubes of short polynomials whose coefficients fit pairs of words.
//
// The square's coefficients have a word and a few bits, for which a product of polynomials has no fast path: all is
// done modulo 2^128, a product of a pair and a word being one product of words with both halves and one with the lower.
#include <algorithm>
#include <bit>

#include "poly/dense/short_power.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using Pair = unsigned __int128;

constexpr std::size_t longest_base = 32;
constexpr std::size_t pair_bits = 126;

/// The square of n words, 2 n - 1 sums.
void square_in_pairs(Pair* square, const std::int64_t* words, std::size_t n) noexcept {
  for (std::size_t k = 0; k < 2 * n - 1; ++k) {
    SignedPair sum = 0;
    std::size_t i = k < n ? 0 : k - n + 1;
    for (; 2 * i < k; ++i) sum += SignedPair{words[i]} * words[k - i];
    sum += sum;
    if (2 * i == k) sum += SignedPair{words[i]} * words[i];
    square[k] = static_cast<Pair>(sum);
  }
}

}  // namespace

bool cube_in_pairs(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ShortRows base(a);
  const std::size_t n = base.count;
  if (n == 0 || n > longest_base || base.stride != 1) return false;
  // A coefficient is a sum of at most n^2 products of three words.
  const auto bits = static_cast<std::size_t>(std::bit_width(base.top()));
  if (3 * bits + 2 * static_cast<std::size_t>(std::bit_width(n)) > pair_bits) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(3 * n * n);
  std::int64_t words[longest_base];
  for (std::size_t i = 0; i < n; ++i) words[i] = base.word(i);
  Pair square[2 * longest_base];
  square_in_pairs(square, words, n);
  Pair cube[3 * longest_base] = {};
  for (std::size_t i = 0; i < n; ++i) {
    Pair* const sums = cube + i;
    if (words[i] >= 0) {
      const auto word = static_cast<std::uint64_t>(words[i]);
      for (std::size_t k = 0; k < 2 * n - 1; ++k) sums[k] += square[k] * word;
    } else {
      const auto word = static_cast<std::uint64_t>(-words[i]);
      for (std::size_t k = 0; k < 2 * n - 1; ++k) sums[k] -= square[k] * word;
    }
  }
  SignedPair result[3 * longest_base];
  std::transform(cube, cube + 3 * n - 2, result, [](Pair x) { return static_cast<SignedPair>(x); });
  write_words(out, result, 3 * n - 2, ctx);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
