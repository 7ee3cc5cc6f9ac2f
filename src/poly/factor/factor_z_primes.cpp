// The choice of a prime by degree patterns.
#include "poly/factor/factor_z_primes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/factor/factor_zp.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t first_prime = 1 << 10;

std::size_t count_of(const std::vector<DistinctDegreeFactor>& pattern) {
  std::size_t n = 0;
  for (const DistinctDegreeFactor& part : pattern) n += part.count();
  return n;
}

DegreeSet degree_sums(const std::vector<DistinctDegreeFactor>& pattern, std::size_t n) {
  DegreeSet degrees(n);
  for (const DistinctDegreeFactor& part : pattern)
    for (std::size_t i = 0; i < part.count(); ++i) degrees.add_summand(part.degree);
  return degrees;
}

constexpr std::size_t low_degree = 8;  // recombination takes less time than a pattern

/// After so many primes with the fewest factors found so far, one more is not worth its pattern; for long coefficients,
/// whose lifting takes longest, it is for some time yet.
std::size_t primes_worth(std::size_t fewest, std::size_t degree, std::size_t bits) {
  if (degree <= low_degree) return 2;
  const std::size_t more = std::min<std::size_t>(bits / 256, 4);
  return more + (fewest <= 2 ? 3 : fewest <= 6 ? 4 : fewest <= 20 ? 5 : 7);
}

}  // namespace

void DegreeSet::add_summand(std::size_t d) {
  const std::vector<std::uint64_t> old = words_;
  const std::size_t skip = d / 64;
  const std::size_t bits = d % 64;
  for (std::size_t i = words_.size(); i-- > skip;) {
    words_[i] |= old[i - skip] << bits;
    if (bits != 0 && i > skip) words_[i] |= old[i - skip - 1] >> (64 - bits);
  }
}

void DegreeSet::intersect(const DegreeSet& other) noexcept {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
}

std::size_t DegreeSet::count() const noexcept {
  std::size_t n = 0;
  for (const std::uint64_t w : words_) n += static_cast<std::size_t>(std::popcount(w));
  return n;
}

PolyZp square_free_image(const IntegerVector& f, std::uint64_t p, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p);
  PolyZp zero(field);
  if (f[f.size() - 1].mod(p) == 0 || f[0].mod(p) == 0) return zero;
  ResidueVector c(f.size());
  residues(f, p, c, ctx);
  const PolyZp image(field, std::move(c));
  if (!is_square_free(image, ctx)) return zero;
  return make_monic(image, ctx);
}

ModularFactors modular_factors(const IntegerVector& f, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  constexpr std::size_t images = 6;  // f modulo p, two patterns and what they are made from
  const MemoryReservation held(ctx.memory(), images * f.size() * sizeof(std::uint64_t));
  ModularFactors result{{}, DegreeSet(n), false};
  for (std::size_t d = 1; d <= n; ++d) result.degrees.add_summand(1);
  std::vector<DistinctDegreeFactor> best;
  std::size_t fewest = n + 1;
  const std::size_t bits = f.max_bits(ctx);
  std::uint64_t p = first_prime;
  for (std::size_t tried = 0; best.empty() || tried < primes_worth(fewest, n, bits);) {
    p = next_prime(p);
    ctx.poll();
    const PolyZp image = square_free_image(f, p, ctx);
    if (image.is_zero()) continue;
    ctx.progress("degrees modulo primes",
                 static_cast<double>(tried) / static_cast<double>(primes_worth(fewest, n, bits)));
    ++tried;
    std::vector<DistinctDegreeFactor> pattern = distinct_degree_pattern(image, ctx);
    result.degrees.intersect(degree_sums(pattern, n));
    if (result.degrees.count() == 2) {
      result.irreducible = true;
      return result;
    }
    if (const std::size_t count = count_of(pattern); count < fewest) {
      fewest = count;
      best = std::move(pattern);
    }
  }
  for (const DistinctDegreeFactor& part : best)
    for (PolyZp& g : equal_degree_factors(part, ctx)) result.factors.push_back(std::move(g));
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
