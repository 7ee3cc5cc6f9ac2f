// Chinese remaindering and rational reconstruction.
#include "system/modular/rational_lift.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/rational_roots/rational_candidates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A residue that has a fraction by chance shorter than the modulus by so many bits is one in 2^30.
constexpr std::size_t spare_bits = 30;

/// Numbers that one task multiplies by the denominator.
constexpr std::size_t grain_numbers = 16;
/// Numbers that threads multiply before they are looked at.
constexpr std::size_t most_numbers = 1024;

bool is_short(const Integer& value, const Integer& modulus) {
  return value.bit_length() + spare_bits < modulus.bit_length();
}

Integer symmetric_residue(const Integer& a, const Integer& modulus) {
  Integer r = floor_div_rem(a, modulus).second;
  if ((r << 1) > modulus) r -= modulus;
  return r;
}

}  // namespace

RationalLift::RationalLift(std::size_t numbers) : numbers_(numbers) {
  const std::size_t step = std::max<std::size_t>(numbers / 6, 1);
  for (std::size_t i = 0; i < numbers; i += i == 0 ? 1 : step) samples_.push_back({i, Integer()});
}

void RationalLift::add(std::uint32_t prime, std::span<const std::uint64_t> residues) {
  primes_.push_back(prime);
  std::vector<std::uint32_t>& words = residues_.emplace_back();
  words.reserve(residues.size());
  for (const std::uint64_t r : residues) words.push_back(static_cast<std::uint32_t>(r));
  const WordModulus p(prime);
  const std::uint64_t inverse = p.inverse(modulus_.view().mod(prime));
  for (Sample& sample : samples_) {
    const std::uint64_t difference = p.sub(residues[sample.index], sample.value.view().mod(prime));
    sample.value += modulus_ * p.mul(difference, inverse);
  }
  modulus_ *= std::uint64_t{prime};
}

void RationalLift::remove_last() {
  modulus_ = exact_div(modulus_, Integer(primes_.back()));
  for (Sample& sample : samples_) sample.value = floor_div_rem(sample.value, modulus_).second;
  primes_.pop_back();
  residues_.pop_back();
}

bool RationalLift::first_is_known(const ExecutionContext& ctx) const {
  const Integer& first = samples_[0].value;
  if (is_short(symmetric_residue(first, modulus_), modulus_)) return true;
  const auto fraction = small_fraction(first, modulus_, ctx);
  return fraction && is_short(fraction->denominator(), modulus_);
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
  if (primes_.size() < 2 || (numbers_ > 0 && !first_is_known(ctx))) return false;
  Integer denominator(1);
  for (const Sample& sample : samples_) {
    const Integer scaled = symmetric_residue(mul(sample.value, denominator), modulus_);
    if (is_short(scaled, modulus_)) continue;
    const auto fraction = small_fraction(floor_div_rem(scaled, modulus_).second, modulus_, ctx);
    if (!fraction) return false;
    denominator *= fraction->denominator();
  }
  return denominator.bit_length() + spare_bits < modulus_.bit_length();
}

std::optional<CommonFractions> RationalLift::lift_group(std::size_t begin, std::size_t end, const CrtBasis& basis,
                                                        const Integer& modulus, Integer denominator,
                                                        const ExecutionContext& ctx) const {
  std::vector<std::size_t> indices(end - begin);
  std::iota(indices.begin(), indices.end(), begin);
  const std::vector<Integer> values = combined(basis, indices, ctx);
  // What divides one denominator divides others: each number is multiplied by what is known and is an integer then, in
  // most cases. Threads multiply several, twice as many as before where all of those were integers.
  CommonFractions group;
  group.numerators.resize(values.size());
  std::vector<std::pair<std::size_t, Integer>> longer;  // by what the denominator was multiplied, and at which number
  const std::size_t most = ctx.threads() == 1 ? 1 : most_numbers;
  std::size_t together = 1;
  for (std::size_t i = 0; i < values.size();) {
    const std::size_t end_of_block = std::min(i + together, values.size());
    parallel_for(ctx, end_of_block - i, grain_numbers, [&](std::size_t from, std::size_t to) {
      for (std::size_t k = i + from; k < i + to; ++k)
        group.numerators[k] = symmetric_residue(mul(values[k], denominator), modulus);
    });
    together = std::min(2 * together, most);
    for (bool is_new = false; i < end_of_block && !is_new; ++i) {
      if (i % 32 == 0) ctx.poll();
      if (is_short(group.numerators[i], modulus)) continue;
      const auto fraction = small_fraction(floor_div_rem(group.numerators[i], modulus).second, modulus, ctx);
      if (!fraction) return std::nullopt;
      group.numerators[i] = fraction->numerator();
      longer.emplace_back(i, fraction->denominator());
      denominator *= fraction->denominator();
      if (!is_short(denominator, modulus)) return std::nullopt;
      is_new = true;
      together = 1;
    }
  }
  Integer factor(1);
  for (std::size_t i = values.size(); i-- > 0;) {
    if (!factor.is_one()) group.numerators[i] *= factor;
    if (longer.empty() || longer.back().first != i) continue;
    factor *= longer.back().second;
    longer.pop_back();
  }
  group.denominator = std::move(denominator);
  return group;
}

std::optional<std::vector<CommonFractions>> RationalLift::lift(std::span<const std::size_t> ends,
                                                               const ExecutionContext& ctx) const {
  std::vector<CommonFractions> groups(ends.size());
  if (ends.empty()) return groups;
  // The numerators and those over common denominators.
  const MemoryReservation held(ctx.memory(), 2 * numbers_ * (primes_.size() * sizeof(std::uint32_t) + sizeof(Integer)));
  const CrtBasis basis(CrtBasis::KnownPrimes{}, primes_, ctx);
  const MemoryReservation tables(ctx.memory(), basis.bytes());
  const Integer& modulus = modulus_;
  auto first = lift_group(0, ends[0], basis, modulus, Integer(1), ctx);
  if (!first) return std::nullopt;
  groups[0] = std::move(*first);
  std::atomic<bool> failed{false};
  // Groups for all threads leave none for the numbers of one.
  const ExecutionContext of_each =
      ctx.with_threads(2 * ends.size() > static_cast<std::size_t>(ctx.threads()) ? 1 : ctx.threads());
  parallel_for(ctx, ends.size() - 1, 1, [&](std::size_t from, std::size_t to) {
    for (std::size_t g = from + 1; g <= to && !failed; ++g) {
      auto group = lift_group(ends[g - 1], ends[g], basis, modulus, groups[0].denominator, of_each);
      if (group)
        groups[g] = std::move(*group);
      else
        failed = true;
    }
  });
  if (failed) return std::nullopt;
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
