// Sparse polynomials that are powers of sparse polynomials, and a proof that one has no multiple root: what makes
// square-free decompositions of long lists short. Included by sparse_gcd.inl.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// How many terms the k-th power of `terms` terms can have: C(terms + k - 1, k), or something above `most`.
inline std::size_t most_terms_of_power(std::size_t terms, std::uint64_t k, std::size_t most) {
  std::size_t count = 1;
  for (std::uint64_t i = 1; i < terms && count <= most; ++i) count = count * static_cast<std::size_t>(k + i) / i;
  return count;
}

/// g with f = g^k, f monic and prime to x, k a prime that is no multiple of the characteristic; nothing where there is
/// none, or none of few terms. Term by term from the highest: f - g^k begins with k lc(g)^(k-1) times the next one.
template <Field R>
std::optional<SparsePoly<R>> power_root(const SparsePoly<R>& f, std::uint64_t k, const ExecutionContext& ctx) {
  constexpr std::size_t most_power_terms = 4096;
  const auto degree = static_cast<std::uint64_t>(f.degree());
  if (degree % k != 0) return std::nullopt;
  const R& ring = f.ring();
  const std::uint64_t top = degree / k;
  const auto inverse = ring.inverse(ring.from_integer(Integer(k)));
  SparsePoly<R> g = shift_left(SparsePoly<R>::constant(ring, ring.one()), top, ctx).with_variable(f.variable());
  for (;;) {
    ctx.poll();
    if (most_terms_of_power(g.term_count(), k, most_power_terms) > most_power_terms) return std::nullopt;
    const SparsePoly<R> rest = sub(f, pow(g, k, ctx), ctx);
    if (rest.is_zero()) return g;
    const auto at = static_cast<std::uint64_t>(rest.degree());
    if (at < degree - top) return std::nullopt;
    const auto next = ring.mul(rest.leading_coefficient(), inverse);
    g = add(g, shift_left(SparsePoly<R>::constant(ring, next), at - (degree - top), ctx).with_variable(f.variable()),
            ctx);
  }
}

/// f as the highest power that small exponents find: f = g^exponent, up to a constant over Z. f is monic over a field,
/// primitive over Z.
template <GcdDomain R>
std::pair<SparsePoly<R>, std::uint64_t> highest_root(SparsePoly<R> f, const ExecutionContext& ctx) {
  constexpr std::uint64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
  if constexpr (Field<R>) {
    std::uint64_t exponent = 1;
    for (const std::uint64_t k : primes)
      while (auto root = power_root(f, k, ctx)) {
        f = std::move(*root);
        exponent *= k;
      }
    return {std::move(f), exponent};
  } else if constexpr (std::same_as<R, Integers>) {
    auto [g, exponent] = highest_root(make_monic(to_rational(f), ctx), ctx);
    if (exponent == 1) return {std::move(f), 1};
    return {primitive_part(numerator_polynomial(g), ctx).with_variable(f.variable()), exponent};
  } else {
    return {std::move(f), 1};
  }
}

/// Whether a prime proves that f has no multiple root: over Z and Q, where f keeps its degree and is square-free modulo
/// one. f is not constant.
template <GcdDomain R>
bool is_square_free_by_a_prime(const SparsePoly<R>& f, const ExecutionContext& ctx) {
  if constexpr (std::same_as<R, Rationals>) {
    return is_square_free_by_a_prime(numerator_polynomial(f), ctx);
  } else if constexpr (std::same_as<R, Integers>) {
    std::uint64_t p = std::uint64_t{1} << 62;
    for (int attempt = 0; attempt < 2; ++attempt) {
      p = previous_prime(p);
      const SparsePoly<PrimeField> image = reduce(f, PrimeField::trusted(p), ctx);
      if (image.degree() == f.degree() && gcd(image, derivative(image, 1, ctx), ctx).is_constant()) return true;
    }
    return false;
  } else {
    return false;
  }
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
