// Power series: the public functions over inverse_series_word.cpp.
#include <polyfork/poly/residues/power_series.hpp>

#include <polyfork/core/error.hpp>

#include "poly/residues/inverse_series_word.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

void require_unit(const PolyZp& f) {
  if (f.coefficient(0) == 0) throw DomainError("the constant term of the power series is not invertible");
}

template <class Compute>
PolyZp series(const PolyZp& named, std::size_t n, const ExecutionContext& ctx, const Compute& compute) {
  if (n == 0) return PolyZp::make({}, named);
  PolyZp::check_degree(n - 1, ctx);
  const MemoryReservation reservation(ctx.memory(), n * sizeof(std::uint64_t));
  ResidueVector out = within_memory(ctx, [n] { return ResidueVector(n); });
  compute(out);
  DenseOps<PrimeField>::normalise(named.ring(), out);
  return PolyZp::make(std::move(out), named);
}

}  // namespace

PolyZp inverse_series(const PolyZp& f, std::size_t n, const ExecutionContext& ctx) {
  require_unit(f);
  return series(f, n, ctx, [&](Words out) { inverse_series_words(WordAlgebra(f.ring(), ctx), f.coefficients(), out); });
}

PolyZp divide_series(const PolyZp& a, const PolyZp& f, std::size_t n, const ExecutionContext& ctx) {
  const PolyZp& named = PolyZp::check(a, f);
  require_unit(f);
  return series(named, n, ctx, [&](Words out) {
    quotient_series_words(WordAlgebra(f.ring(), ctx), a.coefficients(), f.coefficients(), out);
  });
}

}  // namespace v1
}  // namespace polyfork
