// Polynomials over Z for factorization.
#include <utility>

#include <polyfork/poly/gcd/gcd.hpp>

#include "make_problem.hpp"
#include "support/inputs.hpp"

namespace polyfork_bench {
namespace {

using namespace polyfork;

/// The product of x +- sqrt(2) +- sqrt(3) +- ... over n primes.
PolyZ swinnerton_dyer(std::size_t n) {
  constexpr std::int64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
  PolyZ f{0, 1};
  for (std::size_t i = 0; i < n; ++i) {
    // f(x + s) = even + s odd with s^2 = p.
    PolyZ part[2];
    PolyZ slope = f;
    Integer power = 1;
    Integer factorial = 1;
    for (std::size_t k = 0; !slope.is_zero(); ++k) {
      part[k % 2] += exact_div(slope * power, PolyZ{factorial});
      if (k % 2 == 1) power *= primes[i];
      factorial *= k + 1;
      slope = derivative(slope);
    }
    f = part[0] * part[0] - part[1] * part[1] * Integer(primes[i]);
  }
  return f;
}

PolyZ factor_input(IntegerFactorShape shape, std::size_t count, std::size_t degree, std::size_t bits) {
  PolyZ f{1};
  switch (shape) {
    case IntegerFactorShape::products:
      for (std::size_t i = 0; i < count; ++i) f *= random_poly(degree + 1, bits, i + 1);
      break;
    case IntegerFactorShape::cyclotomic:
      f = PolyZ::monomial({}, 1, degree) - PolyZ{1};
      break;
    case IntegerFactorShape::chebyshev: {
      PolyZ next{0, 1};
      for (std::size_t i = 0; i < degree; ++i) {
        PolyZ after = PolyZ{0, 2} * next - f;
        f = std::exchange(next, std::move(after));
      }
      break;
    }
    case IntegerFactorShape::swinnerton_dyer:
      f = swinnerton_dyer(degree);
      break;
  }
  return f;
}

}  // namespace

Problem integer_factor_problem(IntegerFactorShape shape, std::size_t count, std::size_t degree, std::size_t bits) {
  Problem problem;
  problem.operation = Operation::z_factor;
  const PolyZ f = factor_input(shape, count, degree, bits);
  for (std::size_t i = 0; i < f.length(); ++i) {
    const IntegerView c = f.coefficients()[i];
    problem.a.push_back(reinterpret_cast<const std::uint64_t*>(c.limbs().data()), c.signed_size());
  }
  return problem;
}

}  // namespace polyfork_bench
