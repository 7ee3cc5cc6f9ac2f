// Sparse polynomials over Z/pZ: the factors of F, inflated (poly/factor/inflated_mod_p.hpp), and its roots.
#include <algorithm>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>

#include "core/limits.hpp"
#include "poly/factor/inflated_mod_p.hpp"
#include "poly/factor/power_roots.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

template <Field R>
std::vector<SparseFactor<R>> sparse_factors_mod_p(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  SparseFactors<R> factors(f, ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  factors.push_variable(shape.low);
  if (shape.terms > 1) {
    const StepModP step = split_step(shape.step, f.ring().characteristic());
    const sup::DenseForm<R> dense(f, shape.low, shape.step, ctx);
    const InflatedModP<R> inflated(f.ring(), ctx);
    for (const auto& [h, multiplicity] : factor(dense.poly(), ctx).factors)
      inflated.run(h, step.t,
                   [&, m = sup::multiply_exponents(multiplicity, step.power)](const DensePoly<R>& g, std::uint64_t s) {
                     factors.push_inflated(g.coefficients(), s, m);
                   });
  }
  return std::move(factors).sorted(ascending);
}

template <Field R>
SparseFactorization<R> sparse_factorization(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  return {f.leading_coefficient(), sparse_factors_mod_p(f, ctx)};
}

template <Field R>
bool is_irreducible_sparse(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if (const int known = irreducible_by_variable(f); known >= 0) return known != 0;
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  const StepModP step = split_step(shape.step, f.ring().characteristic());
  if (step.power != 1) return false;
  const sup::DenseForm<R> dense(f, 0, shape.step, ctx);
  return is_irreducible(dense.poly(), ctx) &&
         InflatedModP<R>(f.ring(), ctx).stays_irreducible(make_monic(dense.poly(), ctx), step.t);
}

template <Field R>
std::vector<PolynomialRoot<R>> roots_mod_p(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<R>> found;
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  if (shape.low != 0) found.push_back({f.ring().zero(), shape.low});
  if (shape.terms > 1) {
    const StepModP step = split_step(shape.step, f.ring().characteristic());
    const sup::DenseForm<R> dense(f, shape.low, shape.step, ctx);
    PowerRoots<R> inflated(f.ring(), step.t, ctx);
    std::vector<MemoryReservation> charges;
    for (const auto& [value, multiplicity] : roots(dense.poly(), ctx)) {
      std::vector<typename R::element> values = inflated.of(value);
      if (values.empty()) continue;
      charges.emplace_back(ctx.memory(),
                           saturating_add(saturating_mul(values.size(), sizeof(found[0])), inflated.bytes()));
      found.reserve(found.size() + values.size());
      for (auto& x : values) found.push_back({std::move(x), sup::multiply_exponents(multiplicity, step.power)});
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return found;
}

}  // namespace

SparseFactorization<PrimeField> factor(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return sparse_factorization(f, ctx);
}
SparseFactorization<BigPrimeField> factor(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return sparse_factorization(f, ctx);
}
bool is_irreducible(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return is_irreducible_sparse(f, ctx);
}
bool is_irreducible(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return is_irreducible_sparse(f, ctx);
}
std::vector<PolynomialRoot<PrimeField>> roots(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return roots_mod_p(f, ctx);
}
std::vector<PolynomialRoot<BigPrimeField>> roots(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return roots_mod_p(f, ctx);
}

}  // namespace v1
}  // namespace polyfork
