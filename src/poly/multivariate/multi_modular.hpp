// Sparse polynomials over Z and Z/pZ as word polynomials modulo primes, in a chosen sequence of their variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "poly/multivariate/exponent_columns.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial with its exponents sorted once for all primes.
template <Ring R>
class ModularTerms {
 public:
  /// sequence: the variables that are kept, the main one first; the others do not occur. Throws DomainError for
  /// exponents of 2^31 or more. The polynomial must outlive this.
  /// In parallel over the terms where these are many.
  ModularTerms(const SparseMultiPoly<R>& a, std::span<const std::size_t> sequence, const ExecutionContext& ctx);

  std::span<const std::size_t> degrees() const noexcept { return degrees_; }
  std::size_t size() const noexcept { return sorted_.size(); }
  /// Of the sorted terms, all variables of one after the other.
  std::span<const std::uint32_t> exponents() const noexcept { return exponents_; }
  /// Modulo p; over Z/pZ the field's own prime.
  WordTerms modulo(std::uint64_t p, const ExecutionContext& ctx) const;
  /// The same with other coefficients, in the sequence of those of the polynomial.
  WordTerms modulo(std::uint64_t p, const typename R::vector_type& coefficients, const ExecutionContext& ctx) const;
  const typename R::vector_type& coefficients() const noexcept { return a_.coefficients(); }

 private:
  /// Exponents of all variables in one word, the main one's highest.
  void sort_words(const ExponentColumns& columns, std::span<const std::size_t> sequence, const ExecutionContext& ctx);
  void sort_columns(const ExponentColumns& columns, std::span<const std::size_t> sequence);

  const SparseMultiPoly<R>& a_;
  std::size_t variables_;
  std::vector<std::size_t> degrees_;
  std::vector<std::size_t> sorted_;  // terms of a_
  WordExponents exponents_;          // in that order
};

extern template class ModularTerms<Integers>;
extern template class ModularTerms<PrimeField>;

/// Coefficients modulo p, in their sequence; over Z/pZ as they are.
std::vector<std::uint64_t> coefficient_residues(const IntegerVector& a, std::uint64_t p, const ExecutionContext& ctx);
std::vector<std::uint64_t> coefficient_residues(const ResidueVector& a, std::uint64_t p, const ExecutionContext& ctx);

/// Puts terms of a sequence back among all variables.
template <Ring R>
SparseMultiPoly<R> from_modular(const WordTerms& support, const typename R::vector_type& coefficients,
                                std::span<const std::size_t> sequence, const SparseMultiPoly<R>& like,
                                const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(like.ring(), like.variables());
  std::vector<std::uint64_t> e(like.variables().size(), 0);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    for (std::size_t k = 0; k < sequence.size(); ++k) e[sequence[k]] = support.monomial(i)[k];
    collector.push_back(e, typename R::element(coefficients[i]));
  }
  return std::move(collector).finish(ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
