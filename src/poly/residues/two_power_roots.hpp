// Roots of polynomials modulo a word prime that lie in a group of order 2^k, with their logarithms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The elements of order dividing 2^bits modulo p, as powers of one generator.
class TwoPowerGroup {
 public:
  /// Precondition: p is a prime, 2^bits divides p - 1.
  TwoPowerGroup(const WordModulus& m, unsigned bits);
  unsigned bits() const noexcept { return bits_; }
  const WordModulus& modulus() const noexcept { return m_; }
  /// generator^(2^level e), one product for each binary digit 1. Preconditions: level <= bits, e < 2^(bits - level).
  std::uint64_t power(std::uint64_t e, unsigned level = 0) const noexcept;

 private:
  WordModulus m_;
  unsigned bits_;
  std::vector<std::uint64_t> powers_;     // generator^(2^i)
  std::vector<std::uint64_t> quotients_;  // Shoup's, of these
};

/// Elements of the group, in no particular sequence.
struct TwoPowerRoots {
  std::vector<std::uint64_t> logarithms;
  std::vector<std::uint64_t> values;
};

/// All roots of f, ascending, its last coefficient not zero; nothing unless it has as many distinct roots in the group
/// as its degree n says. 3/2 bits n^2 products; memory: bits (n + 1) words.
std::optional<TwoPowerRoots> two_power_roots(std::span<const std::uint64_t> f, const TwoPowerGroup& group,
                                             const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
