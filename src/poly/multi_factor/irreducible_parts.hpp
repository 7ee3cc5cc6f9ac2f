// From any square-free polynomial in several variables to those that Hensel lifting takes.
//
// Monomials, homogeneity (one variable becomes 1), common factors of exponents (x^k becomes x; the factors are factored
// again after x has become x^k), contents in the main variable. What is primitive in a variable and of degree 1 there
// is irreducible. The main variable is the one whose leading coefficient has the fewest terms. Over a field of p
// elements a factor may be a polynomial in x^p; gcds with derivatives separate these, and another main variable serves
// them: an irreducible polynomial over a perfect field is separable in some variable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multivariate/multi_divide.hpp"
#include "poly/multivariate/multi_gcd.hpp"
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
      if (low[v] != 0) out.push_back(P::variable(f.ring(), f.variables(), f.variables().name(v)));
    f = normal_associate(without_monomial(f, low, ctx_), ctx_);
    const MultiExponents degrees = f.degrees();
    std::vector<std::size_t> occurring;
    for (std::size_t v = 0; v < degrees.size(); ++v)
      if (degrees[v] != 0) occurring.push_back(v);
    if (occurring.empty()) return;
    if (occurring.size() == 1) return append(factors_in_one_variable(f, occurring[0], ctx_), out);
    if (is_homogeneous(f)) return by_dehomogenising(f, occurring, out);
    if (deflates && by_deflating(f, out)) return;
    in_main_variable(f, main_variable(f, occurring), out);
  }

 private:
  static void append(std::vector<P>&& factors, std::vector<P>& out) {
    std::move(factors.begin(), factors.end(), std::back_inserter(out));
  }

  static bool is_homogeneous(const P& f) {
    const std::size_t n = f.variables().size();
    const std::vector<std::uint64_t> table = exponent_table(f);
    const auto degree = [&](std::size_t i) {
      return std::accumulate(table.begin() + static_cast<std::ptrdiff_t>(i * n),
                             table.begin() + static_cast<std::ptrdiff_t>((i + 1) * n), std::uint64_t{0});
    };
    for (std::size_t i = 1; i < f.term_count(); ++i)
      if (degree(i) != degree(0)) return false;
    return true;
  }

  /// No factor is a power of the variable that becomes 1, so degrees are those of the factors with it.
  void by_dehomogenising(const P& f, const std::vector<std::size_t>& occurring, std::vector<P>& out) const {
    const MultiExponents degrees = f.degrees();
    const std::size_t v = *std::max_element(occurring.begin(), occurring.end(),
                                            [&](std::size_t a, std::size_t b) { return degrees[a] < degrees[b]; });
    std::vector<P> factors;
    run(with_exponents(
            f, [&](std::span<std::uint64_t> row) { row[v] = 0; }, ctx_),
        factors);
    for (const P& g : factors) {
      const auto degree = static_cast<std::uint64_t>(g.total_degree());
      const P h = with_exponents(
          g,
          [&](std::span<std::uint64_t> row) {
            row[v] = degree - std::accumulate(row.begin(), row.end(), std::uint64_t{0});
          },
          ctx_);
      out.push_back(normal_associate(h, ctx_));
    }
  }

  bool by_deflating(const P& f, std::vector<P>& out) const {
    const std::size_t n = f.variables().size();
    const std::vector<std::uint64_t> table = exponent_table(f);
    MultiExponents common(n, 0);
    for (std::size_t i = 0; i < table.size(); ++i) common[i % n] = std::gcd(common[i % n], table[i]);
    if (std::all_of(common.begin(), common.end(), [](std::uint64_t e) { return e <= 1; })) return false;
    const P deflated = with_exponents(
        f,
        [&](std::span<std::uint64_t> row) {
          for (std::size_t k = 0; k < n; ++k) row[k] /= std::max<std::uint64_t>(common[k], 1);
        },
        ctx_);
    std::vector<P> factors;
    run(deflated, factors);
    for (const P& g : factors)
      run(with_exponents(
              g,
              [&](std::span<std::uint64_t> row) {
                for (std::size_t k = 0; k < n; ++k) row[k] *= common[k];
              },
              ctx_),
          out, false);
    return true;
  }

  /// One of degree 1, else the one whose leading coefficient has the fewest terms; in characteristic p the derivative
  /// must not vanish.
  std::size_t main_variable(const P& f, const std::vector<std::size_t>& occurring) const {
    const MultiExponents degrees = f.degrees();
    std::optional<std::size_t> best;
    std::size_t best_terms = 0;
    for (const std::size_t v : occurring) {
      if (degrees[v] == 1) return v;
      if constexpr (is_prime_field_v<R>)
        if (derivative(f, f.variables().name(v), 1, ctx_).is_zero()) continue;
      const std::size_t terms = leading_part(f, v, ctx_).term_count();
      if (best && (best_terms < terms || (best_terms == terms && degrees[*best] <= degrees[v]))) continue;
      best = v;
      best_terms = terms;
    }
    return *best;
  }

  void in_main_variable(const P& f, std::size_t x, std::vector<P>& out) const {
    const P content = gcds_.content(f, x);
    if (!content.is_constant()) {
      run(content, out);
      return run(multi_divide(f, content, ctx_), out);
    }
    if (f.degree(x) == 1) return out.push_back(f);
    if constexpr (is_prime_field_v<R>) {
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
