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
    : a_(a), variables_(sequence.size()), sorted_(a.term_count()) {
  const std::size_t n = a.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(a);
  std::vector<std::uint32_t> rows(a.term_count() * variables_);
  for (std::size_t i = 0; i < a.term_count(); ++i)
    for (std::size_t k = 0; k < variables_; ++k) {
      const std::uint64_t e = table[i * n + sequence[k]];
      if (e >= std::uint64_t{1} << 31) throw DomainError("modular algorithms need degrees below 2^31");
      rows[i * variables_ + k] = static_cast<std::uint32_t>(e);
    }
  std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
  std::stable_sort(sorted_.begin(), sorted_.end(), [&](std::size_t i, std::size_t j) {
    const std::uint32_t* const x = rows.data() + i * variables_;
    const std::uint32_t* const y = rows.data() + j * variables_;
    return std::lexicographical_compare(y, y + variables_, x, x + variables_);
  });
  exponents_.reserve(rows.size());
  for (const std::size_t i : sorted_)
    exponents_.insert(exponents_.end(), rows.data() + i * variables_, rows.data() + (i + 1) * variables_);
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
  terms.exponents.reserve(exponents_.size());
  terms.coefficients.reserve(sorted_.size());
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    if (words[sorted_[i]] == 0) continue;
    terms.exponents.insert(terms.exponents.end(), exponents_.begin() + static_cast<std::ptrdiff_t>(i * variables_),
                           exponents_.begin() + static_cast<std::ptrdiff_t>((i + 1) * variables_));
    terms.coefficients.push_back(words[sorted_[i]]);
  }
  return terms;
}

template class ModularTerms<Integers>;
template class ModularTerms<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
