// What is asked of an irreducible polynomial h modulo p before h(x^q) is factored, and how that is split: the part of
// inflated_mod_p.hpp that depends on how residues are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "poly/factor/word_quotient.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Field R>
class InflationSteps;

template <>
class InflationSteps<PrimeField> {
 public:
  InflationSteps(const PrimeField& field, const ExecutionContext& ctx) : algebra_(field, ctx) {}

  /// y^floor(p^k / q) modulo h(y) for a monic irreducible h of degree at least k >= 1, h(0) not zero, and a prime q
  /// that is not p. O(log p + log q log k) products modulo h and O(log k) modular compositions.
  PolyZp power_of_root(const PolyZp& h, std::uint64_t q, std::size_t k) const;

  /// The irreducible factors, in any order, of a monic product of those of one degree; frobenius is x^p modulo it.
  std::vector<PolyZp> equal_degrees(const PolyZp& product, std::size_t degree, const PolyZp& frobenius) const;

 private:
  FactorAlgebra algebra_;
};

template <>
class InflationSteps<BigPrimeField> {
 public:
  InflationSteps(const BigPrimeField& field, const ExecutionContext& ctx) : field_(field), ctx_(ctx) {}

  DensePoly<BigPrimeField> power_of_root(const DensePoly<BigPrimeField>& h, std::uint64_t q, std::size_t k) const;
  std::vector<DensePoly<BigPrimeField>> equal_degrees(const DensePoly<BigPrimeField>& product, std::size_t degree,
                                                      const DensePoly<BigPrimeField>& frobenius) const;

 private:
  BigPrimeField field_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
