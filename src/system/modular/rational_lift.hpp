// Many rational numbers with common factors in their denominators, from their residues modulo many primes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Fractions over one denominator.
struct CommonFractions {
  std::vector<Integer> numerators;
  Integer denominator;
};

/// Residues of a list of rational numbers, prime after prime. Who adds them charges them: 4 bytes for each number.
class RationalLift {
 public:
  explicit RationalLift(std::size_t numbers);

  void add(std::uint32_t prime, std::span<const std::uint64_t> residues);
  /// Forgets what was added last.
  void remove_last();
  std::size_t primes() const noexcept { return primes_.size(); }

  /// Whether a few numbers can be read off the residues modulo all primes, which costs little; next to nothing where
  /// the first one cannot.
  bool looks_complete(const ExecutionContext& ctx) const;
  /// Groups of numbers, each over a denominator of its own, a multiple of the first one's: ends are the groups' ends.
  /// Empty where a number has no fraction that is short beside the product of the primes.
  std::optional<std::vector<CommonFractions>> lift(std::span<const std::size_t> ends,
                                                   const ExecutionContext& ctx) const;

 private:
  /// The group of the numbers from begin to end, whose denominator is a multiple of the given one.
  std::optional<CommonFractions> lift_group(std::size_t begin, std::size_t end, const CrtBasis& basis,
                                            const Integer& modulus, Integer denominator,
                                            const ExecutionContext& ctx) const;
  std::vector<Integer> combined(const CrtBasis& basis, std::span<const std::size_t> indices,
                                const ExecutionContext& ctx) const;

  /// Whether the first number can be read off.
  bool first_is_known(const ExecutionContext& ctx) const;

  /// A number modulo the product of the primes, at least 0.
  struct Sample {
    std::size_t index;
    Integer value;
  };

  std::size_t numbers_;
  std::vector<std::uint64_t> primes_;
  std::vector<std::vector<std::uint32_t>> residues_;
  std::vector<Sample> samples_;  // the first numbers and some others
  Integer modulus_{1};           // the product of the primes
};

/// Whether the fractions, group after group, have these residues modulo p.
bool agree(const std::vector<CommonFractions>& groups, std::span<const std::uint64_t> residues, std::uint64_t p);

/// The residue of the fraction; empty where p divides the denominator.
std::optional<std::uint64_t> fraction_modulo(const Integer& numerator, const Integer& denominator, std::uint64_t p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
