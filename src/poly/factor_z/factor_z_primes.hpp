// The prime for Hensel lifting, and which degrees factors over Z can have.
//
// A factor over Z is modulo p a product of irreducible factors, so its degree is a sum of some of theirs: sets of
// possible degrees from several primes are intersected. When only 0 and n are left, f is irreducible. Patterns cost a
// fraction of the factors; only for the prime with the fewest factors these are computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Degrees as bits.
class DegreeSet {
 public:
  /// {0}
  explicit DegreeSet(std::size_t most) : words_(most / 64 + 1) { words_[0] = 1; }
  bool contains(std::size_t d) const noexcept {
    return d / 64 < words_.size() && ((words_[d / 64] >> (d % 64)) & 1) != 0;
  }
  /// All sums of a member and 0 or d.
  void add_summand(std::size_t d);
  void intersect(const DegreeSet& other) noexcept;
  std::size_t count() const noexcept;

 private:
  std::vector<std::uint64_t> words_;
};

/// f modulo the chosen prime.
struct ModularFactors {
  std::vector<PolyZp> factors;  ///< monic, irreducible, at least two
  DegreeSet degrees;            ///< of factors over Z: no others are possible
  bool irreducible = false;     ///< proved by degrees; then no factors are given
};

/// Preconditions: f square-free, primitive, not constant, f(0) not zero.
ModularFactors modular_factors(const IntegerVector& f, const ExecutionContext& ctx);

/// f modulo p, made monic; nothing (the zero polynomial) where p divides lc(f) or f(0), or f is not square-free modulo
/// p.
PolyZp square_free_image(const IntegerVector& f, std::uint64_t p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
