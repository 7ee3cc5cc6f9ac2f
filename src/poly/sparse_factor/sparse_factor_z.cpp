// Sparse polynomials over Z and Q: Eisenstein's criterion on the terms, else the factors of F, inflated.
#include <utility>

#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "poly/factor_z/factor_z_inflated.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using SparseZ = SparsePoly<Integers>;

/// Precondition: f not constant.
std::vector<SparseFactor<Integers>> sparse_factors_over_z(const SparseZ& f, const ExecutionContext& ctx) {
  SparseFactors<Integers> factors(f, ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  factors.push_variable(shape.low);
  if (shape.terms > 1) {
    SparseZ primitive = primitive_part(shape.low == 0 ? f : shift_right(f, shape.low, ctx), ctx);
    if (primitive.leading_coefficient().sign() < 0) primitive = neg(primitive, ctx);
    if (shape.terms > 2 && is_eisenstein(primitive.packed_terms().coefficients)) {
      factors.push_back(std::move(primitive), 1);
    } else {
      const sup::DenseForm<Integers> dense(primitive, 0, shape.step, ctx);
      for (const IntegerFactor& part : square_free_factors(dense.poly().coefficients(), ctx))
        for (const IntegerVector& h : irreducible_factors(part.factor, ctx))
          for (const InflatedFactor& g : inflated_factors(h, shape.step, ctx))
            factors.push_inflated(g.f, g.power, part.multiplicity);
    }
  }
  return std::move(factors).sorted(ascending);
}

}  // namespace

SparseFactorization<Integers> factor(const SparseZ& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  Integer unit = content(f, ctx);
  if (f.leading_coefficient().sign() < 0) unit.negate();
  return {std::move(unit), sparse_factors_over_z(f, ctx)};
}

SparseFactorization<Rationals> factor(const SparsePoly<Rationals>& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  SparseFactors<Rationals> factors(f, ctx);
  for (const SparseFactor<Integers>& g : sparse_factors_over_z(numerator_polynomial(f), ctx))
    factors.push_back(make_monic(to_rational(g.polynomial), ctx), g.multiplicity);
  return {f.leading_coefficient(), std::move(factors).sorted(ascending)};
}

bool is_irreducible(const SparseZ& f, const ExecutionContext& ctx) {
  if (const int known = irreducible_by_variable(f); known >= 0) return known != 0;
  const auto factors = sparse_factors_over_z(f, ctx);
  return factors.size() == 1 && factors[0].multiplicity == 1;
}

bool is_irreducible(const SparsePoly<Rationals>& f, const ExecutionContext& ctx) {
  return is_irreducible(numerator_polynomial(f), ctx);
}

}  // namespace v1
}  // namespace polyfork
