// The rings and towers that the typed suites run over, each with a sampler of its elements (see ring_axioms.hpp).
// `other()` is a ring of the same type that differs, where there is one: operands from both must not be mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rationals.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {

struct IntegersSampler {
  using ring_type = Integers;
  static Integers ring() { return {}; }
  static Integer sample(IntegerGenerator& g) { return g.draw(3); }
};

struct RationalsSampler {
  using ring_type = Rationals;
  static Rationals ring() { return {}; }
  static Rational sample(IntegerGenerator& g) { return g.rational(2); }
};

struct GaussianRationalsSampler {
  using ring_type = GaussianRationals;
  static GaussianRationals ring() { return {}; }
  static GaussianRational sample(IntegerGenerator& g) {
    const auto part = [&] { return g.random().below(3) == 0 ? Rational() : g.rational(1); };
    Rational real = part();
    return {std::move(real), part()};
  }
};

template <std::uint64_t P>
struct PrimeFieldSampler {
  using ring_type = PrimeField;
  static PrimeField ring() { return PrimeField(P); }
  static PrimeField other() { return PrimeField(P == 11 ? 13 : 11); }
  static std::uint64_t sample(IntegerGenerator& g) { return g.draw(1).view().mod(P); }
};

/// The field of 2^Exponent + Offset elements.
template <unsigned Exponent, int Offset>
struct BigPrimeFieldSampler {
  using ring_type = BigPrimeField;
  static const BigPrimeField& ring() {
    static const BigPrimeField field((Integer(1) << Exponent) + Integer(Offset));  // its proof of primality takes time
    return field;
  }
  static BigPrimeField other() { return BigPrimeField(11); }
  static Integer sample(IntegerGenerator& g) { return ring().from_integer(g.draw(Exponent / 64 + 2)); }
};

/// Polynomials of at most Length coefficients over the ring of another sampler.
template <class Base, std::size_t Length = 4, char Variable = 't'>
struct PolynomialRingSampler {
  using ring_type = PolynomialRing<typename Base::ring_type>;
  static constexpr int rounds = 50;
  static ring_type ring() { return ring_type(Base::ring(), std::string(1, Variable)); }
  static ring_type other() { return ring_type(Base::ring(), "other"); }
  static typename ring_type::element sample(IntegerGenerator& g) {
    std::vector<typename Base::ring_type::element> c;
    for (std::uint64_t n = g.random().below(Length + 1); n != 0; --n) c.push_back(Base::sample(g));
    return ring().from_elements(std::move(c));
  }
};

/// Fractions of elements of another sampler's ring.
template <class Base>
struct FractionFieldSampler {
  using ring_type = FractionField<typename Base::ring_type>;
  static constexpr int rounds = 40;
  static ring_type ring() { return ring_type(Base::ring()); }
  static ring_type other() requires requires { Base::other(); }
  { return ring_type(Base::other()); }
  static typename ring_type::element sample(IntegerGenerator& g) {
    auto numerator = Base::sample(g);
    for (int i = 0; i < 20; ++i)
      if (auto denominator = Base::sample(g); !Base::ring().is_zero(denominator))
        return ring().fraction(std::move(numerator), std::move(denominator));
    return ring().embed(std::move(numerator));
  }
};

using SmallPrime = PrimeFieldSampler<101>;
using LargePrime = PrimeFieldSampler<9223372036854775783>;
using Mersenne127 = BigPrimeFieldSampler<127, -1>;
using Mersenne521 = BigPrimeFieldSampler<521, -1>;

}  // namespace polyfork::test
