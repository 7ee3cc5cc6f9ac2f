// Square-free decomposition of sparse polynomials: Yun's algorithm in one variable after another, p-th roots where
// degrees reach the characteristic (detail/multi_square_free_finite.hpp).
//
// A factor that contains x_k has its multiplicity in the primitive part in x_k, where Yun's algorithm finds it: it
// needs that derivatives by x_k vanish for polynomials without x_k only, so degrees below the characteristic. The
// content goes on with the other variables. Powers of variables are read off first. Cost: as many gcds as the highest
// multiplicity for every variable. Literature: Yun, SYMSAC 1976.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "poly/multivariate/multi_gcd.hpp"
#include "poly/multivariate/multi_rationals.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

template <Ring R>
SparseMultiPoly<R> derivative_by(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  const std::size_t n = a.variables().size();
  std::vector<std::uint64_t> table = exponent_table(a);
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    const std::uint64_t e = table[i * n + v];
    if (e == 0) continue;
    table[i * n + v] = e - 1;
    collector.push_back(std::span(table).subspan(i * n, n),
                        a.ring().mul(a.coefficient(i), a.ring().from_integer(Integer(e))));
  }
  return std::move(collector).finish(ctx);
}

template <GcdDomain R>
class SquareFree {
 public:
  using P = SparseMultiPoly<R>;
  explicit SquareFree(const ExecutionContext& ctx) : ctx_(ctx), gcd_(ctx) {}

  std::vector<MultiSquareFreeFactor<R>> run(P a) {
    take_content(a, ctx_);
    const MultiExponents low = smallest_exponents(a);
    a = without_monomial(a, low, ctx_);
    for (std::size_t v = 0; v < low.size(); ++v)
      if (low[v] != 0) multiply(P::variable(a.ring(), a.variables(), a.variables().name(v)), low[v]);
    if (const std::uint64_t p = reached_characteristic(a); p != 0)
      by_roots(std::move(a), p);
    else
      in_every_variable(std::move(a));
    std::sort(factors_.begin(), factors_.end(),
              [](const auto& x, const auto& y) { return x.multiplicity < y.multiplicity; });
    return std::move(factors_);
  }

 private:
  void by_roots(P a, std::uint64_t p) {
    if constexpr (is_prime_field_v<R>)
      visit_square_free_factors(
          std::move(a), p, [&](const P& factor, std::uint64_t multiplicity) { multiply(factor, multiplicity); }, ctx_);
  }

  void in_every_variable(P a) {
    for (std::size_t v = 0; v < a.variables().size(); ++v) {
      if (a.degree(v) < 1) continue;
      P rest = gcd_.content(a, v);
      yun(rest.is_constant() ? a : multi_divide(a, rest, ctx_), v);
      a = std::move(rest);
    }
  }

  /// a primitive in v.
  void yun(const P& a, std::size_t v) {
    const P slope = derivative_by(a, v, ctx_);
    const P repeated = gcd_.run(a, slope);
    P b = multi_divide(a, repeated, ctx_);
    P c = multi_divide(slope, repeated, ctx_);
    for (std::uint64_t multiplicity = 1; b.degree(v) > 0; ++multiplicity) {
      const P d = sub(c, derivative_by(b, v, ctx_), ctx_);
      const P factor = gcd_.run(b, d);
      b = multi_divide(b, factor, ctx_);
      c = multi_divide(d, factor, ctx_);
      multiply(factor, multiplicity);
    }
  }

  void multiply(const P& factor, std::uint64_t multiplicity) {
    if (factor.is_constant()) return;
    const P normal = normal_associate(factor, ctx_);
    for (auto& f : factors_)
      if (f.multiplicity == multiplicity) {
        f.factor = mul(f.factor, normal, ctx_);
        return;
      }
    factors_.push_back({normal, multiplicity});
  }

  const ExecutionContext& ctx_;
  MultiGcd<R> gcd_;
  std::vector<MultiSquareFreeFactor<R>> factors_;
};

template <GcdDomain R>
MultiSquareFreeDecomposition<R> decompose(const SparseMultiPoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_zero()) throw DomainError("the zero polynomial has no square-free decomposition");
  MultiSquareFreeDecomposition<R> result{a.coefficient(0), SquareFree<R>(ctx).run(a)};
  typename R::element lead = a.ring().one();
  for (const auto& f : result.factors)
    lead = a.ring().mul(lead, polyfork::pow(a.ring(), f.factor.coefficient(0), f.multiplicity));
  result.unit = *a.ring().try_divide(result.unit, lead);
  return result;
}

}  // namespace

MultiSquareFreeDecomposition<Integers> square_free_decomposition(const MultiPolyZ& a, const ExecutionContext& ctx) {
  return decompose(a, ctx);
}
MultiSquareFreeDecomposition<PrimeField> square_free_decomposition(const MultiPolyZp& a, const ExecutionContext& ctx) {
  return decompose(a, ctx);
}
MultiSquareFreeDecomposition<Rationals> square_free_decomposition(const MultiPolyQ& a, const ExecutionContext& ctx) {
  MultiSquareFreeDecomposition<Rationals> result{a.leading_coefficient(), {}};
  for (auto& f : decompose(numerator_polynomial(a), ctx).factors)
    result.factors.push_back({monic_rational(f.factor, ctx), f.multiplicity});
  return result;
}

}  // namespace v1
}  // namespace polyfork
