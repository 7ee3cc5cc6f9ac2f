// Gcds and resultants of flat lists of terms by the algorithms for sparse polynomials in several variables.
#include <polyfork/poly/towers/polynomial_ring.hpp>

#include <string>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

Variables numbered(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("x" + std::to_string(i));
  return Variables(std::move(names));
}

template <Ring B>
std::size_t bytes_of(const FlatPoly<B>& a) noexcept {
  return a.exponents.size() * sizeof(std::uint64_t) + a.coefficients.size() * sizeof(typename B::element);
}

template <Ring B>
SparseMultiPoly<B> to_multi(const B& ring, const FlatPoly<B>& a, const Variables& names, const ExecutionContext& ctx) {
  typename SparseMultiPoly<B>::Collector collector(ring, names);
  for (std::size_t i = 0; i < a.coefficients.size(); ++i) {
    if (i % 1024 == 0) ctx.poll();
    collector.push_back(std::span(a.exponents).subspan(i * a.variables, a.variables), a.coefficients[i]);
  }
  return std::move(collector).finish(ctx);
}

/// Without the first variables, which do not occur.
template <Ring B>
FlatPoly<B> to_flat(const SparseMultiPoly<B>& a, std::size_t variables, const ExecutionContext& ctx) {
  FlatPoly<B> out;
  out.variables = variables;
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % 1024 == 0) ctx.poll();
    const std::vector<std::uint64_t> e = a.exponents(i);
    out.exponents.insert(out.exponents.end(), e.end() - static_cast<std::ptrdiff_t>(variables), e.end());
    out.coefficients.push_back(a.coefficient(i));
  }
  return out;
}

template <Ring B>
FlatPoly<B> gcd_of(const B& ring, const FlatPoly<B>& a, const FlatPoly<B>& b, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), 2 * (bytes_of(a) + bytes_of(b)));
  const Variables names = numbered(a.variables);
  return to_flat(gcd(to_multi(ring, a, names, ctx), to_multi(ring, b, names, ctx), ctx), a.variables, ctx);
}

template <Ring B>
FlatPoly<B> resultant_of(const B& ring, const FlatPoly<B>& a, const FlatPoly<B>& b, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), 2 * (bytes_of(a) + bytes_of(b)));
  const Variables names = numbered(a.variables);
  const SparseMultiPoly<B> r =
      resultant(to_multi(ring, a, names, ctx), to_multi(ring, b, names, ctx), names.names()[0], ctx);
  return to_flat(r.with_variables(names, ctx), a.variables - 1, ctx);
}

}  // namespace

FlatPoly<Integers> flat_gcd(const Integers& ring, const FlatPoly<Integers>& a, const FlatPoly<Integers>& b,
                            const ExecutionContext& ctx) {
  return gcd_of(ring, a, b, ctx);
}
FlatPoly<Rationals> flat_gcd(const Rationals& ring, const FlatPoly<Rationals>& a, const FlatPoly<Rationals>& b,
                             const ExecutionContext& ctx) {
  return gcd_of(ring, a, b, ctx);
}
FlatPoly<PrimeField> flat_gcd(const PrimeField& ring, const FlatPoly<PrimeField>& a, const FlatPoly<PrimeField>& b,
                              const ExecutionContext& ctx) {
  return gcd_of(ring, a, b, ctx);
}
FlatPoly<Integers> flat_resultant(const Integers& ring, const FlatPoly<Integers>& a, const FlatPoly<Integers>& b,
                                  const ExecutionContext& ctx) {
  return resultant_of(ring, a, b, ctx);
}
FlatPoly<Rationals> flat_resultant(const Rationals& ring, const FlatPoly<Rationals>& a, const FlatPoly<Rationals>& b,
                                   const ExecutionContext& ctx) {
  return resultant_of(ring, a, b, ctx);
}
FlatPoly<PrimeField> flat_resultant(const PrimeField& ring, const FlatPoly<PrimeField>& a,
                                    const FlatPoly<PrimeField>& b, const ExecutionContext& ctx) {
  return resultant_of(ring, a, b, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
