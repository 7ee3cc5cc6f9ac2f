// Polynomials over Q reduced modulo the prime of a command, which has any length.
#pragma once

#include <cstdint>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/prime_field.hpp>

#include "run/input_error.hpp"

namespace polyfork_app {

/// The number in --modulus, not zero; whether it is prime is asked later.
polyfork::Integer parse_modulus(const std::string& text);

/// Throws DomainError where p divides a denominator.
polyfork::DensePoly<polyfork::BigPrimeField> residues(const polyfork::PolyQ& f, const polyfork::BigPrimeField& field,
                                                      const polyfork::ExecutionContext& ctx);
polyfork::SparsePoly<polyfork::BigPrimeField> residues(const polyfork::SparsePoly<polyfork::Rationals>& f,
                                                       const polyfork::BigPrimeField& field,
                                                       const polyfork::ExecutionContext& ctx);
polyfork::SparseMultiPoly<polyfork::BigPrimeField> residues(const polyfork::MultiPolyQ& f,
                                                            const polyfork::BigPrimeField& field,
                                                            const polyfork::ExecutionContext& ctx);
template <class Polynomial>
auto residues(const Polynomial& f, const polyfork::PrimeField& field, const polyfork::ExecutionContext& ctx) {
  return reduce(f, field, ctx);
}

/// use(Z/pZ), which is a BigPrimeField from 2^63 on. Throws InputError where p is no prime.
template <class Use>
auto with_prime_field(const polyfork::Integer& p, const Use& use) {
  // Construction refuses what is not prime.
  const auto field_of = [](auto make) {
    try {
      return make();
    } catch (const polyfork::DomainError&) {
      throw InputError("--modulus: expected a prime number");
    }
  };
  if (p.bit_length() > 63) return use(field_of([&] { return polyfork::BigPrimeField(p); }));
  return use(field_of([&] { return polyfork::PrimeField(static_cast<std::uint64_t>(p.to_int64())); }));
}

}  // namespace polyfork_app
