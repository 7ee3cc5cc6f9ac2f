// Common factors of numerators and denominators, and sums x a + y b of integer vectors.
#include "poly/dense/rational_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/gmp_memory.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using OpsZ = DenseOps<Integers>;

constexpr std::size_t polled_limbs = 1 << 13;  // taken through a gcd or a division between two polls
constexpr std::size_t most_short_limbs = 64;   // of a row whose products are made without a plan

std::size_t limbs_of(const Integer& x) noexcept { return x.view().limbs().size(); }

/// Charges what GMP takes for numbers of so many limbs; nothing for short ones.
MemoryReservation gcd_memory(const ExecutionContext& ctx, std::size_t limbs) {
  return limbs <= most_short_limbs ? MemoryReservation() : MemoryReservation(ctx.memory(), gmp_gcd_bytes(limbs));
}

/// The gcd of d and the elements, for d a word.
mp_limb_t common_word(mp_limb_t d, const IntegerVector& v) noexcept {
  for (std::size_t i = 0; i < v.size() && d != 1; ++i) {
    const auto size = static_cast<mp_size_t>(std::abs(v.signed_size(i)));
    if (size == 1)
      d = std::gcd(d, *v.row(i));
    else if (size != 0)
      d = mpn_gcd_1(v.row(i), size, d);
  }
  return d;
}

__extension__ using Wide = __int128;

/// a x + b y for factors and elements of a word whose products fit 126 bits.
void sum_of_word_multiples(IntegerVector& sum, const IntegerVector& a, std::int64_t x, const IntegerVector& b,
                           std::int64_t y, const ExecutionContext& ctx) {
  const std::size_t n = std::max(a.size(), b.size());
  Wide sums[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < n; ++i) {
    Wide value = 0;
    if (i < a.size()) value = Wide{signed_word(*a.row(i), a.signed_size(i))} * x;
    if (i < b.size()) value += Wide{signed_word(*b.row(i), b.signed_size(i))} * y;
    sums[i] = value;
  }
  std::size_t size = n;
  while (size != 0 && sums[size - 1] == 0) --size;
  bool wide = false;
  for (std::size_t i = 0; i < size; ++i) wide = wide || sums[i] != static_cast<std::int64_t>(sums[i]);
  const std::size_t stride = wide ? 2 : 1;
  remake_short(sum, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* const limbs = sum.row(0);
  std::int32_t* const sizes = unwritten_sizes(sum);
  for (std::size_t i = 0; i < size; ++i) {
    if (!wide) {
      store_word(limbs + i, sizes + i, static_cast<std::int64_t>(sums[i]));
      continue;
    }
    const bool negative = sums[i] < 0;
    __extension__ using Unsigned = unsigned __int128;
    const Unsigned magnitude = negative ? Unsigned{0} - static_cast<Unsigned>(sums[i]) : static_cast<Unsigned>(sums[i]);
    limbs[2 * i] = static_cast<mp_limb_t>(magnitude);
    limbs[2 * i + 1] = static_cast<mp_limb_t>(magnitude >> 64);
    sizes[i] = signed_size(limbs[2 * i + 1] != 0 ? 2 : limbs[2 * i] != 0 ? 1 : 0, negative);
  }
}

/// a x + b y row by row in scratch memory, for at most 64 rows that are not long.
void sum_of_short_multiples(IntegerVector& sum, const IntegerVector& a, const Integer& x, const IntegerVector& b,
                            IntegerView y, std::size_t width, const ExecutionContext& ctx) {
  const std::size_t n = std::max(a.size(), b.size());
  Workspace::Frame frame;
  mp_limb_t* const rows = frame.allocate<mp_limb_t>((n + 3) * width).data();
  mp_limb_t* const first = rows + n * width;
  mp_limb_t* const second = first + width;
  mp_limb_t* const scratch = second + width;
  std::int32_t sizes[IntegerVector::stripe_rows];
  std::size_t size = 0;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t left = i < a.size() ? mul_rows(first, a[i], x.view(), scratch) : 0;
    const std::int32_t right = i < b.size() ? mul_rows(second, b[i], y, scratch) : 0;
    sizes[i] = add_rows(rows + i * width, {first, left}, {second, right});
    if (sizes[i] != 0) size = i + 1;
    stride = std::max(stride, static_cast<std::size_t>(std::abs(sizes[i])));
  }
  remake_short(sum, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* row = sum.row(0);
  for (std::size_t i = 0; i < size; ++i, row += stride) {
    const auto limbs = static_cast<std::size_t>(std::abs(sizes[i]));
    std::copy_n(rows + i * width, limbs, row);
    std::fill(row + limbs, row + stride, mp_limb_t{0});
  }
  std::copy_n(sizes, size, unwritten_sizes(sum));
}

}  // namespace

Integer common_factor(const Integer& d, const IntegerVector& v, const ExecutionContext& ctx) {
  if (d.is_one() || v.empty()) return d;
  if (d.is_inline() && v.size() <= IntegerVector::stripe_rows) return common_word(d.view().limbs()[0], v);
  const std::size_t limbs = std::max(limbs_of(d), v.max_limbs(ctx));
  const MemoryReservation held = gcd_memory(ctx, limbs);
  const std::size_t part = 1 + polled_limbs / limbs;
  Integer common = d;
  for (std::size_t i = 0; i < v.size() && !common.is_one(); ++i) {
    if (i % part == 0) ctx.poll();
    common = gcd(common, v[i]);
  }
  return common;
}

void divide_in_place(IntegerVector& v, const Integer& d, const ExecutionContext& ctx) {
  if (d.is_one() || v.empty()) return;
  const std::size_t limbs = std::max(limbs_of(d), v.max_limbs(ctx));
  const MemoryReservation held = gcd_memory(ctx, limbs);
  const std::size_t part = 1 + polled_limbs / limbs;
  Integer q;  // one scratch number for all elements
  q.with_mpz([&](mpz_ptr z) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (i % part == 0) ctx.poll();
      if (v.signed_size(i) == 0) continue;
      mpz_divexact(z, v[i].mpz(), d.view().mpz());
      v.assign(i, z);
    }
  });
  v.compact(false, ctx);
}

Integer quotient(const Integer& a, const Integer& d) {
  if (d.is_one()) return a;
  if (a.is_inline() && d.is_inline()) return exact_div(a, d);
  Integer q;
  q.with_mpz([&](mpz_ptr z) { mpz_divexact(z, a.view().mpz(), d.view().mpz()); });
  return q;
}

void sum_of_multiples(IntegerVector& sum, const IntegerVector& a, const Integer& x, const IntegerVector& b,
                      const Integer& y, bool subtract, const ExecutionContext& ctx) {
  const std::size_t n = std::max(a.size(), b.size());
  if (n <= IntegerVector::stripe_rows) {
    const std::size_t bits_a = a.empty() ? 0 : short_bits(a) + x.bit_length();
    const std::size_t bits_b = b.empty() ? 0 : short_bits(b) + y.bit_length();
    ctx.poll();
    ctx.charge(n);
    const auto is_word = [](const IntegerVector& v) { return v.empty() || short_bits(v) < 64; };
    if (std::max(bits_a, bits_b) <= 126 && x.bit_length() < 64 && y.bit_length() < 64 && is_word(a) && is_word(b))
      return sum_of_word_multiples(sum, a, x.to_int64(), b, subtract ? -y.to_int64() : y.to_int64(), ctx);
    // A product is made in one limb more than it has, a sum likewise.
    const std::size_t width = limbs_for_bits(std::max(bits_a, bits_b)) + 2;
    if (width <= most_short_limbs)
      return sum_of_short_multiples(sum, a, x, b, subtract ? -y.view() : y.view(), width, ctx);
  }
  const IntegerVector left = OpsZ::scale(Integers{}, a, x, ctx);
  const IntegerVector right = OpsZ::scale(Integers{}, b, y, ctx);
  subtract ? OpsZ::sub_into(Integers{}, sum, left, right, ctx) : OpsZ::add_into(Integers{}, sum, left, right, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
