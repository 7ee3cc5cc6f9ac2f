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

/// The rows of a vector of one stripe.
struct StripeRows {
  explicit StripeRows(const IntegerVector& v) noexcept
      : limbs(v.empty() ? nullptr : v.row(0)),
        sizes(v.signed_sizes().data()),
        count(v.size()),
        stride(v.empty() ? 0 : v.stride(0)) {}
  std::int64_t word(std::size_t i) const noexcept { return signed_word(limbs[i * stride], sizes[i]); }

  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
  std::size_t stride;
};

/// a x + b y for words; the number of sums without zeros on top.
template <class Sum>
std::size_t add_word_multiples(Sum* sums, const StripeRows& a, std::int64_t x, const StripeRows& b,
                               std::int64_t y) noexcept {
  const std::size_t common = std::min(a.count, b.count);
  for (std::size_t i = 0; i < common; ++i) sums[i] = Sum{a.word(i)} * x + Sum{b.word(i)} * y;
  for (std::size_t i = common; i < a.count; ++i) sums[i] = Sum{a.word(i)} * x;
  for (std::size_t i = common; i < b.count; ++i) sums[i] = Sum{b.word(i)} * y;
  std::size_t size = std::max(a.count, b.count);
  while (size != 0 && sums[size - 1] == 0) --size;
  return size;
}

void write_words(IntegerVector& sum, const std::int64_t* words, std::size_t size, const ExecutionContext& ctx) {
  remake_short(sum, size, 1, ctx);
  if (size == 0) return;
  mp_limb_t* const limbs = sum.row(0);
  std::int32_t* const sizes = unwritten_sizes(sum);
  for (std::size_t i = 0; i < size; ++i) store_word(limbs + i, sizes + i, words[i]);
}

/// For sums of at most 63 bits with their sign.
void sum_of_word_multiples(IntegerVector& sum, const IntegerVector& a, std::int64_t x, const IntegerVector& b,
                           std::int64_t y, const ExecutionContext& ctx) {
  std::int64_t sums[IntegerVector::stripe_rows];
  write_words(sum, sums, add_word_multiples(sums, StripeRows(a), x, StripeRows(b), y), ctx);
}

/// For sums of at most 127 bits with their sign.
void sum_of_wide_multiples(IntegerVector& sum, const IntegerVector& a, std::int64_t x, const IntegerVector& b,
                           std::int64_t y, const ExecutionContext& ctx) {
  __extension__ using Wide = __int128;
  __extension__ using Magnitude = unsigned __int128;
  Wide sums[IntegerVector::stripe_rows];
  const std::size_t size = add_word_multiples(sums, StripeRows(a), x, StripeRows(b), y);
  std::size_t stride = 1;
  for (std::size_t i = 0; i < size; ++i)
    if (sums[i] != static_cast<std::int64_t>(sums[i])) stride = 2;
  remake_short(sum, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* row = sum.row(0);
  std::int32_t* const sizes = unwritten_sizes(sum);
  for (std::size_t i = 0; i < size; ++i, row += stride) {
    const bool negative = sums[i] < 0;
    const Magnitude magnitude =
        negative ? Magnitude{0} - static_cast<Magnitude>(sums[i]) : static_cast<Magnitude>(sums[i]);
    const auto high = static_cast<mp_limb_t>(magnitude >> 64);
    row[0] = static_cast<mp_limb_t>(magnitude);
    if (stride == 2) row[1] = high;
    sizes[i] = signed_size(high != 0 ? 2 : magnitude != 0 ? 1 : 0, negative);
  }
}

/// row = x f; both have as many limbs as they say, the row has one for each. Returns the signed size.
std::int32_t product_of_limbs(mp_limb_t* row, const mp_limb_t* x, std::int32_t size_x, IntegerView f) noexcept {
  if (size_x == 0 || f.is_zero()) return 0;
  const auto n = static_cast<mp_size_t>(std::abs(size_x));
  const auto m = static_cast<mp_size_t>(f.limbs().size());
  mp_limb_t top;
  if (m == 1)
    row[n] = top = mpn_mul_1(row, x, n, f.limbs()[0]);
  else
    top = n >= m ? mpn_mul(row, x, n, f.limbs().data(), m) : mpn_mul(row, f.limbs().data(), m, x, n);
  return signed_size(static_cast<std::size_t>(n + m) - (top == 0 ? 1 : 0), (size_x < 0) != (f.sign() < 0));
}

/// a x + b y row by row in scratch memory, `width` limbs for each, for at most 64 rows that are not long.
void sum_of_short_multiples(IntegerVector& sum, const IntegerVector& a, IntegerView x, const IntegerVector& b,
                            IntegerView y, std::size_t width, const ExecutionContext& ctx) {
  const StripeRows rows_a(a);
  const StripeRows rows_b(b);
  const std::size_t n = std::max(a.size(), b.size());
  Workspace::Frame frame;
  mp_limb_t* const rows = frame.allocate<mp_limb_t>((n + 1) * width).data();
  mp_limb_t* const other = rows + n * width;
  std::int32_t sizes[IntegerVector::stripe_rows];
  std::size_t size = 0;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < n; ++i) {
    mp_limb_t* const row = rows + i * width;
    sizes[i] = i < a.size() ? product_of_limbs(row, rows_a.limbs + i * rows_a.stride, rows_a.sizes[i], x) : 0;
    if (i < b.size()) {
      const std::int32_t right = product_of_limbs(other, rows_b.limbs + i * rows_b.stride, rows_b.sizes[i], y);
      sizes[i] = add_rows(row, {row, sizes[i]}, {other, right});
    }
    if (sizes[i] != 0) size = i + 1;
    stride = std::max(stride, static_cast<std::size_t>(std::abs(sizes[i])));
  }
  remake_short(sum, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* to = sum.row(0);
  for (std::size_t i = 0; i < size; ++i, to += stride) {
    const auto limbs = static_cast<std::size_t>(std::abs(sizes[i]));
    std::copy_n(rows + i * width, limbs, to);
    std::fill(to + limbs, to + stride, mp_limb_t{0});
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

bool sum_in_words(IntegerVector& sum, Integer& denominator, const IntegerVector& a, const Integer& da,
                  const IntegerVector& b, const Integer& db, bool subtract, const ExecutionContext& ctx) {
  if (!da.is_inline() || !db.is_inline() || std::max(a.size(), b.size()) > IntegerVector::stripe_rows) return false;
  const std::uint64_t x = da.view().limbs()[0];
  const std::uint64_t y = db.view().limbs()[0];
  const auto bits_x = static_cast<std::size_t>(std::bit_width(x));
  const auto bits_y = static_cast<std::size_t>(std::bit_width(y));
  if (std::max({bits_x + bits_y, short_bits(a) + bits_y + 1, short_bits(b) + bits_x + 1}) > 62) return false;
  ctx.poll();
  ctx.charge(a.size() + b.size());
  const std::uint64_t common = std::gcd(x, y);
  const std::uint64_t factor_a = y / common;
  const std::uint64_t factor_b = x / common;
  std::int64_t sums[IntegerVector::stripe_rows];
  const auto signed_b = static_cast<std::int64_t>(factor_b);
  const std::size_t size = add_word_multiples(sums, StripeRows(a), static_cast<std::int64_t>(factor_a), StripeRows(b),
                                              subtract ? -signed_b : signed_b);
  std::uint64_t shared = common;
  for (std::size_t i = 0; i < size && shared != 1; ++i)
    shared = std::gcd(shared, static_cast<std::uint64_t>(std::abs(sums[i])));
  if (shared != 1)
    for (std::size_t i = 0; i < size; ++i) sums[i] /= static_cast<std::int64_t>(shared);
  write_words(sum, sums, size, ctx);
  denominator = Integer(size == 0 ? 1 : factor_a * factor_b * (common / shared));
  return true;
}

void cancel_shared(IntegerVector& v, Integer& bottom, Integer radical, const ExecutionContext& ctx) {
  for (;;) {
    radical = common_factor(radical, v, ctx);
    if (radical.is_one()) return;
    radical = gcd(radical, bottom);
    if (radical.is_one()) return;
    divide_in_place(v, radical, ctx);
    bottom = quotient(bottom, radical);
  }
}

void cancel_shared(Integer& v, Integer& bottom, Integer radical) {
  for (;;) {
    radical = gcd(radical, v);
    if (radical.is_one()) return;
    radical = gcd(radical, bottom);
    if (radical.is_one()) return;
    v = quotient(v, radical);
    bottom = quotient(bottom, radical);
  }
}

void sum_of_multiples(IntegerVector& sum, const IntegerVector& a, const Integer& x, const IntegerVector& b,
                      const Integer& y, bool subtract, const ExecutionContext& ctx) {
  const std::size_t n = std::max(a.size(), b.size());
  if (n <= IntegerVector::stripe_rows) {
    const std::size_t own_a = short_bits(a);
    const std::size_t own_b = short_bits(b);
    const std::size_t bits = std::max(own_a + x.bit_length(), own_b + y.bit_length()) + 1;
    ctx.poll();
    ctx.charge(n);
    if (std::max({own_a, own_b, x.bit_length(), y.bit_length()}) < 64 && bits <= 126) {
      const std::int64_t sign = subtract ? -1 : 1;
      return bits <= 62 ? sum_of_word_multiples(sum, a, x.to_int64(), b, sign * y.to_int64(), ctx)
                        : sum_of_wide_multiples(sum, a, x.to_int64(), b, sign * y.to_int64(), ctx);
    }
    const std::size_t width = limbs_for_bits(bits) + 2;  // products have a limb for each of their factors'
    if (width <= most_short_limbs)
      return sum_of_short_multiples(sum, a, x.view(), b, subtract ? -y.view() : y.view(), width, ctx);
  }
  const IntegerVector left = OpsZ::scale(Integers{}, a, x, ctx);
  const IntegerVector right = OpsZ::scale(Integers{}, b, y, ctx);
  subtract ? OpsZ::sub_into(Integers{}, sum, left, right, ctx) : OpsZ::add_into(Integers{}, sum, left, right, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
