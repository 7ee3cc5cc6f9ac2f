// The choice of a prime by degree patterns.
#include "poly/factor_z/factor_z_primes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "poly/factor/factor_zp.hpp"
#include "poly/factor_z/tiny_patterns.hpp"
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

constexpr std::size_t low_degree = 8;             // recombination takes less time than a pattern
constexpr std::size_t few_coefficient_bits = 64;  // so does lifting, after patterns modulo tiny primes

/// After so many primes with the fewest factors found so far, one more is not worth its pattern; for long coefficients,
/// whose lifting takes longest, it is for some time yet.
std::size_t primes_worth(std::size_t fewest, std::size_t degree, std::size_t bits) {
  if (degree <= low_degree || (degree <= most_tiny_degree && bits <= few_coefficient_bits)) return 2;
  const std::size_t more = std::min<std::size_t>(bits / 256, 4);
  return more + (fewest <= 2 ? 3 : fewest <= 6 ? 4 : fewest <= 20 ? 5 : 7);
}

constexpr std::uint64_t tiny_primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
constexpr std::size_t most_tiny_patterns = 3;

/// Patterns modulo primes below 2^5 take a fraction of others', but nothing is lifted from them: they restrict the
/// degrees until only 0 and n are left, one after the first excludes nothing, or some have been made.
void restrict_degrees(const IntegerVector& f, DegreeSet& degrees, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  if (n > most_tiny_degree) return;
  std::size_t made = 0;
  for (const std::uint64_t p : tiny_primes) {
    ctx.poll();
    const TinyPattern pattern = tiny_pattern(f, p);
    if (!pattern.is_known) continue;
    DegreeSet possible(n);
    for (std::size_t d = 1; d <= n; ++d)
      for (std::size_t i = 0; i < pattern.count[d]; ++i) possible.add_summand(d);
    const std::size_t before = degrees.count();
    degrees.intersect(possible);
    const std::size_t left = degrees.count();
    if (++made == most_tiny_patterns || left == 2 || (made > 1 && left == before)) return;
  }
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

namespace {

/// By ascending degrees; none for a prime that does not serve.
using Pattern = std::vector<DistinctDegreeFactor>;

/// Bytes that a pattern takes: f modulo p, two patterns and what they are made from, powers and their combinations.
std::size_t pattern_bytes(std::size_t n) {
  const auto powers = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
  return saturating_mul(n + 1, (16 * powers + 64) * sizeof(std::uint64_t));
}

constexpr std::size_t least_forked_degree = 32;  // shorter patterns take less time than forks

/// How many patterns are made at a time: on one thread one, so that none is made in vain.
std::size_t patterns_at_a_time(std::size_t n, const ExecutionContext& ctx) {
  if (n < least_forked_degree) return 1;
  return std::clamp<std::size_t>(ctx.memory().available() / 8 / pattern_bytes(n), 1,
                                 static_cast<std::size_t>(planning_threads(ctx)));
}

/// Patterns modulo the next primes, p the last one that was taken.
std::vector<Pattern> next_patterns(const IntegerVector& f, std::size_t count, std::uint64_t& p,
                                   const ExecutionContext& ctx) {
  std::vector<std::uint64_t> primes(count);
  for (std::uint64_t& prime : primes) prime = p = next_prime(p);
  std::vector<Pattern> patterns(count);
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      const PolyZp image = square_free_image(f, primes[i], ctx);
      if (!image.is_zero()) patterns[i] = distinct_degree_pattern(image, ctx);
    }
  });
  return patterns;
}

}  // namespace

ModularFactors modular_factors(const IntegerVector& f, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const std::size_t most = patterns_at_a_time(n, ctx);
  constexpr std::size_t images = 6;  // f modulo p, two patterns and what they are made from
  const MemoryReservation held(ctx.memory(), most * images * f.size() * sizeof(std::uint64_t));
  ModularFactors result{{}, DegreeSet(n), false};
  for (std::size_t d = 1; d <= n; ++d) result.degrees.add_summand(1);
  restrict_degrees(f, result.degrees, ctx);
  if (result.degrees.count() == 2) {
    result.irreducible = true;
    return result;
  }
  Pattern best;
  std::size_t fewest = n + 1;
  const std::size_t bits = f.max_bits(ctx);
  std::uint64_t p = first_prime;
  std::size_t tried = 0;
  const auto wanted = [&] { return primes_worth(fewest, n, bits); };
  while (tried < wanted()) {
    ctx.progress("degrees modulo primes", static_cast<double>(tried) / static_cast<double>(wanted()));
    // One after another, as if they had been made so: the answer does not depend on how many are made at a time.
    for (Pattern& pattern : next_patterns(f, std::min(most, wanted() - tried), p, ctx)) {
      if (pattern.empty() || tried >= wanted()) continue;
      ++tried;
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
  }
  std::vector<std::vector<PolyZp>> factors(best.size());
  parallel_for(ctx, best.size(), n < least_forked_degree ? best.size() : 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) factors[i] = equal_degree_factors(best[i], ctx);
  });
  for (std::vector<PolyZp>& part : factors) std::move(part.begin(), part.end(), std::back_inserter(result.factors));
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
