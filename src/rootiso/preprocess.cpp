// Powers of x, square-free decomposition and rational roots are taken out, in this order.
#include "rootiso/preprocess.hpp"

#include <algorithm>

#include "ring/held.hpp"
#include "rootiso/rational_roots.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

/// The decomposition of f / x^zeros.
SquareFreeDecomposition<Integers> square_free_part_beside_zero(const PolyZ& f, std::size_t zeros,
                                                               const ExecutionContext& ctx) {
  if (zeros == 0) return square_free_decomposition(f, ctx);
  const PolyZ rest = shift_right(f, zeros, ctx);
  const MemoryReservation held = hold(rest.coefficients(), ctx);
  return square_free_decomposition(rest, ctx);
}

std::size_t bytes_of_all(const Preprocessed& p) {
  std::size_t bytes = p.product.coefficients().bytes();
  for (const auto& f : p.factors) bytes += f.factor.coefficients().bytes();
  for (const RationalRoot& r : p.rational_roots) bytes += sizeof(RationalRoot) + bytes_of(r.value);
  return bytes;
}

}  // namespace

Preprocessed preprocess(const PolyZ& f, IsolationStats& stats, const ExecutionContext& ctx) {
  Preprocessed result;
  result.product = PolyZ::constant(Integer(1));
  std::size_t zeros = 0;
  while (f.coefficients()[zeros].is_zero()) ++zeros;
  if (zeros != 0) result.rational_roots.push_back({Rational(0), zeros});

  if (f.length() - zeros > 1) {
    ctx.progress("square-free decomposition", 0);
    auto decomposition = square_free_part_beside_zero(f, zeros, ctx);
    stats.square_free_factors = decomposition.factors.size();
    std::size_t bytes = 0;
    for (const auto& f_i : decomposition.factors) bytes += f_i.factor.coefficients().bytes();
    const MemoryReservation held(ctx.memory(), bytes);
    ctx.progress("rational roots", 0);
    for (auto& [factor, multiplicity] : decomposition.factors) {
      auto [roots, remaining] = split_rational_roots(factor, ctx);
      for (Rational& r : roots) result.rational_roots.push_back({std::move(r), multiplicity});
      if (remaining.is_constant()) continue;
      const MemoryReservation held_remaining = hold(remaining.coefficients(), ctx);
      result.product = result.product.is_constant() ? PolyZ(charged_copy(remaining.coefficients(), ctx))
                                                    : mul(result.product, remaining, ctx);
      result.factors.push_back({std::move(remaining), multiplicity});
      result.reservation = MemoryReservation();
      result.reservation = MemoryReservation(ctx.memory(), bytes_of_all(result));
    }
  }
  std::sort(result.rational_roots.begin(), result.rational_roots.end(),
            [](const RationalRoot& a, const RationalRoot& b) { return a.value < b.value; });
  stats.rational_roots = result.rational_roots.size();
  result.reservation = MemoryReservation();
  result.reservation = MemoryReservation(ctx.memory(), bytes_of_all(result));
  return result;
}

}  // namespace detail
}  // namespace polyfork::inline v1
