// The exponents of a polynomial are sorted once; modulo a prime only the coefficients are looked at again.
#include "poly/multivariate/multi_modular.hpp"

#include <algorithm>
#include <numeric>

#include <polyfork/core/error.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Ring R>
ModularTerms<R>::ModularTerms(const SparseMultiPoly<R>& a, std::span<const std::size_t> sequence)
    : a_(a), variables_(sequence.size()), degrees_(sequence.size(), 0), sorted_(a.term_count()) {
  const ExponentColumns columns = exponent_columns(a);
  for (std::size_t k = 0; k < variables_; ++k) {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < a.term_count(); ++i) largest = std::max(largest, columns(i, sequence[k]));
    if (largest >= std::uint64_t{1} << 31) throw DomainError("modular algorithms need degrees below 2^31");
    degrees_[k] = static_cast<std::size_t>(largest);
  }
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  for (std::size_t k = variables_; k-- > 0;)  // the least significant first
    stable_sort_descending(sorted_, degrees_[k], [&](std::size_t i) { return columns(i, sequence[k]); });
  exponents_.reserve(a.term_count() * variables_);
  for (const std::size_t i : sorted_)
    for (const std::size_t v : sequence) exponents_.push_back(static_cast<std::uint32_t>(columns(i, v)));
}

std::vector<std::uint64_t> coefficient_residues(const MultiPolyZ& a, std::uint64_t p, const ExecutionContext& ctx) {
  std::vector<std::uint64_t> words(a.term_count());
  residues(a.coefficients(), p, words, ctx);
  return words;
}
std::vector<std::uint64_t> coefficient_residues(const MultiPolyZp& a, std::uint64_t, const ExecutionContext&) {
  return {a.coefficients().begin(), a.coefficients().end()};
}

template <Ring R>
WordTerms ModularTerms<R>::modulo(std::uint64_t p, const ExecutionContext& ctx) const {
  const std::vector<std::uint64_t> words = coefficient_residues(a_, p, ctx);
  WordTerms terms;
  terms.variables = variables_;
  terms.exponents = exponents_;
  terms.coefficients.reserve(sorted_.size());
  for (const std::size_t i : sorted_) terms.coefficients.push_back(words[i]);
  if (std::find(words.begin(), words.end(), 0) != words.end()) terms.drop_zeros();
  return terms;
}

template class ModularTerms<Integers>;
template class ModularTerms<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
