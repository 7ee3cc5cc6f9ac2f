// Products of sparse polynomials modulo p.
#include <bit>
#include <utility>

#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_mul_kronecker.hpp"
#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZp = SparseTerms<PrimeField>;

/// Precondition: neither operand is zero.
TermsZp mul_planned(const PrimeField& field, const TermsZp& a, const TermsZp& b, const SparseMulAlgorithm* algorithm,
                    const ExecutionContext& ctx) {
  const PreparedProduct product(a.monomials, b.monomials);
  const ResidueVector& f = product.swapped() ? b.coefficients : a.coefficients;
  const ResidueVector& g = product.swapped() ? a.coefficients : b.coefficients;
  SparseMulShape shape = product.shape(ctx);
  shape.modulus = field.modulus();
  // Costs are those of words whatever p is.
  shape.bits_a = shape.bits_b = static_cast<std::size_t>(std::bit_width(field.modulus() - 1));
  const PlanBudget budget = PlanBudget(ctx).with_memory(ctx.memory().available());
  const SparseMulPlan plan =
      algorithm != nullptr ? plan_sparse_mul_with(*algorithm, shape, budget) : plan_sparse_mul(shape, budget);
  ctx.poll();
  const auto execute = [&] {
    if (plan.algorithm == SparseMulAlgorithm::kronecker) return mul_sparse_kronecker(product, field, f, g, ctx);
    const auto join = [&](std::span<const ResiduePiece> pieces) { return joined_residues(pieces, ctx); };
    const ResidueOperands operands{f, g, field.word_modulus()};
    return scattered_or_merged<ResidueSum, ResidueCells>(plan, product, operands, join, ctx);
  };
  auto [monomials, coefficients] = execute();
  return {std::move(monomials), std::move(coefficients)};
}

}  // namespace

TermsZp mul_sparse(const PrimeField& field, const TermsZp& a, const TermsZp& b, const ExecutionContext& ctx) {
  return mul_planned(field, a, b, nullptr, ctx);
}

}  // namespace detail

MultiPolyZp mul_with(SparseMulAlgorithm algorithm, const MultiPolyZp& a, const MultiPolyZp& b,
                     const ExecutionContext& ctx) {
  const MultiPolyZp::Operands o(a, b);
  if (a.is_zero() || b.is_zero()) return MultiPolyZp(a.ring(), o.variables);
  return MultiPolyZp::make(a.ring(), o.variables, detail::mul_planned(a.ring(), o.a(), o.b(), &algorithm, ctx));
}

}  // namespace v1
}  // namespace polyfork
