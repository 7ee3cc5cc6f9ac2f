// Polynomials over Q reduced modulo the prime of a factorization, which has any length.
#pragma once

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
polyfork::DensePoly<polyfork::BigPrimeField> reduce_long(const polyfork::PolyQ& f,
                                                         const polyfork::BigPrimeField& field);
polyfork::SparsePoly<polyfork::BigPrimeField> reduce_long(const polyfork::SparsePoly<polyfork::Rationals>& f,
                                                          const polyfork::BigPrimeField& field);
polyfork::SparseMultiPoly<polyfork::BigPrimeField> reduce_long(const polyfork::MultiPolyQ& f,
                                                               const polyfork::BigPrimeField& field);

/// use(f modulo p). Throws InputError where p is no prime.
template <class Polynomial, class Use>
auto with_residues(const Polynomial& f, const polyfork::Integer& p, const polyfork::ExecutionContext& ctx,
                   const Use& use) {
  // Construction refuses what is not prime.
  const auto field_of = [](auto make) {
    try {
      return make();
    } catch (const polyfork::DomainError&) {
      throw InputError("--modulus: expected a prime number");
    }
  };
  if (p.bit_length() > 63) return use(reduce_long(f, field_of([&] { return polyfork::BigPrimeField(p); })));
  const auto field = field_of([&] { return polyfork::PrimeField(static_cast<std::uint64_t>(p.to_int64())); });
  return use(reduce(f, field, ctx));
}

}  // namespace polyfork_app
