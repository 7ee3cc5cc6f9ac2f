// Products of sparse polynomials modulo p.
#include <algorithm>
#include <utility>

#include <polyfork/poly/detail/sparse_ops.hpp>

#include "poly/sparse_mul_heap.hpp"
#include "poly/sparse_sums.hpp"

namespace polyfork::inline v1::detail {

SparseTerms<PrimeField> mul_sparse(const PrimeField& ring, const SparseTerms<PrimeField>& a,
                                   const SparseTerms<PrimeField>& b, const ExecutionContext& ctx) {
  const auto& f = a.size() <= b.size() ? a : b;
  const auto& g = a.size() <= b.size() ? b : a;
  const MonomialLayout layout = product_layout(f.monomials.maxima(), g.monomials.maxima());
  const InLayout fm(f.monomials, layout);
  const InLayout gm(g.monomials, layout);
  const SparseFactors factors{*fm, *gm, std::clamp<std::size_t>((f.size() * g.size()) >> 17, 1, 64)};
  const ResidueOperands operands{f.coefficients, g.coefficients, ring.word_modulus()};
  SharedCharge charge(ctx.memory());
  auto pieces = heap_pieces<ResidueSum>(factors, operands, charge, ctx);
  ResidueVector coefficients = joined_residues(pieces, ctx);
  return {joined_monomials(layout, pieces, ctx), std::move(coefficients)};
}

}  // namespace polyfork::inline v1::detail
