// The classes of factors at a point over Z, lifted to all variables modulo as many primes as coefficients need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/multi_factor/factor_classes.hpp"
#include "poly/multi_gcd/multi_gcd.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Primes to lift modulo: below 2^31 where that lets eight images be lifted at once, else below 2^62.
class LiftPrimes {
 public:
  explicit LiftPrimes(bool narrow) noexcept : narrow_(narrow) {}
  std::uint64_t next() { return narrow_ ? narrow_primes_.next() : wide_primes_.next(); }
  /// Of every prime, at least.
  std::size_t bits() const noexcept { return narrow_ ? 30 : 61; }

 private:
  bool narrow_;
  NarrowPrimes narrow_primes_;
  GcdPrimes wide_primes_;
};

/// A point, and the factors of the polynomial there.
struct PointFactors {
  std::vector<Integer> point;  // of the sequence without x
  std::vector<IntegerVector> factors;
  std::uint64_t prime = 0;  // modulo which they are different and keep their degrees
};

/// The coefficients modulo a prime.
inline FieldPoly words_modulo(const IntegerVector& u, const WordModulus& m, const ExecutionContext& ctx) {
  FieldPoly words(u.size());
  residues(u, m.value(), words, ctx);
  return words;
}
inline std::vector<std::uint64_t> words_modulo(const std::vector<Integer>& point, const WordModulus& m) {
  std::vector<std::uint64_t> words;
  words.reserve(point.size());
  for (const Integer& n : point) words.push_back(PrimeField(m.value()).from_integer(n));
  return words;
}

/// What classes are lifted from. All must outlive it.
struct ClassLift {
  const MultiPolyZ& f;
  const std::vector<std::size_t>& sequence;  ///< of the variables, the main one first
  const ModularTerms<Integers>& terms;       ///< of f
  bool narrow;                               ///< which primes
  const ExecutionContext& ctx;
};

/// The polynomials whose values at the point are the products of the classes, and whose product is f; nothing where
/// lifting fails, or where there are none. `unit`: of f's leading coefficient in x what is no polynomial.
std::optional<std::vector<MultiPolyZ>> lift_classes(const ClassLift& problem, const PointFactors& at,
                                                    const FactorClasses<Integers>& classes, const Integer& unit);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
