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
#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"

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

/// a x + b y for words; the number of sums without zeros on top.
template <class Sum>
std::size_t add_word_multiples(Sum* sums, const ShortRows& a, std::int64_t x, const ShortRows& b,
                               std::int64_t y) noexcept {
  const std::size_t common = std::min(a.count, b.count);
  for (std::size_t i = 0; i < common; ++i) sums[i] = Sum{a.word(i)} * x + Sum{b.word(i)} * y;
  for (std::size_t i = common; i < a.count; ++i) sums[i] = Sum{a.word(i)} * x;
  for (std::size_t i = common; i < b.count; ++i) sums[i] = Sum{b.word(i)} * y;
  std::size_t size = std::max(a.count, b.count);
  while (size != 0 && sums[size - 1] == 0) --size;
  return size;
}

/// For sums that a Sum holds: std::int64_t for 62 bits and less, SignedPair for 126.
template <class Sum>
void sum_of_word_multiples(IntegerVector& sum, const IntegerVector& a, std::int64_t x, const IntegerVector& b,
                           std::int64_t y, const ExecutionContext& ctx) {
  Sum sums[IntegerVector::stripe_rows];
  write_words(sum, sums, add_word_multiples(sums, ShortRows(a), x, ShortRows(b), y), ctx);
}

/// For rows and factors of one limb, whose sums have at most three.
void sum_of_limb_multiples(IntegerVector& sum, const IntegerVector& a, IntegerView x, const IntegerVector& b,
                           IntegerView y, const ExecutionContext& ctx) {
  __extension__ using Pair = unsigned __int128;
  constexpr std::size_t width = 3;
  mp_limb_t limbs[width * IntegerVector::stripe_rows];
  std::int32_t sizes[IntegerVector::stripe_rows];
  const ShortRows rows_a(a);
  const ShortRows rows_b(b);
  const std::size_t n = std::max(rows_a.count, rows_b.count);
  for (std::size_t i = 0; i < n; ++i) {
    const Pair p = i < rows_a.count ? Pair{rows_a.limbs[i]} * x.limbs()[0] : 0;
    const Pair q = i < rows_b.count ? Pair{rows_b.limbs[i]} * y.limbs()[0] : 0;
    const bool minus_p = i < rows_a.count && (rows_a.sizes[i] ^ x.signed_size()) < 0;
    const bool minus_q = i < rows_b.count && (rows_b.sizes[i] ^ y.signed_size()) < 0;
    const bool alike = minus_p == minus_q;
    const Pair value = alike ? p + q : p < q ? q - p : p - q;
    const mp_limb_t carry = alike && value < p ? 1 : 0;
    mp_limb_t* const row = limbs + i * width;
    row[0] = static_cast<mp_limb_t>(value);
    row[1] = static_cast<mp_limb_t>(value >> 64);
    row[2] = carry;
    sizes[i] = signed_size(carry != 0 ? 3 : row[1] != 0 ? 2 : row[0] != 0 ? 1 : 0, alike || p >= q ? minus_p : minus_q);
  }
  write_rows(sum, {limbs, sizes, width}, 0, n, ctx);
}

/// a x + b y row by row, at most 64 rows that are not long; products and sums have at most `width` limbs, which is at
/// most most_short_limbs, and `bits` bounds the sums.
void sum_of_short_multiples(IntegerVector& sum, const IntegerVector& a, IntegerView x, const IntegerVector& b,
                            IntegerView y, std::size_t width, std::size_t bits, const ExecutionContext& ctx) {
  const ShortRows rows_a(a);
  const ShortRows rows_b(b);
  const std::size_t n = std::max(a.size(), b.size());
  const bool is_operand = &sum == &a || &sum == &b;
  mp_limb_t left[most_short_limbs];
  mp_limb_t right[most_short_limbs];
  const auto write = [&](const ScratchRows& rows, std::size_t i) {
    const IntegerView p(left, i < a.size() ? long_product(left, rows_a[i], x) : 0);
    const IntegerView q(right, i < b.size() ? long_product(right, rows_b[i], y) : 0);
    rows.sizes[i] = add_rows(rows.row(i), p, q);
  };
  if (is_operand) {
    Workspace::Frame frame;
    const ScratchRows rows{frame.allocate<mp_limb_t>(n * width).data(), frame.allocate<std::int32_t>(n).data(), width};
    for (std::size_t i = 0; i < n; ++i) write(rows, i);
    return write_rows(sum, rows, 0, n, ctx);
  }
  const std::size_t stride = limbs_for_bits(bits);
  remake_short(sum, n, stride, ctx);
  const ScratchRows rows{sum.row(0), unwritten_sizes(sum), stride};
  std::size_t size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    write(rows, i);
    clear_from(rows.row(i), static_cast<std::size_t>(std::abs(rows.sizes[i])), stride);
    if (rows.sizes[i] != 0) size = i + 1;
  }
  if (size != n) shrink_rows(sum, size);
}

}  // namespace

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
  if (d.is_inline() && v.size() <= IntegerVector::stripe_rows && v.stride(0) <= most_short_limbs) {
    const mp_limb_t divisor = d.view().limbs()[0];
    for (std::size_t i = 0; i < v.size(); ++i) {
      const std::int32_t size = v.signed_size(i);
      const auto limbs = static_cast<std::size_t>(std::abs(size));
      if (limbs == 0) continue;
      mpn_divexact_1(v.row(i), v.row(i), static_cast<mp_size_t>(limbs), divisor);
      v.set_signed_size(i, signed_size(strip(v.row(i), limbs), size < 0));
    }
    return;
  }
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
  const std::size_t size = add_word_multiples(sums, ShortRows(a), static_cast<std::int64_t>(factor_a), ShortRows(b),
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

bool sum_in_limbs(IntegerVector& sum, Integer& denominator, const IntegerVector& a, const Integer& da,
                  const IntegerVector& b, const Integer& db, bool subtract, const ExecutionContext& ctx) {
  if (!da.is_inline() || !db.is_inline() || !is_short(a) || !is_short(b) || a.empty() || b.empty()) return false;
  const mp_limb_t x = da.view().limbs()[0];
  const mp_limb_t y = db.view().limbs()[0];
  ctx.poll();
  ctx.charge(a.size() + b.size());
  const mp_limb_t common = std::gcd(x, y);
  const mp_limb_t factor_a = y / common;
  const mp_limb_t factor_b = x / common;
  sum_of_limb_multiples(sum, a, IntegerView(&factor_a, 1), b, IntegerView(&factor_b, subtract ? -1 : 1), ctx);
  if (sum.empty()) {
    denominator = Integer(1);
    return true;
  }
  const mp_limb_t shared = common_word(common, sum);
  if (shared != 1) divide_in_place(sum, Integer(shared), ctx);
  set_product(denominator, Integer(factor_a), Integer(factor_b));
  if (shared != common) denominator *= Integer(common / shared);
  return true;
}

void set_product(Integer& product, const Integer& a, const Integer& b) {
  if (&product == &a || &product == &b || product.is_inline()) {
    product = mul(a, b);
    return;
  }
  const std::size_t limbs = limbs_of(a) + limbs_of(b);
  check_limbs(limbs, gmp_mul_bytes(limbs));
  product.with_mpz([&](mpz_ptr z) { mpz_mul(z, a.view().mpz(), b.view().mpz()); });
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

namespace {

/// Many rows, whose products have few limbs each: one pass, stripe by stripe. The sum is no operand.
void sum_of_many_multiples(IntegerVector& sum, const IntegerVector& a, IntegerView x, const IntegerVector& b,
                           IntegerView y, const ExecutionContext& ctx) {
  const auto bits_of = [&](std::size_t s) {
    const std::size_t own_a = s < a.stripes() ? stripe_bits(a, s) : 0;
    const std::size_t own_b = s < b.stripes() ? stripe_bits(b, s) : 0;
    if (own_a == 0 && own_b == 0) return std::size_t{0};
    return std::max(own_a + x.bit_length(), own_b + y.bit_length()) + 1;
  };
  const auto row_of = [](const IntegerVector& v, std::size_t i) { return i < v.size() ? v[i] : IntegerView(); };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const IntegerView u = row_of(a, i);
    const IntegerView v = row_of(b, i);
    Workspace::Frame frame;
    mp_limb_t* const left = frame.allocate<mp_limb_t>(u.limbs().size() + x.limbs().size()).data();
    mp_limb_t* const right = frame.allocate<mp_limb_t>(v.limbs().size() + y.limbs().size()).data();
    const std::int32_t left_size = long_product(left, u, x);
    const std::int32_t right_size = long_product(right, v, y);
    return add_rows(row, IntegerView(left, left_size), IntegerView(right, right_size));
  };
  fill_stripes_into(sum, std::max(a.size(), b.size()), bits_of, fill, ctx);
  OpsZ::normalise(Integers{}, sum, ctx);
}

}  // namespace

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
      return bits <= 62 ? sum_of_word_multiples<std::int64_t>(sum, a, x.to_int64(), b, sign * y.to_int64(), ctx)
                        : sum_of_word_multiples<SignedPair>(sum, a, x.to_int64(), b, sign * y.to_int64(), ctx);
    }
    const IntegerView signed_y = subtract ? -y.view() : y.view();
    if (is_short(a) && is_short(b) && x.is_inline() && y.is_inline() && !x.is_zero() && !y.is_zero())
      return sum_of_limb_multiples(sum, a, x, b, signed_y, ctx);
    const std::size_t width = limbs_for_bits(bits) + 2;  // products have a limb for each of their factors'
    if (width <= most_short_limbs && n != 0) return sum_of_short_multiples(sum, a, x, b, signed_y, width, bits, ctx);
  }
  if (&sum != &a && &sum != &b && n != 0 &&
      limbs_for_bits(std::max(a.max_bits(ctx) + x.bit_length(), b.max_bits(ctx) + y.bit_length())) <= most_short_limbs)
    return sum_of_many_multiples(sum, a, x.view(), b, subtract ? -y.view() : y.view(), ctx);
  const IntegerVector left = OpsZ::scale(Integers{}, a, x, ctx);
  const IntegerVector right = OpsZ::scale(Integers{}, b, y, ctx);
  subtract ? OpsZ::sub_into(Integers{}, sum, left, right, ctx) : OpsZ::add_into(Integers{}, sum, left, right, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
