// A number in the place of one variable, over Z and Q.
//
// Every term is multiplied by the power of the number that stands in a table (fraction_powers.hpp), and loses the
// variable; terms are then sorted, and added up where they have become equal. What numerators share with the
// denominator is found by gcds with a short number, as for values in all variables (number_values.cpp).
// Cost: O(n) products, and the sort of n keys.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_slopes.hpp"
#include "poly/multi_rationals/few_term_partial_values.hpp"
#include "poly/multi_rationals/fraction_powers.hpp"
#include "poly/multi_rationals/integer_rows_out.hpp"
#include "poly/multi_rationals/rational_rows_out.hpp"
#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_partial_terms = 1 << 13;

/// The terms with a number in the place of a variable, over a power of the number's denominator.
class PartialValue {
 public:
  PartialValue(const IntegerTerms& a, const Variables& variables, std::size_t v, const ExecutionContext& ctx)
      : a_(a), layout_(a.monomials.layout()), variables_(variables), v_(v), ctx_(ctx) {}
  PartialValue(const PartialValue&) = delete;
  PartialValue& operator=(const PartialValue&) = delete;

  /// At p / q. False for many terms, long numbers or large exponents.
  bool run(IntegerView p, IntegerView q) {
    const std::size_t count = a_.size();
    if (count == 0 || count > most_partial_terms || layout_.words != 1 || layout_.fields > most_key_fields)
      return false;
    if (std::max(limbs_of(p), limbs_of(q)) > most_fraction_limbs) return false;
    ctx_.poll();
    const ExponentPlace place = exponent_place(layout_, variables_, v_);
    const std::span<std::uint64_t> exponents = frame_.allocate<std::uint64_t>(count);
    for (std::size_t i = 0; i < count; ++i) exponents[i] = place(a_.monomials.data() + i);
    if (!powers_.note(exponents.data(), count, 1, p, q, frame_)) return false;
    const std::size_t bits =
        a_.coefficients.max_bits(ctx_) + powers_.bits() + static_cast<std::size_t>(std::bit_width(count));
    const std::size_t width = limbs_for_bits(bits) + 2;
    if (width > 4 * most_fraction_limbs) return false;
    held_ = reserve_unless_short(ctx_, (powers_.table_limbs() + count * (width + 4) + 8 * width) * sizeof(mp_limb_t));
    ctx_.charge(count * width);
    powers_.make(frame_, frame_.allocate<mp_limb_t>(2 * std::max(width, powers_.limbs())).data());
    add_up(sorted_terms(exponents), exponents, width);
    return true;
  }
  std::size_t size() const noexcept { return count_; }
  std::uint64_t* keys() const noexcept { return keys_; }
  const ScratchRows& rows() const noexcept { return rows_; }
  const FractionPowers& powers() const noexcept { return powers_; }
  Workspace::Frame& frame() noexcept { return frame_; }

 private:
  /// A term without the variable.
  struct Rest {
    std::uint64_t key;
    std::size_t term;
  };

  std::span<const Rest> sorted_terms(std::span<const std::uint64_t> exponents) {
    const std::span<Rest> rests = frame_.allocate<Rest>(exponents.size());
    std::uint64_t variable = 0;
    bool known = false;
    for (std::size_t i = 0; i < rests.size(); ++i) {
      if (exponents[i] != 0 && !known) {  // a weight that no monomial has need not fit a field
        variable = variable_key(layout_, variables_, v_);
        known = true;
      }
      rests[i] = {a_.monomials.data()[i] - exponents[i] * variable, i};
    }
    const auto before = [](const Rest& x, const Rest& y) { return x.key > y.key; };
    if (!std::is_sorted(rests.begin(), rests.end(), before)) std::sort(rests.begin(), rests.end(), before);
    return rests;
  }
  std::int32_t product(mp_limb_t* row, std::size_t term, std::uint64_t exponent) const noexcept {
    const IntegerView c = a_.coefficients[term];
    if (!powers_.is_sign(exponent)) return long_product(row, c, powers_[exponent]);
    std::copy_n(c.limbs().data(), limbs_of(c), row);
    return powers_.is_negative(exponent) ? -c.signed_size() : c.signed_size();
  }
  void add_up(std::span<const Rest> rests, std::span<const std::uint64_t> exponents, std::size_t width) {
    keys_ = frame_.allocate<std::uint64_t>(rests.size()).data();
    rows_ = {frame_.allocate<mp_limb_t>(rests.size() * width).data(),
             frame_.allocate<std::int32_t>(rests.size()).data(), width};
    mp_limb_t* const next = frame_.allocate<mp_limb_t>(width).data();
    for (std::size_t k = 0; k < rests.size();) {
      const Rest& first = rests[k++];
      mp_limb_t* const row = rows_.row(count_);
      std::int32_t size = product(row, first.term, exponents[first.term]);
      for (; k < rests.size() && rests[k].key == first.key; ++k) {
        const IntegerView summand(next, product(next, rests[k].term, exponents[rests[k].term]));
        size = add_rows(row, IntegerView(row, size), summand);
      }
      keys_[count_] = first.key;
      rows_.sizes[count_] = size;
      count_ += static_cast<std::size_t>(size != 0);
    }
  }

  const IntegerTerms& a_;
  const MonomialLayout layout_;
  const Variables& variables_;
  std::size_t v_;
  const ExecutionContext& ctx_;
  MemoryReservation held_;
  Workspace::Frame frame_;
  FractionPowers powers_;
  std::uint64_t* keys_ = nullptr;
  ScratchRows rows_{};
  std::size_t count_ = 0;
};

/// Few terms over d at a short number; false, with nothing done, where that is not so.
bool evaluate_few_terms(SparseTerms<Rationals>& out, const IntegerTerms& a, IntegerView d, const Variables& variables,
                        std::size_t v, const Rational& x, const ExecutionContext& ctx) {
  Workspace::Frame frame;
  FewTermsAt few(frame);
  if (!few.run(a, variables, v, x.numerator().view(), x.denominator().view(), ctx)) return false;
  const MonomialLayout layout = a.monomials.layout();
  const mp_limb_t q = few.degree() == 0 ? 1 : x.denominator().view().limbs()[0];
  const std::size_t of_power = limbs_for_bits(few.degree() * static_cast<std::size_t>(std::bit_width(q)));
  const std::size_t widest = std::max(limbs_of(d) + of_power, few.rows().width) + 2;
  WordRun run(frame.allocate<mp_limb_t>(widest).data(), d);
  run.multiply_power(q, few.degree());
  const IntegerView bottom = run.finish();
  ScratchNumber radical(frame, widest + 1);
  radical.set(d);
  share(radical, few.rows(), few.count());
  const mp_limb_t of_q = few.shared_with(q);
  if (few.count() == 0 || (radical.is_one() && of_q == 1)) {
    write_terms(out, layout, few.keys(), few.rows(), few.count(), ctx);
    set_denominator(out, bottom);
    return true;
  }
  ScratchNumber shared(frame, widest + 1);
  ScratchNumber scratch(frame, widest + 1);
  ScratchNumber below(frame, widest + 1);
  shared.set_product(radical.view(), IntegerView(&of_q, 1));
  below.set(bottom);
  cancel_rows(few.rows(), few.count(), below, shared, scratch);
  write_terms(out, layout, few.keys(), few.rows(), few.count(), ctx);
  set_denominator(out, below.view());
  return true;
}

}  // namespace

bool evaluate_variable_into(SparseTerms<Integers>& out, const SparseTerms<Integers>& a, const Variables& variables,
                            std::size_t v, const Integer& x, const ExecutionContext& ctx) {
  const IntegerTerms terms{a.monomials, a.coefficients};
  const MonomialLayout layout = a.monomials.layout();
  Workspace::Frame frame;
  if (FewTermsAt few(frame); few.run(terms, variables, v, x.view(), Integer(1).view(), ctx)) {
    write_terms(out, layout, few.keys(), few.rows(), few.count(), ctx);
    return true;
  }
  PartialValue value(terms, variables, v, ctx);
  if (!value.run(x.view(), Integer(1).view())) return false;
  write_terms(out, layout, value.keys(), value.rows(), value.size(), ctx);
  return true;
}

bool evaluate_variable_into(SparseTerms<Rationals>& out, const SparseTerms<Rationals>& a, const Variables& variables,
                            std::size_t v, const Rational& x, const ExecutionContext& ctx) {
  const IntegerTerms terms{a.monomials, a.coefficients.numerators()};
  const IntegerView d = a.coefficients.denominator().view();
  const MonomialLayout layout = a.monomials.layout();
  if (limbs_of(d) > most_fraction_limbs) return false;
  if (evaluate_few_terms(out, terms, d, variables, v, x, ctx)) return true;
  PartialValue value(terms, variables, v, ctx);
  if (!value.run(x.numerator().view(), x.denominator().view())) return false;
  Workspace::Frame& frame = value.frame();
  const ScratchRows& rows = value.rows();
  const FractionPowers& powers = value.powers();
  const Integer one(1);
  const IntegerView q = powers.is_fraction() ? powers.denominator() : one.view();
  const IntegerView q_power = powers.is_fraction() ? powers.denominator_power() : one.view();
  const std::size_t limbs = limbs_of(d) + std::max(limbs_of(q_power), limbs_of(q)) + 1;
  const std::size_t widest = std::max(limbs, rows.width) + 1;
  ScratchNumber bottom(frame, widest);
  ScratchNumber radical(frame, widest);
  ScratchNumber scratch(frame, widest);
  bottom.set_product(d, q_power);
  radical.set_product(d, q);
  cancel_rows(rows, value.size(), bottom, radical, scratch);
  write_terms(out, layout, value.keys(), rows, value.size(), ctx);
  set_denominator(out, bottom.view());
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
