// The public functions: multiplicities, units and order around the factorization of square-free polynomials.
#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multi_factor/irreducible_parts.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/square_free_image.hpp"
#include "poly/multivariate/factor_order.hpp"
#include "poly/multivariate/multi_rationals.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

template <GcdDomain R>
std::vector<SparseMultiPoly<R>> irreducible_parts(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  std::vector<SparseMultiPoly<R>> factors;
  IrreducibleParts<R>(ctx).run(f, factors);
  return factors;
}

template <GcdDomain R>
std::vector<std::size_t> variable_sequence(const SparseMultiPoly<R>& f, std::size_t x) {
  const MultiExponents degrees = f.degrees();
  std::vector<std::size_t> sequence{x};
  for (std::size_t v = 0; v < degrees.size(); ++v)
    if (v != x && degrees[v] != 0) sequence.push_back(v);
  std::stable_sort(sequence.begin() + 1, sequence.end(),
                   [&](std::size_t v, std::size_t w) { return degrees[v] < degrees[w]; });
  return sequence;
}

template std::vector<MultiPolyZ> irreducible_parts(const MultiPolyZ&, const ExecutionContext&);
template std::vector<MultiPolyZp> irreducible_parts(const MultiPolyZp&, const ExecutionContext&);
template std::vector<std::size_t> variable_sequence(const MultiPolyZ&, std::size_t);
template std::vector<std::size_t> variable_sequence(const MultiPolyZp&, std::size_t);

}  // namespace detail

namespace {

using namespace detail;

template <GcdDomain R>
std::vector<MultiFactor<R>> factors_of(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  std::vector<MultiFactor<R>> factors;
  if (f.is_constant()) return factors;
  const MultiExponents low = smallest_exponents(f);
  for (std::size_t v = 0; v < low.size(); ++v)
    if (low[v] != 0)
      factors.push_back({SparseMultiPoly<R>::generator(f.ring(), f.variables(), f.variables().name(v)), low[v]});
  const SparseMultiPoly<R> rest = without_monomial(f, low, ctx);
  const auto append = [&](const SparseMultiPoly<R>& part, std::uint64_t multiplicity) {
    for (SparseMultiPoly<R>& g : irreducible_parts(part, ctx)) factors.push_back({std::move(g), multiplicity});
  };
  if (const std::optional<ExponentLine> line = ExponentLine::of(rest, ctx)) {
    for (const auto& [g, multiplicity] : factor(line->univariate(rest, ctx), ctx).factors)
      factors.push_back({line->multivariate(g, f.variables(), ctx), multiplicity});
  } else if (!rest.is_constant()) {
    ctx.progress("square-free decomposition", 0);
    if (is_square_free_at_a_point(rest, ctx)) {  // as most polynomials are
      append(rest, 1);
    } else {
      for (const auto& part : square_free_decomposition(rest, ctx).factors) append(part.factor, part.multiplicity);
    }
  }
  sort_multi_factors(factors);
  return factors;
}

template <GcdDomain R>
bool is_one_factor(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  const MultiExponents low = smallest_exponents(f);
  if (std::any_of(low.begin(), low.end(), [](std::uint64_t e) { return e != 0; }))
    return f.term_count() == 1 && f.total_degree() == 1;
  if (const std::optional<ExponentLine> line = ExponentLine::of(f, ctx))
    return is_irreducible(line->univariate(f, ctx), ctx);
  if (is_square_free_at_a_point(f, ctx)) return irreducible_parts(f, ctx).size() == 1;
  const auto parts = square_free_decomposition(f, ctx).factors;
  return parts.size() == 1 && parts[0].multiplicity == 1 && irreducible_parts(parts[0].factor, ctx).size() == 1;
}

}  // namespace

MultiFactorization<Integers> factor(const MultiPolyZ& f, const ExecutionContext& ctx) {
  std::vector<MultiFactor<Integers>> factors = factors_of(f, ctx);
  Integer unit = content(f, ctx);
  if (f.coefficient(0).sign() < 0) unit.negate();
  return {std::move(unit), std::move(factors)};
}

MultiFactorization<PrimeField> factor(const MultiPolyZp& f, const ExecutionContext& ctx) {
  std::vector<MultiFactor<PrimeField>> factors = factors_of(f, ctx);
  return {f.coefficient(0), std::move(factors)};
}

MultiFactorization<Rationals> factor(const MultiPolyQ& f, const ExecutionContext& ctx) {
  MultiFactorization<Rationals> result{f.leading_coefficient(), {}};
  for (const MultiFactor<Integers>& g : factors_of(numerator_polynomial(f), ctx))
    result.factors.push_back({monic_rational(g.polynomial, ctx), g.multiplicity});
  sort_multi_factors(result.factors);
  return result;
}

bool is_irreducible(const MultiPolyZ& f, const ExecutionContext& ctx) { return is_one_factor(f, ctx); }
bool is_irreducible(const MultiPolyZp& f, const ExecutionContext& ctx) { return is_one_factor(f, ctx); }
bool is_irreducible(const MultiPolyQ& f, const ExecutionContext& ctx) {
  return is_one_factor(numerator_polynomial(f), ctx);
}

FactorizationOf<DDMMP> factor(const DDMMP& f, const ExecutionContext& ctx) {
  const MultiFactorization<PrimeField> sparse = factor(to_sparse(f, MonomialOrder::lex, ctx), ctx);
  FactorizationOf<DDMMP> result{sparse.unit, {}};
  for (const MultiFactor<PrimeField>& g : sparse.factors)
    result.factors.push_back({to_dense(g.polynomial, ctx), g.multiplicity});
  return result;
}

bool is_irreducible(const DDMMP& f, const ExecutionContext& ctx) {
  return is_irreducible(to_sparse(f, MonomialOrder::lex, ctx), ctx);
}

}  // namespace v1
}  // namespace polyfork
