// From any square-free polynomial in several variables to those that Hensel lifting takes.
//
// Monomials, polynomials in one monomial (as sparse univariate ones), homogeneity (one variable becomes 1), common
// factors of exponents (x^k becomes x; the factors are factored again after x has become x^k), contents in the main
// variable. What is primitive in a variable and of degree 1 there is irreducible. The main variable is the one whose
// leading coefficient has the fewest terms. Over a field of p elements a factor may be a polynomial in x^p; gcds with
// derivatives separate these, and another main variable serves them: an irreducible polynomial over a perfect field is
// separable in some variable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/multi_reduction.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"
#include "poly/multivariate/multi_divide.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <GcdDomain R>
class IrreducibleParts {
 public:
  using P = SparseMultiPoly<R>;

  explicit IrreducibleParts(const ExecutionContext& ctx) : gcds_(ctx), ctx_(ctx) {}

  /// Appends the factors. Precondition: f square-free, not zero.
  void run(P f, std::vector<P>& out, bool deflates = true) const {
    ctx_.poll();
    if (f.is_constant()) return;
    take_content(f, ctx_);
    const MultiExponents low = smallest_exponents(f);
    for (std::size_t v = 0; v < low.size(); ++v)
      if (low[v] != 0) out.push_back(P::generator(f.ring(), f.variables(), f.variables().name(v)));
    f = normal_associate(without_monomial(f, low, ctx_), ctx_);
    const MultiReduction plan = plan_reduction(f, deflates, ctx_);
    switch (plan.step) {
      case MultiReductionStep::none:
        return;
      case MultiReductionStep::line:
        for (const auto& g : factor(plan.line->univariate(f, ctx_), ctx_).factors)
          out.push_back(plan.line->multivariate(g.polynomial, f.variables(), ctx_));
        return;
      case MultiReductionStep::dehomogenised:
        return by_dehomogenising(f, plan.variable, out);
      case MultiReductionStep::deflated:
        return by_deflating(f, plan.powers, out);
      case MultiReductionStep::main_variable:
        return in_main_variable(f, plan.variable, out);
    }
  }

 private:
  static void append(std::vector<P>&& factors, std::vector<P>& out) {
    std::move(factors.begin(), factors.end(), std::back_inserter(out));
  }

  /// No factor is a power of the variable that becomes 1, so degrees are those of the factors with it.
  void by_dehomogenising(const P& f, std::size_t v, std::vector<P>& out) const {
    std::vector<P> factors;
    run(dehomogenised(f, v, ctx_), factors);
    for (const P& g : factors) out.push_back(normal_associate(homogenised(g, v, ctx_), ctx_));
  }

  void by_deflating(const P& f, const MultiExponents& powers, std::vector<P>& out) const {
    std::vector<P> factors;
    run(deflated(f, powers, ctx_), factors);
    for (const P& g : factors)
      run(with_exponents(
              g,
              [&](std::span<std::uint64_t> row) {
                for (std::size_t k = 0; k < row.size(); ++k) row[k] *= powers[k];
              },
              ctx_),
          out, false);
  }

  void in_main_variable(const P& f, std::size_t x, std::vector<P>& out) const {
    const P content = gcds_.content(f, x);
    if (!content.is_constant()) {
      run(content, out);
      return run(multi_divide(f, content, ctx_), out);
    }
    if (f.degree(x) == 1) return out.push_back(f);
    // A factor's derivative can vanish only where the degree reaches the characteristic.
    if constexpr (is_prime_field_v<R>) {
      if (f.degree(x) < static_cast<std::int64_t>(f.ring().modulus()))
        return append(factors_in_main_variable(f, x, ctx_), out);
      const P common = gcds_.run(f, derivative(f, f.variables().name(x), 1, ctx_));
      if (!common.is_constant()) {
        run(common, out);
        return run(multi_divide(f, common, ctx_), out);
      }
    }
    append(factors_in_main_variable(f, x, ctx_), out);
  }

  MultiGcd<R> gcds_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
