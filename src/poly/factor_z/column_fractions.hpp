// A column of residues as fractions of the modulus in 64 bits, so that sums are reduced by overflow.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// x / p^a for each residue x in units of 2^-64. A set of local factors that is a factor over Z has a sum within the
/// tolerance of zero, modulo 2^64.
struct ColumnFractions {
  std::vector<std::uint64_t> values;
  std::uint64_t tolerance;

  bool allows(std::uint64_t sum) const noexcept { return sum + tolerance <= 2 * tolerance; }
};

/// Of canonical residues modulo p^a with log2 of the bound for sums over sets; nothing where that tells little.
std::optional<ColumnFractions> column_fractions(std::span<const Integer> residues, const Integer& modulus,
                                                double bound_bits);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
