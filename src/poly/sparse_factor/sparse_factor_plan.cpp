// What the factorization of a sparse polynomial will do, in words.
#include <utility>

#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "poly/factor_z/factor_z_square_free.hpp"
#include "poly/factor_z/plan_node.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// The dense form, under what is done with its factors.
template <Ring R>
PlanDescription explained_sparse(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  require_not_zero(f);
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  if (shape.terms == 1) return plan_node("variable", "a single term", ctx);
  PlanDescription dense = explain_factor(sup::DenseForm<R>(f, shape.low, shape.step, ctx).poly(), ctx);
  return shape.step == 1 ? dense : inflated_plan(shape.step, std::move(dense), ctx);
}

}  // namespace

PlanDescription explain_factor(const SparsePoly<Integers>& f, const ExecutionContext& ctx) {
  if (f.term_count() > 2 && is_eisenstein(primitive_part(f, ctx).packed_terms().coefficients)) {
    PlanDescription plan =
        plan_node("eisenstein", "a prime divides all coefficients but one, and one at an end once: irreducible", ctx);
    if (f.low_degree() != 0) add_parameter(plan, "power_of_variable", f.low_degree());
    return plan;
  }
  return explained_sparse(f, ctx);
}

PlanDescription explain_factor(const SparsePoly<Rationals>& f, const ExecutionContext& ctx) {
  return explain_factor(numerator_polynomial(f), ctx);
}

PlanDescription explain_factor(const SparsePoly<GaussianRationals>& f, const ExecutionContext& ctx) {
  return explained_sparse(f, ctx);
}

PlanDescription explain_factor(const SparsePoly<PrimeField>& f, const ExecutionContext& ctx) {
  return explained_sparse(f, ctx);
}

PlanDescription explain_factor(const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return explained_sparse(f, ctx);
}

}  // namespace v1
}  // namespace polyfork
