// Numerators over the derivative of a factor.
//
// With f = h k, f' is h' k modulo h, and a coordinate g / (d f') is (g / k) / (d h') there. The residue of g / k modulo
// h is lifted from primes; that the coordinates are the same is an identity over Z modulo h.
#include "system/solve/restrict_representation.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "system/modular/rational_lift.hpp"
#include "system/modular/residue_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_primes = 200;

/// The residues of g_j h' / f' modulo h and p, one after another; empty for primes that the quotients do not have.
std::optional<std::vector<std::uint64_t>> quotients_modulo(const UnivariateRepresentation& r, const PolyZ& h,
                                                           const PolyZ& slope, const SmallPrime& p,
                                                           const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p.value());
  if (h.leading_coefficient().view().mod(p.value()) == 0) return std::nullopt;
  const auto degree = static_cast<std::size_t>(h.degree());
  const PolyZp modulus = make_monic(reduce(h, field, ctx), ctx);
  const ResidueAlgebra algebra(word_coefficients(modulus, degree + 1), p);
  const auto residue = [&](const PolyZ& f) {
    return word_coefficients(rem(reduce(f, field, ctx), modulus, ctx), degree);
  };
  const auto inverse = algebra.inverse(residue(slope), ctx);
  if (!inverse) return std::nullopt;
  const WordCoefficients factor = algebra.product(residue(derivative(h, 1, ctx)), *inverse);
  std::vector<std::uint64_t> numbers;
  numbers.reserve(degree * r.numerators.size());
  for (const PolyZ& g : r.numerators) {
    const WordCoefficients quotient = algebra.product(residue(g), factor);
    numbers.insert(numbers.end(), quotient.begin(), quotient.end());
  }
  return numbers;
}

std::optional<std::vector<CommonFractions>> lifted_quotients(const UnivariateRepresentation& r, const PolyZ& h,
                                                             const ExecutionContext& ctx) {
  const PolyZ slope = derivative(r.polynomial, 1, ctx);
  const auto degree = static_cast<std::size_t>(h.degree());
  std::vector<std::size_t> ends;
  ends.reserve(r.numerators.size());
  for (std::size_t v = 1; v <= r.numerators.size(); ++v) ends.push_back(v * degree);
  RationalLift lift(ends.back());
  std::optional<std::vector<CommonFractions>> found;
  std::uint64_t last = std::uint64_t{1} << 31;
  for (std::size_t tried = 0; tried < most_primes; ++tried) {
    ctx.poll();
    last = previous_prime(last);
    const SmallPrime p(static_cast<std::uint32_t>(last));
    const auto numbers = quotients_modulo(r, h, slope, p, ctx);
    if (!numbers) continue;
    if (found && agree(*found, *numbers, p.value())) return found;
    lift.add(p.value(), *numbers);
    found.reset();
    if (lift.looks_complete(ctx)) found = lift.lift(ends, ctx);
  }
  return std::nullopt;
}

}  // namespace

std::optional<UnivariateRepresentation> restricted(const UnivariateRepresentation& r, const PolyZ& h,
                                                   const ExecutionContext& ctx) {
  auto quotients = lifted_quotients(r, h, ctx);
  if (!quotients) return std::nullopt;
  UnivariateRepresentation result;
  result.variables = r.variables;
  result.degree = static_cast<std::size_t>(h.degree());
  result.form = r.form;
  result.polynomial = h;
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    const CommonFractions& q = (*quotients)[v];
    result.numerators.push_back(PolyZ::from_elements({}, q.numerators));
    result.denominators.push_back(mul(q.denominator, r.denominators[v]));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
