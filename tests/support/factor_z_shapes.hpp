// Polynomials over Z whose factors are of interest: products of many shapes, and families.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {

/// f(x^d).
inline PolyZ spread(const PolyZ& f, std::size_t d) {
  std::vector<Integer> c(f.is_zero() ? 0 : (f.length() - 1) * d + 1);
  for (std::size_t i = 0; i < f.length(); ++i) c[i * d] = f.coefficient(i);
  return PolyZ::from_elements({}, std::move(c));
}

/// A product of one to six factors: short ones, equal ones, coefficients at the edges of limbs, huge leading
/// coefficients, linear factors, f(x^d), all of them with content and powers of x now and then.
inline PolyZ random_product(IntegerGenerator& g) {
  auto& random = g.random();
  PolyZ f{1};
  const std::size_t count = 1 + random.below(6);
  const std::uint64_t shape = random.below(8);
  for (std::size_t i = 0; i < count; ++i) {
    PolyZ h;
    switch (shape) {
      case 0:
        h = random_bits(g, 2 + random.below(8), 1 + random.below(20));
        break;
      case 1:
        h = random_bits(g, 2, 1 + random.below(4));
        break;
      case 2:
        h = random_bits(g, 2 + random.below(9), 1 + random.below(120));
        break;
      case 3:
        h = random_bits(g, 2 + random.below(4), 1 + random.below(2));
        break;
      case 4:
        h = random_z(g, 2 + random.below(5), 3);
        break;
      case 5:
        h = spread(random_bits(g, 2 + random.below(3), 2), 1 + random.below(4));
        break;
      case 6:
        h = random_bits(g, 3 + random.below(4), 6) + PolyZ::monomial({}, g.nonzero(3), 6);
        break;
      default:
        h = random_bits(g, 3 + random.below(10), 3);
        break;
    }
    if (h.is_zero()) continue;
    f = f * h;
    if (random.below(8) == 0) f = f * h;
  }
  if (random.below(8) == 0) f = f * g.nonzero(2);
  if (random.below(8) == 0) f = f << random.below(4);
  return f;
}

/// The product of x +- sqrt(2) +- sqrt(3) +- ... over n primes: irreducible, of degree 2^n, with factors of degree at
/// most 2 modulo every prime.
inline PolyZ swinnerton_dyer(std::size_t n) {
  constexpr std::int64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  PolyZ f{0, 1};
  for (std::size_t i = 0; i < n; ++i) {
    // f(x + s) = a + s b with s^2 = p: the product with f(x - s) is a^2 - p b^2.
    PolyZ even, odd;
    PolyZ slope = f;
    Integer power = 1;
    Integer factorial = 1;
    for (std::size_t k = 0; !slope.is_zero(); ++k) {
      PolyZ& part = k % 2 == 0 ? even : odd;
      part = part + exact_div(slope * power, PolyZ{factorial});
      if (k % 2 == 1) power *= primes[i];
      factorial *= k + 1;
      slope = derivative(slope);
    }
    f = even * even - odd * odd * Integer(primes[i]);
  }
  return f;
}

/// Chebyshev's polynomial of the first kind.
inline PolyZ chebyshev(std::size_t n) {
  PolyZ a{1}, b{0, 1};
  for (std::size_t i = 0; i < n; ++i) {
    PolyZ next = PolyZ{0, 2} * b - a;
    a = std::move(b);
    b = std::move(next);
  }
  return a;
}

}  // namespace polyfork::test
