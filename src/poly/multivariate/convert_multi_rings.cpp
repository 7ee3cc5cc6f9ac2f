// Conversions of sparse polynomials in several variables between Z, Q and Z/p: those of their coefficient vectors.
// Linear.
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/convert.hpp>

#include "poly/images/gcd_primes.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// factor a modulo p. Terms that p divides are dropped.
MultiPolyZp reduced(const Variables& variables, const detail::PackedMonomials& monomials, const IntegerVector& integers,
                    std::uint64_t factor, const PrimeField& field, const ExecutionContext& ctx) {
  const MemoryReservation charge(ctx.memory(), monomials.size() * sizeof(std::uint64_t));
  std::vector<std::uint64_t> words(monomials.size());
  detail::residues(integers, field.modulus(), words, ctx);
  detail::TermsBuilder<PrimeField> terms(monomials.layout());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % detail::poll_terms == 0) ctx.poll();
    if (words[i] != 0) terms.push_back(monomials[i], factor == 1 ? words[i] : field.mul(words[i], factor));
  }
  return MultiPolyZp::make(field, variables, terms.finish(ctx));
}

}  // namespace

MultiPolyQ to_rational(const MultiPolyZ& a) {
  return MultiPolyQ::make(Rationals{}, a.variables(), {a.monomials(), RationalVector(a.coefficients())});
}

MultiPolyZ numerator_polynomial(const MultiPolyQ& a) {
  return MultiPolyZ::make(Integers{}, a.variables(), {a.monomials(), a.coefficients().numerators()});
}

MultiPolyZ to_integer(const MultiPolyQ& a) {
  // The common denominator is in lowest terms with the numerators.
  if (!a.coefficients().denominator().is_one()) throw DomainError("a coefficient is not an integer");
  return numerator_polynomial(a);
}

MultiPolyZp reduce(const MultiPolyZ& a, const PrimeField& field, const ExecutionContext& ctx) {
  return reduced(a.variables(), a.monomials(), a.coefficients(), 1, field, ctx);
}

MultiPolyZp reduce(const MultiPolyQ& a, const PrimeField& field, const ExecutionContext& ctx) {
  const std::uint64_t denominator = a.coefficients().denominator().view().mod(field.modulus());
  if (denominator == 0) throw DomainError("the modulus divides the denominator");
  return reduced(a.variables(), a.monomials(), a.coefficients().numerators(), field.inverse(denominator), field, ctx);
}

MultiPolyZ lift(const MultiPolyZp& a) {
  const PolyZ lifted = lift(PolyZp(a.ring(), a.coefficients()));  // none is zero
  return MultiPolyZ::make(Integers{}, a.variables(), {a.monomials(), lifted.coefficients()});
}

}  // namespace v1
}  // namespace polyfork
