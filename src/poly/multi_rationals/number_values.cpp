// Values of sparse polynomials in several variables over Z and Q, in rows of limbs of the thread's scratch memory.
//
// With a coordinate p / q and D its variable's degree, x^e stands for p^e q^(D - e) over q^D: the sum is one of
// integers, over one denominator. These powers, those that occur, stand in tables, each made from the one before. A
// stack of sums, one for each variable, goes through the terms: the sum of level k has the terms whose exponents of the
// first k variables are those of the term at hand, without these variables' powers. Where a term differs from the one
// before in variable d, the levels behind d are multiplied by their powers and added to the level before. So a power of
// the first variables is multiplied once for all terms that share it, and products of the last ones are short. Orders
// other than lex are evaluated likewise, with fewer terms that share.
//
// A prime that divides the denominator divides one of the few numbers that it is a product of powers of: what it shares
// with the value is found by gcds with their product, which is short.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/detail/multi_values.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/multi_rationals/coordinate_powers.hpp"
#include "poly/multi_rationals/few_term_values.hpp"
#include "poly/multi_rationals/fraction_powers.hpp"
#include "poly/multi_rationals/lowest_terms.hpp"
#include "poly/multi_rationals/rational_in_place.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_row_limbs = std::size_t{1} << 12;
constexpr std::size_t most_table_limbs = std::size_t{1} << 18;
constexpr std::size_t polled_products = 64;

/// sum += a b, or a where there is no b; sum and product have room for the product and a zero on top.
void add_product(LimbRow& sum, IntegerView a, const IntegerView* b, mp_limb_t* product) noexcept {
  if (sum.size == 0 && b != nullptr) {
    sum.size = long_product(sum.limbs, a, *b);
    return;
  }
  const IntegerView summand = b == nullptr ? a : IntegerView(product, long_product(product, a, *b));
  sum.size = add_rows(sum.limbs, sum.view(), summand);
}

/// The sum of a polynomial's terms over the denominators of the coordinates, in memory of the frame.
class ValueInRows {
 public:
  ValueInRows(const IntegerTerms& terms, const Variables& variables, std::size_t n, const ExecutionContext& ctx)
      : terms_(terms), variables_(variables), n_(n), ctx_(ctx) {}
  ValueInRows(const ValueInRows&) = delete;
  ValueInRows& operator=(const ValueInRows&) = delete;

  /// Coordinate v is numerator(v) / denominator(v). False where exponents or numbers are long.
  template <class Numerator, class Denominator>
  bool prepare(std::span<const std::uint64_t> exponents, const Numerator& numerator, const Denominator& denominator) {
    const std::size_t count = terms_.size();
    if (count == 0 || n_ == 0) return false;
    for (std::size_t v = 0; v < n_; ++v)
      if (std::max(limbs_of(numerator(v)), limbs_of(denominator(v))) > most_row_limbs) return false;
    ctx_.poll();
    if (exponents.empty()) {
      lists_ = reserve_unless_short(ctx_, count * n_ * sizeof(std::uint64_t));
      const std::span<std::uint64_t> rows = frame_.allocate<std::uint64_t>(count * n_);
      write_exponent_rows(rows.data(), terms_.monomials, variables_, 0, count);
      exponents = rows;
    }
    exponents_ = exponents;
    powers_ = frame_.allocate<FractionPowers>(n_);
    std::size_t bits = terms_.coefficients.max_bits(ctx_) + static_cast<std::size_t>(std::bit_width(count));
    std::size_t table = 0;
    std::size_t widest = 0;
    for (std::size_t v = 0; v < n_; ++v) {
      powers_[v] = FractionPowers();
      if (!powers_[v].note(exponents.data() + v, count, n_, numerator(v), denominator(v), frame_)) return false;
      bits += powers_[v].bits();
      table += powers_[v].table_limbs();
      widest = std::max(widest, powers_[v].limbs());
    }
    width_ = limbs_for_bits(bits) + 2;
    if (width_ > most_row_limbs || table > most_table_limbs) return false;
    held_ = reserve_unless_short(ctx_, (table + (n_ + 6) * width_) * sizeof(mp_limb_t));
    scratch_ = frame_.allocate<mp_limb_t>(2 * std::max(width_, widest)).data();
    for (FractionPowers& p : powers_) p.make(frame_, scratch_);
    return true;
  }
  /// After prepare(): the sum.
  IntegerView run() {
    const std::size_t count = terms_.size();
    const std::span<LimbRow> sums = frame_.allocate<LimbRow>(n_);
    mp_limb_t* const rows = frame_.allocate<mp_limb_t>(n_ * width_).data();
    for (std::size_t k = 0; k < n_; ++k) sums[k] = {rows + k * width_, 0};
    for (std::size_t i = 0; i < count; ++i) {
      if (i % polled_products == 0) {
        ctx_.poll();
        ctx_.charge(polled_products * n_ * width_);
      }
      const std::uint64_t* const here = exponents_.data() + i * n_;
      std::size_t d = 0;  // the levels behind d end here
      if (i + 1 != count)
        while (d + 1 < n_ && here[d] == here[n_ + d]) ++d;
      IntegerView carried = terms_.coefficients[i];
      for (std::size_t k = n_; k-- != d;) {
        const FractionPowers& p = powers_[k];
        if (p.is_sign(here[k])) {
          add_product(sums[k], p.is_negative(here[k]) ? -carried : carried, nullptr, scratch_);
        } else {
          const IntegerView power = p[here[k]];
          add_product(sums[k], carried, &power, scratch_);
        }
        if (k == d) break;
        carried = sums[k].view();
      }
      for (std::size_t k = d + 1; k < n_; ++k) sums[k].size = 0;
    }
    return sums[0].view();
  }
  std::span<const FractionPowers> powers() const noexcept { return powers_; }
  Workspace::Frame& frame() noexcept { return frame_; }

 private:
  const IntegerTerms& terms_;
  const Variables& variables_;
  std::size_t n_;
  const ExecutionContext& ctx_;
  MemoryReservation lists_;
  MemoryReservation held_;
  Workspace::Frame frame_;
  std::span<const std::uint64_t> exponents_;
  std::span<FractionPowers> powers_;
  std::size_t width_ = 0;
  mp_limb_t* scratch_ = nullptr;
};

/// A product of numbers one after another, in memory that holds it.
class ScratchProduct {
 public:
  ScratchProduct(Workspace::Frame& frame, std::size_t limbs, IntegerView first)
      : value_{frame.allocate<mp_limb_t>(limbs).data(), first.signed_size()},
        other_{frame.allocate<mp_limb_t>(limbs).data(), 0} {
    std::copy_n(first.limbs().data(), limbs_of(first), value_.limbs);
  }
  void multiply(IntegerView factor) noexcept {
    other_.size = long_product(other_.limbs, value_.view(), factor);
    std::swap(value_, other_);
  }
  IntegerView view() const noexcept { return value_.view(); }

 private:
  LimbRow value_;
  LimbRow other_;
};

/// value = sum / (d times the denominators of the powers).
void set_value(Rational& value, IntegerView sum, const Integer& d, std::span<const FractionPowers> powers,
               Workspace::Frame& frame) {
  std::size_t limbs = limbs_of(d.view()) + 1;
  std::size_t radical_limbs = 2;
  for (const FractionPowers& p : powers) {
    if (!p.is_fraction()) continue;
    limbs += limbs_of(p.denominator_power());
    radical_limbs += limbs_of(p.denominator());
  }
  const mp_limb_t one = 1;
  ScratchProduct bottom(frame, limbs, d.view());
  ScratchProduct radical(frame, radical_limbs, IntegerView(&one, 1));
  for (const FractionPowers& p : powers) {
    if (!p.is_fraction()) continue;
    bottom.multiply(p.denominator_power());
    radical.multiply(p.denominator());
  }
  set_fraction(value, sum, bottom.view(), d.view(), radical.view(), frame);
}

}  // namespace

bool evaluate_in_rows(Integer& value, const SparseTerms<Integers>& terms, const Variables& variables,
                      std::span<const std::uint64_t> exponents, std::span<const Integer> point,
                      const ExecutionContext& ctx) {
  const IntegerTerms parts{terms.monomials, terms.coefficients};
  const Integer one(1);
  const auto numerator = [&](std::size_t v) { return point[v].view(); };
  const auto denominator = [&](std::size_t) { return one.view(); };
  if (FewTermValue few; few.run(parts, variables, exponents, point.size(), numerator, denominator, ctx)) {
    value = few.sum();
    return true;
  }
  ValueInRows rows(parts, variables, point.size(), ctx);
  if (!rows.prepare(exponents, numerator, denominator)) return false;
  value = rows.run();
  return true;
}

bool evaluate_in_rows(Rational& value, const SparseTerms<Rationals>& terms, const Variables& variables,
                      std::span<const std::uint64_t> exponents, std::span<const Rational> point,
                      const ExecutionContext& ctx) {
  const IntegerTerms parts{terms.monomials, terms.coefficients.numerators()};
  const Integer& d = terms.coefficients.denominator();
  const auto numerator = [&](std::size_t v) { return point[v].numerator().view(); };
  const auto denominator = [&](std::size_t v) { return point[v].denominator().view(); };
  if (FewTermValue few; few.run(parts, variables, exponents, point.size(), numerator, denominator, ctx)) {
    if (few.is_constant()) {  // in lowest terms as it stands
      RationalInPlace::set(value, few.sum(), d.view());
      return true;
    }
    Workspace::Frame frame;
    const std::size_t limbs = limbs_of(few.bottom()) + limbs_of(d.view());
    ScratchNumber bottom(frame, limbs);
    bottom.set_product(few.bottom(), d.view());
    set_fraction(value, few.sum(), bottom.view(), d.view(), few.radical(), frame);
    return true;
  }
  ValueInRows rows(parts, variables, point.size(), ctx);
  if (!rows.prepare(exponents, numerator, denominator)) return false;
  const IntegerView sum = rows.run();
  set_value(value, sum, d, rows.powers(), rows.frame());
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
