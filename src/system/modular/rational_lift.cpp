// Chinese remaindering and rational reconstruction.
#include "system/modular/rational_lift.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/rational_roots/rational_candidates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A residue that has a fraction by chance shorter than the modulus by so many bits is one in 2^30.
constexpr std::size_t spare_bits = 30;

bool is_short(const Integer& value, const Integer& modulus) {
  return value.bit_length() + spare_bits < modulus.bit_length();
}

Integer symmetric_residue(const Integer& a, const Integer& modulus) {
  Integer r = floor_div_rem(a, modulus).second;
  if ((r << 1) > modulus) r -= modulus;
  return r;
}

}  // namespace

void RationalLift::add(std::uint32_t prime, std::span<const std::uint64_t> residues) {
  primes_.push_back(prime);
  std::vector<std::uint32_t>& words = residues_.emplace_back();
  words.reserve(residues.size());
  for (const std::uint64_t r : residues) words.push_back(static_cast<std::uint32_t>(r));
}

std::vector<Integer> RationalLift::combined(const CrtBasis& basis, std::span<const std::size_t> indices,
                                            const ExecutionContext& ctx) const {
  const MemoryReservation held(ctx.memory(), indices.size() * primes_.size() * 16);
  std::vector<std::vector<std::uint64_t>> chosen(primes_.size());
  std::vector<std::span<const std::uint64_t>> spans;
  for (std::size_t j = 0; j < primes_.size(); ++j) {
    chosen[j].reserve(indices.size());
    for (const std::size_t i : indices) chosen[j].push_back(residues_[j][i]);
    spans.emplace_back(chosen[j]);
  }
  const IntegerVector values = basis.from_residues(spans, ctx);
  std::vector<Integer> result;
  for (std::size_t i = 0; i < values.size(); ++i) result.emplace_back(values[i]);
  return result;
}

bool RationalLift::looks_complete(const ExecutionContext& ctx) const {
  if (primes_.size() < 2) return false;
  // The first numbers and some others.
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < numbers_; i = i < 1 ? i + 1 : i + std::max<std::size_t>(numbers_ / 6, 1))
    indices.push_back(i);
  Integer modulus(1);
  for (const std::uint64_t p : primes_) modulus *= p;
  Integer denominator(1);
  const CrtBasis basis(CrtBasis::KnownPrimes{}, primes_, ctx);
  for (const Integer& value : combined(basis, indices, ctx)) {
    const Integer scaled = symmetric_residue(mul(value, denominator), modulus);
    if (is_short(scaled, modulus)) continue;
    const auto fraction = small_fraction(floor_div_rem(scaled, modulus).second, modulus, ctx);
    if (!fraction) return false;
    denominator *= fraction->denominator();
  }
  return denominator.bit_length() + spare_bits < modulus.bit_length();
}

std::optional<std::vector<CommonFractions>> RationalLift::lift(std::span<const std::size_t> ends,
                                                               const ExecutionContext& ctx) const {
  // The numerators and those over common denominators.
  const MemoryReservation held(ctx.memory(), 2 * numbers_ * (primes_.size() * sizeof(std::uint32_t) + sizeof(Integer)));
  const CrtBasis basis(CrtBasis::KnownPrimes{}, primes_, ctx);
  Integer modulus(1);
  for (const std::uint64_t p : primes_) modulus *= p;
  std::vector<CommonFractions> groups;
  Integer first_denominator(1);
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    // Group by group, so that few residues are there twice.
    std::vector<std::size_t> indices(end - begin);
    std::iota(indices.begin(), indices.end(), begin);
    const std::vector<Integer> values = combined(basis, indices, ctx);
    // What divides one denominator divides others: each number is multiplied by what is known and is an integer then,
    // in most cases.
    Integer denominator = first_denominator;
    std::vector<std::pair<Integer, Integer>> parts;  // numerators and the denominators at their time
    for (std::size_t i = begin; i < end; ++i) {
      if (i % 32 == 0) ctx.poll();
      Integer scaled = symmetric_residue(mul(values[i - begin], denominator), modulus);
      if (!is_short(scaled, modulus)) {
        const auto fraction = small_fraction(floor_div_rem(scaled, modulus).second, modulus, ctx);
        if (!fraction) return std::nullopt;
        scaled = fraction->numerator();
        denominator *= fraction->denominator();
        if (!is_short(denominator, modulus)) return std::nullopt;
      }
      parts.emplace_back(std::move(scaled), denominator);
    }
    CommonFractions group;
    for (auto& [numerator, before] : parts)
      group.numerators.push_back(before == denominator ? std::move(numerator)
                                                       : mul(numerator, exact_div(denominator, before)));
    group.denominator = denominator;
    if (groups.empty()) first_denominator = denominator;
    groups.push_back(std::move(group));
    begin = end;
  }
  return groups;
}

bool agree(const std::vector<CommonFractions>& groups, std::span<const std::uint64_t> residues, std::uint64_t p) {
  std::size_t i = 0;
  for (const CommonFractions& group : groups)
    for (const Integer& numerator : group.numerators)
      if (fraction_modulo(numerator, group.denominator, p) != residues[i++]) return false;
  return true;
}

std::optional<std::uint64_t> fraction_modulo(const Integer& numerator, const Integer& denominator, std::uint64_t p) {
  const WordModulus modulus(p);
  const std::uint64_t inverse = modulus.inverse(denominator.view().mod(p));
  if (inverse == 0) return std::nullopt;
  return modulus.mul(numerator.view().mod(p), inverse);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
