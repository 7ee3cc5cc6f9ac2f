// Random polynomials over Z/pZ of the shapes on which factorizations differ.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/poly/dense/composition.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {

constexpr int factor_shapes = 8;

/// Of about the given degree, at least 1; not zero.
inline PolyZp draw_factor_shape(IntegerGenerator& g, const PrimeField& field, int shape, std::size_t degree) {
  const std::uint64_t p = field.modulus();
  const auto some = [&](std::size_t most) { return random_zp(g, field, 2 + g.random().below(most)); };
  PolyZp f(field, {1 + g.random().below(p - 1)});
  switch (shape) {
    case 0:  // random
      return random_zp(g, field, degree + 1);
    case 1:  // many small factors
      while (f.degree() < static_cast<std::ptrdiff_t>(degree)) f = mul(f, some(2));
      return f;
    case 2:  // two or three factors
      return mul(some(degree / 2 + 1), mul(some(degree / 3 + 1), random_zp(g, field, degree / 3 + 1)));
    case 3:  // powers, of exponents around p where that is small
      while (f.degree() < static_cast<std::ptrdiff_t>(degree))
        f = mul(f, pow(some(3), 1 + g.random().below(std::min<std::uint64_t>(2 * p, 6))));
      return f;
    case 4:  // x^n - a
      return sub(PolyZp::monomial(field, 1, degree),
                 PolyZp(field, {g.random().below(3) == 0 ? g.random().below(p) : 1}));
    case 5:  // sparse
      f = PolyZp::monomial(field, 1, degree);
      for (int i = 0; i < 3; ++i) f = add(f, PolyZp::monomial(field, g.random().below(p), g.random().below(degree)));
      return f;
    case 6:  // linear factors, powers of x
      while (f.degree() < static_cast<std::ptrdiff_t>(degree))
        f = mul(f, PolyZp(field, {g.random().below(3) == 0 ? 0 : g.random().below(p), 1}));
      return f;
    default:  // a polynomial in x^k
      return compose(some(degree / 4 + 2), PolyZp::monomial(field, 1, 2 + g.random().below(4)));
  }
}

}  // namespace polyfork::test
