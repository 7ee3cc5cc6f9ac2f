// Sums of sparse polynomials over Q.
//
// a / d + b / e with d = x g, e = y g, g = gcd(d, e), is (a y + b x) / (x y g), where numerators share factors with g
// alone (Henrici 1956; Knuth, TAOCP vol. 2, 4.5.1). Short lists are multiplied while they are merged: where rows and
// denominators have one limb, in pairs of words on the stack, else in rows of scratch memory. What numerators share
// with g is 1 after a gcd or two, as a rule. Long lists are multiplied first and merged over Z.
// Cost: O(n + m) products; nothing is allocated for short lists whose result has room.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/row_terms_over.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/merge_limbs.hpp"
#include "poly/rows/rational_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsQ = SparseTerms<Rationals>;

constexpr std::size_t most_stack_terms = 256;          // of both operands
constexpr std::size_t most_scratch_terms = 1 << 12;    // likewise
constexpr mp_limb_t most_factor = mp_limb_t{1} << 62;  // whose products with words add up in 128 bits

/// One operand: rows of one limb, and what they are multiplied by.
struct WordMultiple {
  const std::uint64_t* keys;
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
  mp_limb_t factor;
};

/// The terms of x + y, or x - y, without zeros; how many there are.
template <bool minus>
std::size_t merge_multiples(const WordMultiple& x, const WordMultiple& y, RowTerm* sums) noexcept {
  std::size_t i = 0;
  std::size_t j = 0;
  RowTerm* to = sums;
  const auto of_x = [&](std::size_t k) { return scaled_term(x.keys[k], x.limbs[k], x.sizes[k], x.factor); };
  const auto of_y = [&](std::size_t k) {
    return scaled_term(y.keys[k], y.limbs[k], minus ? -y.sizes[k] : y.sizes[k], y.factor);
  };
  while (i != x.count && j != y.count) {
    if (x.keys[i] > y.keys[j]) {
      *to++ = of_x(i++);
    } else if (x.keys[i] < y.keys[j]) {
      *to++ = of_y(j++);
    } else {
      PairWord sum = of_x(i).value();
      sum.add(of_y(j).value());
      *to = {x.keys[i], sum.low, sum.high};
      to += static_cast<std::ptrdiff_t>(!sum.is_zero());
      ++i;
      ++j;
    }
  }
  while (i != x.count) *to++ = of_x(i++);
  while (j != y.count) *to++ = of_y(j++);
  return static_cast<std::size_t>(to - sums);
}

/// Over one denominator of one limb, sums of one limb: terms are moved as they are. False, with nothing done, where
/// sums are longer.
bool merge_in_limbs(TermsQ& out, const TermsQ& a, const TermsQ& b, bool subtract, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const ReadRows y = read_rows(b.coefficients.numerators());
  const LimbTerms of_a{a.monomials.data(), x.limbs, x.sizes, x.count};
  const LimbTerms of_b{b.monomials.data(), y.limbs, y.sizes, y.count};
  std::uint64_t stack_keys[most_stack_terms];
  mp_limb_t stack_limbs[most_stack_terms];
  std::int32_t stack_sizes[most_stack_terms];
  std::uint64_t* keys = stack_keys;
  mp_limb_t* limbs = stack_limbs;
  std::int32_t* sizes = stack_sizes;
  std::optional<Workspace::Frame> frame;
  MemoryReservation held;
  if (const std::size_t all = x.count + y.count; all > most_stack_terms) {
    held = reserve_unless_short(ctx, 3 * all * sizeof(std::uint64_t));
    keys = frame.emplace().allocate<std::uint64_t>(all).data();
    limbs = frame->allocate<mp_limb_t>(all).data();
    sizes = frame->allocate<std::int32_t>(all).data();
  }
  const LimbRoom sum{keys, limbs, sizes};
  const auto count = subtract ? merge_limbs<1, true>(of_a, of_b, sum) : merge_limbs<1, false>(of_a, of_b, sum);
  if (!count) return false;
  const mp_limb_t d = word_of_denominator(a.coefficients);
  const mp_limb_t shared = word_shared_by(d, ReadRows{limbs, sizes, *count, 1}, *count);
  if (shared != 1)
    for (std::size_t i = 0; i < *count; ++i) limbs[i] /= shared;
  const TermRoom room = remake_rationals(out, a.monomials.layout(), *count, 1, ctx);
  for (std::size_t i = 0; i < *count; ++i) {
    room.keys[i] = keys[i];
    room.limbs[i] = limbs[i];
    room.sizes[i] = sizes[i];
  }
  set_denominator(out, Integer(shared == 1 ? d : d / shared).view());
  return true;
}

/// Rows and denominators of one limb, monomials of one word and one layout, not too many terms; false, with nothing
/// done, where that is not so.
bool merge_in_pairs(TermsQ& out, const TermsQ& a, const TermsQ& b, bool subtract, const ExecutionContext& ctx) {
  const ReadRows x = read_rows(a.coefficients.numerators());
  const ReadRows y = read_rows(b.coefficients.numerators());
  const mp_limb_t da = word_of_denominator(a.coefficients);
  const mp_limb_t db = word_of_denominator(b.coefficients);
  const MonomialLayout layout = a.monomials.layout();
  if (x.count + y.count > most_scratch_terms || x.stride != 1 || y.stride != 1 || da == 0 || db == 0) return false;
  if (layout.words != 1 || !(layout == b.monomials.layout())) return false;
  const mp_limb_t common = da == db ? da : word_gcd(da, db);
  const mp_limb_t factor_a = db == common ? 1 : db / common;
  const mp_limb_t factor_b = da == common ? 1 : da / common;
  if ((factor_a | factor_b) >= most_factor) return false;
  ctx.poll();
  ctx.charge(x.count + y.count);
  if (da == db && merge_in_limbs(out, a, b, subtract, ctx)) return true;
  RowTerm stack[most_stack_terms];
  RowTerm* sums = stack;
  std::optional<Workspace::Frame> frame;
  MemoryReservation held;
  if (x.count + y.count > most_stack_terms) {
    held = reserve_unless_short(ctx, (x.count + y.count) * sizeof(RowTerm));
    sums = frame.emplace().allocate<RowTerm>(x.count + y.count).data();
  }
  const WordMultiple of_a{a.monomials.data(), x.limbs, x.sizes, x.count, factor_a};
  const WordMultiple of_b{b.monomials.data(), y.limbs, y.sizes, y.count, factor_b};
  const std::size_t count =
      subtract ? merge_multiples<true>(of_a, of_b, sums) : merge_multiples<false>(of_a, of_b, sums);
  const mp_limb_t shared = shared_by_terms(common, {sums, count});
  divide_terms({sums, count}, shared);
  write_terms(out, layout, std::span<const RowTerm>(sums, count), ctx);
  set_denominator(out, WordProduct(factor_a, factor_b, shared == 1 ? common : common / shared).view());
  return true;
}

/// One operand with rows of any length, and what they are multiplied by.
struct LimbMultiple {
  const std::uint64_t* keys;
  const IntegerVector& rows;
  IntegerView factor;
  bool minus;

  std::int32_t write(mp_limb_t* to, std::size_t i) const noexcept {
    const IntegerView x = minus ? -rows[i] : rows[i];
    if (!factor.is_one()) return long_product(to, x, factor);
    mpn_copyi(to, x.limbs().data(), static_cast<mp_size_t>(limbs_of(x)));
    return x.signed_size();
  }
};

/// The terms of x + y without zeros; rows.sizes and keys have room for all. `left` and `right` hold a product.
std::size_t merge_multiples(const LimbMultiple& x, const LimbMultiple& y, std::size_t words, std::uint64_t* keys,
                            const ScratchRows& rows, mp_limb_t* left, mp_limb_t* right) noexcept {
  const std::size_t n = x.rows.size();
  const std::size_t m = y.rows.size();
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i != n || j != m;) {
    const int order = j == m ? 1 : i == n ? -1 : compare_words(x.keys + i * words, y.keys + j * words, words);
    std::copy_n(order >= 0 ? x.keys + i * words : y.keys + j * words, words, keys + count * words);
    mp_limb_t* const row = rows.row(count);
    if (order > 0) {
      rows.sizes[count] = x.write(row, i++);
    } else if (order < 0) {
      rows.sizes[count] = y.write(row, j++);
    } else {
      const IntegerView p(left, x.write(left, i++));
      const IntegerView q(right, y.write(right, j++));
      rows.sizes[count] = add_rows(row, p, q);
    }
    count += static_cast<std::size_t>(rows.sizes[count] != 0);
  }
  return count;
}

/// Rows and denominators of some limbs, monomials of one layout, not too many terms; false, with nothing done, where
/// that is not so.
bool merge_in_rows(TermsQ& out, const TermsQ& a, const TermsQ& b, bool subtract, const ExecutionContext& ctx) {
  const MonomialLayout layout = a.monomials.layout();
  const std::size_t all = a.size() + b.size();
  if (all > most_scratch_terms || !(layout == b.monomials.layout())) return false;
  const IntegerView da = a.coefficients.denominator().view();
  const IntegerView db = b.coefficients.denominator().view();
  const std::size_t longest = std::max({limbs_of(da), limbs_of(db), a.coefficients.numerators().max_limbs(ctx),
                                        b.coefficients.numerators().max_limbs(ctx)});
  if (longest > most_fraction_limbs || all * longest > most_polled_limbs) return false;
  ctx.poll();
  const std::size_t width = 2 * longest + 1;
  ctx.charge(all * width);
  const MemoryReservation held =
      reserve_unless_short(ctx, (all * (width + layout.words + 1) + 8 * width) * sizeof(mp_limb_t));
  Workspace::Frame frame;
  ScratchNumber common(frame, width + 1);
  ScratchNumber factor_a(frame, longest + 1);
  ScratchNumber factor_b(frame, longest + 1);
  if (da == db)
    common.set(da);
  else
    common.set_gcd(da, db);
  factor_a.set_quotient(db, common.view());
  factor_b.set_quotient(da, common.view());
  std::uint64_t* const keys = frame.allocate<std::uint64_t>(all * layout.words).data();
  const ScratchRows rows{frame.allocate<mp_limb_t>(all * width).data(), frame.allocate<std::int32_t>(all).data(),
                         width};
  mp_limb_t* const products = frame.allocate<mp_limb_t>(2 * width).data();
  const std::size_t count =
      merge_multiples(LimbMultiple{a.monomials.data(), a.coefficients.numerators(), factor_a.view(), false},
                      LimbMultiple{b.monomials.data(), b.coefficients.numerators(), factor_b.view(), subtract},
                      layout.words, keys, rows, products, products + width);
  ScratchNumber shared(frame, width + 1);
  shared.set(common.view());
  share(shared, rows, count);
  ScratchNumber scratch(frame, width + 1);
  if (!shared.is_one()) {
    for (std::size_t i = 0; i < count; ++i) divide_row(rows.row(i), rows.sizes[i], shared.view(), scratch);
    scratch.set_quotient(common.view(), shared.view());
    common.set(scratch.view());
  }
  ScratchNumber coprime(frame, 2 * longest + 2);
  coprime.set_product(factor_a.view(), factor_b.view());
  ScratchNumber denominator(frame, 3 * longest + 3);
  denominator.set_product(coprime.view(), common.view());
  write_terms(out, layout, keys, rows, count, ctx);
  set_denominator(out, denominator.view());
  return true;
}

/// a + b, or a - b, on numerators over the denominator coprime * common, where they share factors with `common` alone.
void merge_numerators(TermsQ& out, const IntegerTerms& a, const IntegerTerms& b, bool subtract, const Integer& coprime,
                      Integer common, const ExecutionContext& ctx) {
  IntegerVector& numerators = RationalParts::numerators(out.coefficients);
  const PackedMonomials* const own_monomials = &out.monomials;
  Integer denominator(1);
  write_numerators(out, [&](SparseTerms<Integers>& sum) {
    const auto moved = [&](const IntegerTerms& t) {
      return IntegerTerms{&t.monomials == own_monomials ? sum.monomials : t.monomials,
                          &t.coefficients == &numerators ? sum.coefficients : t.coefficients};
    };
    merge_integers_into(sum, moved(a), moved(b), subtract, ctx);
    if (sum.size() == 0) return;
    const Integer shared = common_factor(common, sum.coefficients, ctx);
    divide_in_place(sum.coefficients, shared, ctx);
    denominator = mul(coprime, quotient(common, shared));
  });
  RationalParts::denominator(out.coefficients) = std::move(denominator);
}

}  // namespace

void merge_rationals_into(TermsQ& out, const TermsQ& a, const TermsQ& b, bool subtract, const ExecutionContext& ctx) {
  if (merge_in_pairs(out, a, b, subtract, ctx)) return;
  const Integer& da = a.coefficients.denominator();
  const Integer& db = b.coefficients.denominator();
  if (merge_in_rows(out, a, b, subtract, ctx)) return;
  if (da == db) {
    Integer common = da;
    return merge_numerators(out, {a.monomials, a.coefficients.numerators()}, {b.monomials, b.coefficients.numerators()},
                            subtract, Integer(1), std::move(common), ctx);
  }
  Integer common = gcd(da, db);
  const Integer factor_a = quotient(db, common);
  const Integer factor_b = quotient(da, common);
  IntegerVector scaled_a;
  IntegerVector scaled_b;
  const auto scaled = [&](const TermsQ& t, const Integer& factor, IntegerVector& to) -> const IntegerVector& {
    if (factor.is_one()) return t.coefficients.numerators();
    DenseOps<Integers>::scale_into({}, to, t.coefficients.numerators(), factor, ctx);
    return to;
  };
  merge_numerators(out, {a.monomials, scaled(a, factor_a, scaled_a)}, {b.monomials, scaled(b, factor_b, scaled_b)},
                   subtract, mul(factor_a, factor_b), std::move(common), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
