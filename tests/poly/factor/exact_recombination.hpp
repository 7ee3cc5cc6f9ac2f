// Factors over Z the slow way: modulo one prime beyond all bounds, every set of modular factors by trial division.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork::test {

/// A prime above twice the coefficients of any factor with the leading coefficient of f (Mignotte, generously).
inline Integer prime_beyond_factors(const PolyZ& f) {
  Integer sum;
  for (const Integer& c : f.elements()) sum += abs(c);
  Integer p = (sum * f.leading_coefficient()) << (f.length() + 2);
  p = abs(p);
  p.with_mpz([](mpz_ptr z) { mpz_nextprime(z, z); });
  return p;
}

inline PolyZ lifted_symmetrically(const DensePoly<BigPrimeField>& g, const Integer& p) {
  std::vector<Integer> c = g.elements();
  for (Integer& x : c)
    if (x + x > p) x -= p;
  return PolyZ::from_elements({}, std::move(c));
}

/// Whether a primitive f of degree at least 1 has no factor of lower degree; nothing where more than `most` modular
/// factors make that too slow.
inline std::optional<bool> is_irreducible_slowly(const PolyZ& f, std::size_t most = 12) {
  if (gcd(f, derivative(f)).degree() > 0) return false;
  Integer p = prime_beyond_factors(f);
  const Integer resultant_of_both = resultant(f, derivative(f));
  while (floor_div_rem(resultant_of_both, p).second.is_zero()) p.with_mpz([](mpz_ptr z) { mpz_nextprime(z, z); });
  const BigPrimeField field = BigPrimeField::trusted(p);
  std::vector<Integer> c = f.elements();
  for (Integer& x : c) x = field.from_integer(x);
  const auto factors = factor(DensePoly<BigPrimeField>::from_elements(field, std::move(c))).factors;
  if (factors.size() > most) return std::nullopt;
  const std::uint32_t end = std::uint32_t{1} << factors.size();
  for (std::uint32_t set = 1; set + 1 < end; ++set) {
    if ((set & 1) == 0) continue;  // one of each set and its complement
    auto product = DensePoly<BigPrimeField>::constant(field, field.from_integer(f.leading_coefficient()));
    for (std::size_t i = 0; i < factors.size(); ++i)
      if (((set >> i) & 1) != 0) product = product * factors[i].polynomial;
    const PolyZ candidate = primitive_part(lifted_symmetrically(product, p));
    if (try_exact_div(f, candidate).has_value()) return false;
  }
  return true;
}

}  // namespace polyfork::test
