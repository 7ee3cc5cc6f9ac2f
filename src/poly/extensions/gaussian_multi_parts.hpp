// Polynomials in several variables over Q(i) as real and imaginary parts over Z, and their images modulo primes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/extensions/gaussian_numerators.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f times the common denominator of its coefficients.
struct GaussianMultiParts {
  MultiPolyZ real, imaginary;
  Integer lead_real, lead_imaginary;

  GaussianMultiParts(const SparseMultiPoly<GaussianRationals>& f, const ExecutionContext& ctx)
      : real(f.variables()), imaginary(f.variables()) {
    const Integer denominator = gaussian_denominator(f.term_count(), [&](std::size_t i) { return f.coefficient(i); });
    const auto scaled = [&](const Rational& x) { return numerator_over(x, denominator); };
    lead_real = scaled(f.coefficient(0).real());
    lead_imaginary = scaled(f.coefficient(0).imaginary());
    MultiPolyZ::Collector reals(Integers{}, f.variables());
    MultiPolyZ::Collector imaginaries(Integers{}, f.variables());
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      reals.push_back(f.exponents(i), scaled(f.coefficient(i).real()));
      imaginaries.push_back(f.exponents(i), scaled(f.coefficient(i).imaginary()));
    }
    real = std::move(reals).finish(ctx);
    imaginary = std::move(imaginaries).finish(ctx);
  }

  std::size_t lead_bits() const { return lead_real.bit_length() + lead_imaginary.bit_length(); }
  std::uint64_t lead_at(std::uint64_t r, const WordModulus& m) const {
    return m.add(lead_real.view().mod(m.value()), m.mul(r, lead_imaginary.view().mod(m.value())));
  }
  MultiPolyZp at(std::uint64_t r, const PrimeField& field, const ExecutionContext& ctx) const {
    return add(reduce(real, field, ctx), scale(reduce(imaginary, field, ctx), r, ctx), ctx);
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
