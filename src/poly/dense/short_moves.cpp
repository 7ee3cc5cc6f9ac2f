// Opposites, derivatives and shifts of at most 128 coefficients, row by row where they stay.
//
// Rows are copied as long as they are: what a look for shorter ones would cost is most of the time of such a call. Rows
// whose top limbs are all zero, as differences leave them, go the general way, which makes them short.
#include "poly/dense/short_moves.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_rows = 2 * IntegerVector::stripe_rows;
constexpr std::size_t most_limbs = 64;  // of a row

/// Rows that are alike, at most two stripes of them, of at most 64 limbs.
bool has_short_rows(const ReadRows& a) noexcept { return a.count - 1 < most_rows && a.stride - 1 < most_limbs; }

/// The top limbs of rows, joined.
mp_limb_t joined_tops(const ReadRows& a) noexcept {
  mp_limb_t joined = 0;
  const mp_limb_t* limb = a.limbs + a.stride - 1;
  for (std::size_t i = 0; i < a.count; ++i, limb += a.stride) joined |= *limb;
  return joined;
}

/// More than 8 words, by vectors of 16 bytes: calls of the C library take as long as moves of some hundred bytes.
template <class Word>
__attribute__((noinline)) void copy_many_words(Word* to, const Word* from, std::size_t n) noexcept {
  constexpr std::size_t most_bytes = 512;
  constexpr std::size_t words = 16 / sizeof(Word);
  if (n * sizeof(Word) > most_bytes) {
    std::memcpy(to, from, n * sizeof(Word));
    return;
  }
  for (std::size_t i = 0; i + words < n; i += words) {
    std::memcpy(to + i, from + i, 16);
    __asm__("" : "+r"(i));  // not recognised as a call
  }
  std::memcpy(to + n - words, from + n - words, 16);  // some of them again
}

/// to = from, which do not overlap.
template <class Word>
void copy_words(Word* to, const Word* from, std::size_t n) noexcept {
  constexpr std::size_t few = 8;
  if (n > few) return copy_many_words(to, from, n);
  for (std::size_t i = 0; i < n; ++i) {
    to[i] = from[i];
    __asm__("" : "+r"(i));  // no call for so few
  }
}

void start(const ExecutionContext& ctx, std::size_t limbs) {
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(limbs);
}

/// Rows i = i + 1 times a[i + 1] of words, whose products are words.
void multiply_words(const WrittenRows& out, const ReadRows& a) noexcept {
  const mp_limb_t* const from = a.limbs;
  const std::int32_t* const signs = a.sizes;
  mp_limb_t* const to = out.limbs;
  std::int32_t* const sizes = out.sizes;
  for (std::size_t i = 1; i < a.count; ++i) {
    to[i - 1] = from[i] * i;
    sizes[i - 1] = signs[i];
  }
}

/// The same where products have two limbs.
void multiply_to_pairs(const WrittenRows& out, const ReadRows& a) noexcept {
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = 1; i < a.count; ++i) {
    const Wide product = Wide{a.limbs[i]} * i;
    const auto high = static_cast<mp_limb_t>(product >> 64);
    out.limbs[2 * i - 2] = static_cast<mp_limb_t>(product);
    out.limbs[2 * i - 1] = high;
    out.sizes[i - 1] = a.sizes[i] * (high != 0 ? 2 : 1);
  }
}

/// The same for rows of several limbs.
void multiply_rows(const WrittenRows& out, const ReadRows& a) noexcept {
  for (std::size_t i = 1; i < a.count; ++i) {
    const std::int32_t own = a.sizes[i];
    const auto n = static_cast<std::size_t>(own < 0 ? -own : own);
    mp_limb_t* const row = out.row(i - 1);
    mp_limb_t carry = 0;
    if (i == 1)
      std::memmove(row, a.row(1), n * sizeof(mp_limb_t));
    else if (n != 0)
      carry = mpn_mul_1(row, a.row(i), static_cast<mp_size_t>(n), i);
    clear_from(row, n, out.stride);
    if (carry != 0) row[n] = carry;
    out.sizes[i - 1] = signed_size(n + (carry != 0 ? 1 : 0), own < 0);
  }
}

}  // namespace

bool neg_short(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  if (!has_short_rows(x)) return false;
  start(ctx, x.count);
  const WrittenRows rows = &out == &a ? written_rows(out) : remade_rows(out, x.count, x.stride, ctx);
  if (&out != &a) copy_words(rows.limbs, x.limbs, x.count * x.stride);
  for (std::size_t i = 0; i < x.count; ++i) rows.sizes[i] = -x.sizes[i];
  return true;
}

bool derivative_short(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  if (x.count < 2 || !has_short_rows(x)) return false;
  const mp_limb_t top = joined_tops(x);
  if (top == 0 && x.stride != 1) return false;
  const auto free_bits = static_cast<std::size_t>(std::countl_zero(top));
  const auto factor_bits = static_cast<std::size_t>(std::bit_width(x.count - 1));
  const std::size_t stride = x.stride + (free_bits < factor_bits ? 1 : 0);
  start(ctx, x.count * stride);
  if (&out == &a && stride != x.stride) return false;
  // In place a row at a time, upwards: each is read before it is written.
  const WrittenRows rows = &out == &a ? written_rows(out) : remade_rows(out, x.count - 1, stride, ctx);
  if (stride == 1)
    multiply_words(rows, x);
  else if (x.stride == 1)
    multiply_to_pairs(rows, x);
  else
    multiply_rows(rows, x);
  if (&out == &a) shrink_rows(out, x.count - 1);
  return true;
}

bool shift_left_short(IntegerVector& out, const IntegerVector& a, std::size_t k, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  if (!has_short_rows(x) || k > most_rows - x.count || (x.stride != 1 && joined_tops(x) == 0)) return false;
  start(ctx, x.count);
  const WrittenRows rows = remade_rows(out, x.count + k, x.stride, ctx);
  constexpr std::size_t few = 16;
  if (k * x.stride <= few)
    clear_from(rows.limbs, 0, k * x.stride);
  else
    std::memset(rows.limbs, 0, k * x.stride * sizeof(mp_limb_t));
  clear_from(rows.sizes, 0, k);
  copy_words(rows.row(k), x.limbs, x.count * x.stride);
  copy_words(rows.sizes + k, x.sizes, x.count);
  return true;
}

bool shift_right_short(IntegerVector& out, const IntegerVector& a, std::size_t k, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a);
  if (!has_short_rows(x) || (x.stride != 1 && joined_tops(x) == 0)) return false;
  start(ctx, x.count);
  const std::size_t n = x.count - k;
  const WrittenRows rows = &out == &a ? written_rows(out) : remade_rows(out, n, x.stride, ctx);
  if (&out == &a) {
    std::memmove(rows.limbs, x.row(k), n * x.stride * sizeof(mp_limb_t));
    std::memmove(rows.sizes, x.sizes + k, n * sizeof(std::int32_t));
    shrink_rows(out, n);
  } else {
    copy_words(rows.limbs, x.row(k), n * x.stride);
    copy_words(rows.sizes, x.sizes + k, n);
  }
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
