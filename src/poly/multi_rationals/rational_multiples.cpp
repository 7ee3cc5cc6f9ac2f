// Negatives and multiples of sparse polynomials over Q.
//
// (p / q) (a / d): p may share factors with d, q with the numerators; the quotients of both by what they share make
// the result canonical. Cost: O(n) products, and gcds until what is shared is 1.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/rational_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;

constexpr std::size_t most_multiplied_terms = 1 << 12;

/// Rows of one limb times x / y, x and y words, x below 2^62, into rows of one or two limbs; `out` may be `a` where it
/// keeps the rows' length.
void write_word_multiples(const TermRoom& room, std::size_t stride, const ReadRows& a, mp_limb_t x, mp_limb_t y,
                          bool negative) noexcept {
  __extension__ using wide = unsigned __int128;
  mp_limb_t* limb = room.limbs;
  for (std::size_t i = 0; i < a.count; ++i, limb += stride) {
    const wide product = wide{y == 1 ? a.limbs[i] : a.limbs[i] / y} * x;
    limb[0] = static_cast<mp_limb_t>(product);
    const auto high = static_cast<mp_limb_t>(product >> 64);
    if (stride == 2) limb[1] = high;
    const std::int32_t size = high != 0 ? 2 : 1;
    room.sizes[i] = (a.sizes[i] < 0) != negative ? -size : size;
  }
}

/// out = a, or -a, but for the denominator. Precondition: the rows of a are alike.
void copy_or_flip(TermsQ& out, const TermsQ& a, bool negative, const ExecutionContext& ctx) {
  if (&out != &a) return write_copy(out, a, negative, ctx);
  if (negative) RationalParts::numerators(out.coefficients).negate();
}

/// Where rows, denominator and factor have one limb; false, with nothing done, where they have more.
bool scale_words(TermsQ& out, const TermsQ& a, const Rational& factor, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const mp_limb_t d = word_of_denominator(a.coefficients);
  if (x.stride != 1 || d == 0 || x.count > most_multiplied_terms) return false;
  if (!factor.numerator().is_inline() || !factor.denominator().is_inline()) return false;
  const mp_limb_t p = factor.numerator().view().limbs()[0];
  const mp_limb_t q = factor.denominator().view().limbs()[0];
  const mp_limb_t top = word_gcd(p, d);
  const mp_limb_t bottom = word_shared_by(q, x, x.count);
  const mp_limb_t by = p / top;
  if (by == 1 && bottom == 1) {
    ctx.poll();
    copy_or_flip(out, a, factor.sign() < 0, ctx);
    set_denominator(out, WordProduct(d / top, q, 1).view());
    return true;
  }
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < x.count; ++i) joined |= x.limbs[i];
  const std::size_t stride = std::bit_width(joined) + std::bit_width(by) <= 64 ? 1 : 2;
  if (stride == 2 && &out == &a) return false;
  ctx.poll();
  ctx.charge(x.count);
  const TermRoom room = remake_rationals(out, a.monomials.layout(), x.count, stride, ctx);
  if (&out != &a) std::copy_n(a.monomials.data(), x.count * a.monomials.words(), room.keys);
  write_word_multiples(room, stride, x, by, bottom, factor.sign() < 0);
  set_denominator(out, WordProduct(d / top, q / bottom, 1).view());
  return true;
}

/// Rows and denominator of some limbs, a factor of words; false, with nothing done, where that is not so or the
/// factor's denominator divides.
bool scale_rows_by_words(TermsQ& out, const TermsQ& a, const Rational& factor, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const IntegerView d = a.coefficients.denominator().view();
  const std::size_t limbs = limbs_of(d);
  if (x.stride == 0 || std::max(x.stride, limbs) > most_fraction_limbs) return false;
  if (x.count * x.stride > most_polled_limbs) return false;
  if (!factor.numerator().is_inline() || !factor.denominator().is_inline()) return false;
  const mp_limb_t p = factor.numerator().view().limbs()[0];
  const mp_limb_t q = factor.denominator().view().limbs()[0];
  const mp_limb_t top = mpn_gcd_1(d.limbs().data(), static_cast<mp_size_t>(limbs), p);
  if (word_shared_by(q, a.coefficients.numerators(), x.count) != 1) return false;
  const mp_limb_t by = p / top;
  mp_limb_t joined = 0;
  const mp_limb_t* last = x.limbs + x.stride - 1;
  for (std::size_t i = 0; i < x.count; ++i, last += x.stride) joined |= *last;
  const std::size_t stride = x.stride + (std::bit_width(joined) + std::bit_width(by) <= 64 ? 0 : 1);
  if (by != 1 && stride != x.stride && &out == &a) return false;
  ctx.poll();
  ctx.charge(x.count * x.stride);
  mp_limb_t below[most_fraction_limbs + 1];
  if (top == 1)
    std::copy_n(d.limbs().data(), limbs, below);
  else
    mpn_divexact_1(below, d.limbs().data(), static_cast<mp_size_t>(limbs), top);
  std::size_t size = strip(below, limbs);
  const mp_limb_t carry = mpn_mul_1(below, below, static_cast<mp_size_t>(size), q);
  if (carry != 0) below[size++] = carry;
  if (by == 1) {
    copy_or_flip(out, a, factor.sign() < 0, ctx);
  } else {
    const TermRoom room = remake_rationals(out, a.monomials.layout(), x.count, stride, ctx);
    if (&out != &a) std::copy_n(a.monomials.data(), x.count * a.monomials.words(), room.keys);
    const mp_limb_t* row = x.limbs;
    mp_limb_t* to = room.limbs;
    for (std::size_t i = 0; i < x.count; ++i, row += x.stride, to += stride) {
      // Zeros on top of a short row stay, and take what is carried.
      const mp_limb_t over = mpn_mul_1(to, row, static_cast<mp_size_t>(x.stride), by);
      if (stride != x.stride) to[x.stride] = over;
      room.sizes[i] = signed_size(strip(to, stride), (x.sizes[i] < 0) != (factor.sign() < 0));
    }
  }
  set_denominator(out, IntegerView(below, static_cast<int>(size)));
  return true;
}

/// Numbers of some limbs; false, with nothing done, where they have many.
bool scale_rows(TermsQ& out, const TermsQ& a, const Rational& factor, const ExecutionContext& ctx) {
  const IntegerVector& x = a.coefficients.numerators();
  const IntegerView d = a.coefficients.denominator().view();
  const IntegerView p = factor.numerator().view();
  const IntegerView q = factor.denominator().view();
  const std::size_t row_limbs = x.stripes() == 1 ? x.stride(0) : x.max_limbs(ctx);
  const std::size_t longest = std::max({limbs_of(d), limbs_of(p), limbs_of(q), row_limbs});
  if (longest > most_fraction_limbs || x.size() * longest > most_polled_limbs) return false;
  ctx.poll();
  const std::size_t count = x.size();
  const std::size_t width = 2 * longest + 1;
  ctx.charge(count * width);
  const std::size_t words = a.monomials.words();
  const MemoryReservation held =
      reserve_unless_short(ctx, ((&out == &a ? count : 1) * (width + words + 1) + 8 * width) * sizeof(mp_limb_t));
  Workspace::Frame frame;
  ScratchNumber top(frame, longest + 1);
  ScratchNumber bottom(frame, longest + 1);
  ScratchNumber by(frame, longest + 1);
  top.set_gcd(p, d);
  bottom.set(q);
  share(bottom, x, count);
  by.set_quotient(p, top.view());
  ScratchNumber scratch(frame, width + 1);
  mp_limb_t* const divided = frame.allocate<mp_limb_t>(longest + 1).data();
  const auto product = [&](mp_limb_t* row, std::size_t i) {
    if (bottom.is_one()) return long_product(row, x[i], by.view());
    std::int32_t size = x[i].signed_size();
    std::copy_n(x[i].limbs().data(), limbs_of(x[i]), divided);
    divide_row(divided, size, bottom.view(), scratch);
    return long_product(row, IntegerView(divided, size), by.view());
  };
  ScratchNumber denominator(frame, width);
  ScratchNumber d_left(frame, longest + 1);
  ScratchNumber q_left(frame, longest + 1);
  d_left.set_quotient(d, top.view());
  q_left.set_quotient(q, bottom.view());
  denominator.set_product(d_left.view(), q_left.view());
  if (by.is_one_or_opposite() && bottom.is_one() && read_rows(x).stride != 0) {
    copy_or_flip(out, a, factor.sign() < 0, ctx);
    set_denominator(out, denominator.view());
    return true;
  }
  const MonomialLayout layout = a.monomials.layout();
  if (&out == &a) {
    std::uint64_t* const keys = frame.allocate<std::uint64_t>(count * words).data();
    std::copy_n(a.monomials.data(), count * words, keys);
    const ScratchRows rows{frame.allocate<mp_limb_t>(count * width).data(), frame.allocate<std::int32_t>(count).data(),
                           width};
    for (std::size_t i = 0; i < count; ++i) rows.sizes[i] = product(rows.row(i), i);
    write_terms(out, layout, keys, rows, count, ctx);
  } else {
    const std::size_t bits = x.max_bits(ctx) + by.view().bit_length();
    const std::size_t stride = limbs_for_bits(bits);
    mp_limb_t* const row = frame.allocate<mp_limb_t>(width).data();
    const TermRoom room = remake_rationals(out, layout, count, stride, ctx);
    std::copy_n(a.monomials.data(), count * words, room.keys);
    for (std::size_t i = 0; i < count; ++i) {
      mp_limb_t* const to = room.limbs + i * stride;
      const bool fits = limbs_of(x[i]) + limbs_of(by.view()) <= stride;
      room.sizes[i] = product(fits ? to : row, i);
      const auto limbs = static_cast<std::size_t>(std::abs(room.sizes[i]));
      if (!fits) std::copy_n(row, limbs, to);
      clear_from(to, limbs, stride);
    }
  }
  set_denominator(out, denominator.view());
  return true;
}

}  // namespace

void negate_rationals_into(TermsQ& out, const TermsQ& a, const ExecutionContext& ctx) {
  ctx.poll();
  if (&out == &a) return RationalParts::numerators(out.coefficients).negate();
  if (read_rows(a.coefficients.numerators()).stride == 0 || a.size() > most_multiplied_terms) {
    const MemoryReservation held = reserve_unless_short(ctx, a.coefficients.bytes() + a.monomials.bytes());
    out = a;
    return RationalParts::numerators(out.coefficients).negate();
  }
  write_copy(out, a, true, ctx);
  set_denominator(out, a.coefficients.denominator().view());
}

void scale_rationals_into(TermsQ& out, const TermsQ& a, const Rational& factor, const ExecutionContext& ctx) {
  if (scale_words(out, a, factor, ctx) || scale_rows_by_words(out, a, factor, ctx)) return;
  if (scale_rows(out, a, factor, ctx)) return;
  try {
    if (&out != &a) out.monomials = a.monomials;
    DenseOps<Rationals>::scale_into({}, out.coefficients, a.coefficients, factor, ctx);
  } catch (...) {
    out = TermsQ{PackedMonomials(out.monomials.layout()), {}};
    throw;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
