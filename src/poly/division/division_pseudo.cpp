// Pseudo-division in Z[x] on flat integers.
//
// With every step counted the multiplier is known before: lc(b)^(n - m + 1) a is divided from the top, where every step
// divides, by columns or products (division_from_top.cpp). The lazy form finds its multiplier on the way, column by
// column: with t_0, t_1, ... the nonzero steps, the next one is a[k + m] carried through x -> l x - t_j b[...] over the
// steps before; quotient coefficients get their missing powers of l = lc(b) at the end. One accumulator, no rows of
// growing remainders: O((n - m + 1) n) products. Preconditions: normalised, b not empty, a at least as long as b.
// Literature: Knuth, TAOCP 2, 4.6.1.
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/division/division.hpp>

#include "core/limits.hpp"
#include "poly/division/division_integers.hpp"
#include "poly/rows/limb_stack.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Quotient = PseudoQuotient<IntegerVector, Integer>;
using Ops = DenseOps<Integers>;

constexpr std::size_t poll_limbs = 1024;  // products of longer numbers by the leading coefficient take microseconds

Quotient divide_scaled(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const Integers ring;
  const Integer lead(b[b.size() - 1]);
  require_list(a.size(), saturating_mul(lead.bit_length() - 1, a.size() - b.size() + 1) / 8, ctx);
  Integer multiplier = bounded_power(lead, a.size() - b.size() + 1, ctx);
  auto [quotient, remainder] = multiplier.is_one() ? div_rem_of_multiple(a, b, ctx)
                                                   : div_rem_of_multiple(Ops::scale(ring, a, multiplier, ctx), b, ctx);
  return {std::move(quotient), std::move(remainder), std::move(multiplier)};
}

class LazyDivision {
 public:
  LazyDivision(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx)
      : a_(a), b_(b), ctx_(ctx), steps_(ctx.memory()) {}

  Quotient run() {
    const std::size_t nb = b_.size();
    const IntegerView lead = b_[nb - 1];
    for (std::size_t k = a_.size() - nb + 1; k-- != 0;) {
      column(k + nb - 1);
      if (mpz_sgn(accumulator_.get()) == 0) continue;
      degrees_.push_back(k);
      steps_.push(accumulator_.view());
    }
    std::vector<Integer> remainder(nb - 1);
    for (std::size_t i = 0; i + 1 < nb; ++i) {
      column(i);
      remainder[i] = accumulator_.view();
    }
    std::vector<Integer> quotient(a_.size() - nb + 1);
    Integer power = 1;
    for (std::size_t j = degrees_.size(); j-- != 0; power *= lead)
      quotient[degrees_[j]] = polyfork::mul(steps_[j], power);
    return {packed(quotient), packed(remainder), std::move(power)};
  }

 private:
  /// accumulator = coefficient i of what is left after the steps so far.
  void column(std::size_t i) {
    ctx_.poll();
    ctx_.charge(2 * degrees_.size() + 1);
    const IntegerView lead = b_[b_.size() - 1];
    mpz_set(accumulator_.get(), a_[i].mpz());
    for (std::size_t j = 0; j < degrees_.size(); ++j) {
      if (j % 256 == 255 || mpz_size(accumulator_.get()) > poll_limbs) ctx_.poll();
      mpz_mul(accumulator_.get(), accumulator_.get(), lead.mpz());
      if (degrees_[j] <= i && i - degrees_[j] < b_.size())
        mpz_submul(accumulator_.get(), steps_[j].mpz(), b_[i - degrees_[j]].mpz());
    }
  }
  static IntegerVector packed(const std::vector<Integer>& values) {
    IntegerVector v{std::span<const Integer>(values)};
    Ops::normalise(Integers{}, v);
    return v;
  }

  const IntegerVector& a_;
  const IntegerVector& b_;
  const ExecutionContext& ctx_;
  ScratchInteger accumulator_;
  std::vector<std::size_t> degrees_;  // of the steps, descending
  LimbStack steps_;
};

}  // namespace

PseudoQuotient<IntegerVector, Integer> pseudo_divide(const IntegerVector& a, const IntegerVector& b, bool lazy,
                                                     const ExecutionContext& ctx) {
  return lazy ? LazyDivision(a, b, ctx).run() : divide_scaled(a, b, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
