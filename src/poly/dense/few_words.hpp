// Sums of at most eight words and products of at most six by as many: straight code for every length.
//
// A call on so few words is all overhead: loops of fixed length, operands read as arrays, one look at the joined words,
// and nothing called but the poll. Results stand in registers before they are written, so that they may stand where
// operands do.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace few_words {

constexpr std::size_t most_summands = 8;
constexpr std::size_t most_factors = 6;

/// How many words each of the three has, if that is one number and all have rows of one limb; else 0.
inline std::size_t summands(const IntegerVector& out, const IntegerVector& a, const IntegerVector& b) noexcept {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const ReadRows z = read_rows(out);
  return x.count == y.count && x.count == z.count && x.stride == 1 && y.stride == 1 && z.stride == 1 ? x.count : 0;
}

/// How many words each of two factors has, if that is one number and both have rows of one limb; else 0.
inline std::size_t factors(const IntegerVector& a, const IntegerVector& b) noexcept {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  return x.count == y.count && x.stride == 1 && y.stride == 1 ? x.count : 0;
}

/// out = a + b, or a - b; N = summands(out, a, b), and `out` may be an operand. False, with nothing done, where a word
/// has more than 62 bits, or the last sum is zero.
template <std::size_t N>
bool add(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
         const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  const ReadRows y = read_rows(b);
  const std::int32_t minus = subtract ? -1 : 0;
  mp_limb_t joined = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) joined |= x.limbs[i] | y.limbs[i];
  if (joined >> 62 != 0) return false;
  std::int64_t sums[N];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i)  // the sign of a zero does not matter
    sums[i] = signed_word(x.limbs[i], x.sizes[i]) + signed_word(y.limbs[i], y.sizes[i] ^ minus);
  if (sums[N - 1] == 0) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(N);
  const WrittenRows z = written_rows(out);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) store_word(z.limbs + i, z.sizes + i, sums[i]);
  return true;
}

/// out = a b; N = factors(a, b), and `out` may be an operand. False, with nothing done, where a sum of products might
/// not be a word, an operand is zero, or the tuning is not the built-in one, whose choice is the schoolbook.
template <std::size_t N>
bool mul(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  __extension__ using Wide = unsigned __int128;
  static_assert(N < 8);
  const ReadRows u = read_rows(a);
  const ReadRows v = read_rows(b);
  mp_limb_t joined_a = 0;
  mp_limb_t joined_b = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) joined_a |= u.limbs[i], joined_b |= v.limbs[i];
  // Every sum is at most N joined_a joined_b.
  const Wide bound = static_cast<Wide>(joined_a) * joined_b;
  if (bound == 0 || bound >> 60 != 0 || !ctx.tuning().empty()) return false;
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(N * N);
  std::int64_t x[N];
  std::int64_t y[N];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < N; ++i) {
    x[i] = signed_word(u.limbs[i], u.sizes[i]);
    y[i] = signed_word(v.limbs[i], v.sizes[i]);
  }
  std::int64_t sums[2 * N - 1];
#pragma GCC unroll 16
  for (std::size_t k = 0; k < 2 * N - 1; ++k) {
    const std::size_t first = k < N ? 0 : k - N + 1;
    const std::size_t last = k < N ? k : N - 1;
    std::int64_t sum = x[first] * y[k - first];
#pragma GCC unroll 8
    for (std::size_t i = first + 1; i <= last; ++i) sum += x[i] * y[k - i];
    sums[k] = sum;
  }
  WrittenRows rows = written_rows(out);
  if (rows.count != 2 * N - 1 || rows.stride != 1) {
    remake_short(out, 2 * N - 1, 1, ctx);
    rows = written_rows(out);
  }
#pragma GCC unroll 16
  for (std::size_t k = 0; k < 2 * N - 1; ++k) store_word(rows.limbs + k, rows.sizes + k, sums[k]);
  return true;
}

}  // namespace few_words
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
