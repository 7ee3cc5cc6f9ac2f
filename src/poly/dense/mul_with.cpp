// Products of polynomials by an algorithm that is named: what vectors of coefficients have, with rings and variables.
#include <utility>

#include <polyfork/poly/dense/integer_products.hpp>

namespace polyfork {
inline namespace v1 {

// Products of normalised lists over domains are normalised.

PolyZ mul_with(MulAlgorithm algorithm, const PolyZ& a, const PolyZ& b, const ExecutionContext& ctx) {
  const PolyZ& named = PolyZ::check(a, b);
  return PolyZ::make(mul_with(algorithm, a.coefficients(), b.coefficients(), ctx), named);
}

PolyQ mul_with(MulAlgorithm algorithm, const PolyQ& a, const PolyQ& b, const ExecutionContext& ctx) {
  const PolyQ& named = PolyQ::check(a, b);
  IntegerVector numerators = mul_with(algorithm, a.coefficients().numerators(), b.coefficients().numerators(), ctx);
  return PolyQ::make(
      RationalVector(std::move(numerators), a.coefficients().denominator() * b.coefficients().denominator(), ctx),
      named);
}

PolyZp mul_with(MulAlgorithm algorithm, const PolyZp& a, const PolyZp& b, const ExecutionContext& ctx) {
  const PolyZp& named = PolyZp::check(a, b);
  return PolyZp::make(mul_with(algorithm, a.ring(), a.coefficients(), b.coefficients(), ctx), named);
}

}  // namespace v1
}  // namespace polyfork
