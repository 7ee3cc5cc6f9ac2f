// Products of sparse polynomials as one dense univariate product, by Kronecker's substitution.
#include "poly/multi_products/multi_mul_kronecker.hpp"

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "poly/mul/mul_candidates.hpp"
#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t collected_places = 1 << 14;  // of one task

IntegerVector spread(const std::vector<std::uint64_t>& keys, const IntegerVector& values, const ExecutionContext& ctx) {
  IntegerVector dense(static_cast<std::size_t>(keys[0]) + 1, values.max_limbs(ctx));
  for (std::size_t i = 0; i < keys.size(); ++i) dense.assign(static_cast<std::size_t>(keys[i]), values[i]);
  return dense;
}

ResidueVector spread(const std::vector<std::uint64_t>& keys, const ResidueVector& values) {
  ResidueVector dense(static_cast<std::size_t>(keys[0]) + 1, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) dense[static_cast<std::size_t>(keys[i])] = values[i];
  return dense;
}

/// append(piece, place) for every place that is not zero, from the top.
template <class Piece, class NonZero, class Append>
std::vector<Piece> collect(std::size_t places, const NonZero& non_zero, const Append& append, SharedCharge& charge,
                           const ExecutionContext& ctx) {
  std::vector<Piece> pieces((places + collected_places - 1) / collected_places);
  parallel_for(ctx, pieces.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      ctx.charge(collected_places);
      const std::size_t high = places - p * collected_places;
      const std::size_t low = high > collected_places ? high - collected_places : 0;
      for (std::size_t k = high; k-- != low;) {
        if (!non_zero(k)) continue;
        append(pieces[p], k);
        pieces[p].words.push_back(k);
      }
      charge.add(pieces[p].bytes());
    }
  });
  return pieces;
}

}  // namespace

std::pair<PackedMonomials, IntegerVector> multi_mul_kronecker(const PreparedProduct& product, const IntegerVector& f,
                                                              const IntegerVector& g, const ExecutionContext& ctx) {
  const MonomialKeys keys = product.exact_keys();
  const std::vector<std::uint64_t> kf = product.keys_f(keys);
  const std::vector<std::uint64_t> kg = product.keys_g(keys);
  SharedCharge charge(ctx.memory());
  charge.add(vector_bytes(kf[0] + 1, (kf[0] + 1) * f.max_limbs(ctx)) +
             vector_bytes(kg[0] + 1, (kg[0] + 1) * g.max_limbs(ctx)));
  const IntegerVector dense = mul(spread(kf, f, ctx), spread(kg, g, ctx), ctx);
  charge.add(dense.bytes());
  std::vector<IntegerPiece> pieces = collect<IntegerPiece>(
      dense.size(), [&](std::size_t k) { return dense.signed_size(k) != 0; },
      [&](IntegerPiece& piece, std::size_t k) { append_integer(piece, dense.row(k), dense.signed_size(k)); }, charge,
      ctx);
  IntegerVector coefficients = joined_integers(pieces, ctx);
  return {joined_monomials(product.layout(), &keys, pieces, ctx), std::move(coefficients)};
}

std::pair<PackedMonomials, ResidueVector> multi_mul_kronecker(const PreparedProduct& product, const PrimeField& field,
                                                              const ResidueVector& f, const ResidueVector& g,
                                                              const ExecutionContext& ctx) {
  const MonomialKeys keys = product.exact_keys();
  const std::vector<std::uint64_t> kf = product.keys_f(keys);
  const std::vector<std::uint64_t> kg = product.keys_g(keys);
  SharedCharge charge(ctx.memory());
  charge.add(2 * (kf[0] + kg[0] + 2) * sizeof(std::uint64_t));
  const ResidueVector dense = mul(field, spread(kf, f), spread(kg, g), ctx);
  std::vector<ResiduePiece> pieces = collect<ResiduePiece>(
      dense.size(), [&](std::size_t k) { return dense[k] != 0; },
      [&](ResiduePiece& piece, std::size_t k) { piece.residues.push_back(dense[k]); }, charge, ctx);
  ResidueVector coefficients = joined_residues(pieces, ctx);
  return {joined_monomials(product.layout(), &keys, pieces, ctx), std::move(coefficients)};
}

void plan_kronecker(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const MulShape dense{
      static_cast<std::size_t>(s.length_a), static_cast<std::size_t>(s.length_b), s.bits_a, s.bits_b, false, s.modulus};
  const MulBudget for_dense = PlanBudget(budget).on_processor().with_memory(Bytes::never);
  const MulPlan child = s.modulus != 0 ? plan_mul_zp(dense, for_dense) : plan_mul(dense, for_dense);
  const Bytes operands =
      Bytes(dense.length_a) * (limbs_for_bits(s.bits_a) * 9) + Bytes(dense.length_b) * (limbs_for_bits(s.bits_b) * 9);
  plan.workspace = child.charged() + operands;
  plan.predicted_seconds = child.predicted_seconds + static_cast<double>(s.places) *
                                                         picoseconds(budget.thresholds.dense_place_ps) / budget.threads;
  plan.reason = "predicted to be the fastest: the operands are dense enough in the box of their exponents";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
