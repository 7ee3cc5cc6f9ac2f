// Gcds over Z of sparse polynomials of high degree from one prime, proved. Included by sparse_gcd.inl.
//
// The gcd modulo a prime that does not divide a leading coefficient has at least the degree of the gcd: where it is
// constant, so is the gcd. Else the monic polynomial g with these residues in (-p/2, p/2] is the gcd if it divides
// both. Where it divides x^n - 1, exponents count modulo n only, and two short divisions decide. What sparse
// polynomials of high degree have in common is mostly of that kind: Plaisted, New NP-hard and NP-complete polynomial
// and integer divisibility problems, TCS 31, 1984, shows that nothing fast decides in general.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/primes.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// Degrees below which polynomials are treated as dense ones.
inline constexpr std::int64_t short_degree = 1 << 13;

inline PolyZp dense_image(const SparsePoly<PrimeField>& a) { return deflated(a, 0, 1); }

/// By how much a step of a division by b lowers the degree, at least. b is not constant.
inline std::uint64_t gap_of(const SparsePoly<PrimeField>& b) {
  const auto& e = b.packed_terms().exponents;
  return e[0] - (b.term_count() > 1 ? e[1] : 0);
}

/// Monic Euclid while its steps are short; nothing where one is not.
inline std::optional<PolyZp> short_euclid(SparsePoly<PrimeField> a, SparsePoly<PrimeField> b,
                                          const ExecutionContext& ctx) {
  constexpr std::uint64_t most_steps = 4096;  // of a division of terms
  constexpr std::size_t most_terms = 256;
  constexpr std::uint64_t gain_of_powers = 64;
  if (a.degree() < b.degree()) std::swap(a, b);
  while (!b.is_zero()) {
    ctx.poll();
    if (a.degree() < short_degree) return gcd(dense_image(a), dense_image(b), ctx);
    b = make_monic(b, ctx);
    const auto length = static_cast<std::uint64_t>(b.degree()) + 1;
    const auto degree = static_cast<std::uint64_t>(a.degree());
    SparsePoly<PrimeField> r(a.ring());
    if (b.degree() < short_degree && degree / gain_of_powers > length)
      r = rem_by_powers(a, b, ctx);
    else if ((degree + 1 - length) / gap_of(b) < most_steps && a.term_count() + b.term_count() <= most_terms)
      r = rem(a, b, ctx);
    else
      return std::nullopt;
    a = std::exchange(b, std::move(r));
  }
  if (a.degree() >= short_degree) return std::nullopt;
  return make_monic(dense_image(a), ctx);
}

/// The least n <= most with x^n = 1 modulo g, which is monic and not constant; 0 where there is none.
inline std::size_t period_of(const PolyZp& g, std::size_t most, const ExecutionContext& ctx) {
  const PolyZp one = PolyZp::constant(g.ring(), 1);
  PolyZp power = one;
  for (std::size_t n = 1; n <= most; ++n) {
    ctx.poll();
    power = rem(shift_left(power, 1, ctx), g, ctx);
    if (power == one) return n;
  }
  return 0;
}

/// Whether g divides a, exponents modulo n, where g divides x^n - 1.
inline bool divides_folded(const PolyZ& g, const SparsePoly<Integers>& a, std::size_t n, const ExecutionContext& ctx) {
  std::vector<Integer> folded(n);
  for (std::size_t i = 0; i < a.term_count(); ++i)
    folded[a.packed_terms().exponents[i] % n] += Integer(a.packed_terms()[i]);
  return rem(PolyZ::from_elements(Integers{}, std::move(folded)), g, ctx).is_zero();
}

/// The gcd of the primitive parts, which are prime to x; nothing where that is not found in short steps.
inline std::optional<PolyZ> primitive_gcd_by_image(const SparsePoly<Integers>& a, const SparsePoly<Integers>& b,
                                                   const ExecutionContext& ctx) {
  constexpr std::int64_t most_degree = 256;
  constexpr std::size_t most_period = 4096;
  if (a.is_zero() || b.is_zero()) return std::nullopt;
  const PrimeField field = PrimeField::trusted(previous_prime(std::uint64_t{1} << 62));
  const SparsePoly<PrimeField> image = reduce(a, field, ctx);
  if (image.degree() != a.degree()) return std::nullopt;
  const auto common = short_euclid(image, reduce(b, field, ctx), ctx);
  if (!common) return std::nullopt;
  if (common->degree() == 0) return PolyZ{1};
  if (common->degree() > most_degree) return std::nullopt;
  const std::size_t n = period_of(*common, most_period, ctx);
  if (n == 0) return std::nullopt;
  std::vector<Integer> coefficients;
  for (const std::uint64_t c : common->coefficients())
    coefficients.push_back(c > field.modulus() / 2 ? Integer(c) - Integer(field.modulus()) : Integer(c));
  const PolyZ g = PolyZ::from_elements(Integers{}, std::move(coefficients));
  const PolyZ unity = sub(shift_left(PolyZ{1}, n, ctx), PolyZ{1}, ctx);
  if (!rem(unity, g, ctx).is_zero() || !divides_folded(g, a, n, ctx) || !divides_folded(g, b, n, ctx))
    return std::nullopt;
  return g;
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
