// The positive roots of polynomials with few terms, whatever their degree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/rational.hpp>

#include "rootiso/sparse/sparse_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f and what its derivatives leave: each member is the derivative of the one before, without its content and without
/// a power of x, so that its positive roots are the critical points of that. A member has a term less.
using DerivativeChain = std::vector<FewTerms>;

/// A root in the open interval (lower, upper) 2^-level, or at lower = upper when that is exact.
struct PositiveRoot {
  Integer lower;
  Integer upper;
  std::int64_t level = 0;
  std::uint64_t multiplicity = 1;
  std::size_t member = 0;  ///< of the chain: it has a simple root in the interval and no other there
  int lower_sign = 0;      ///< of that member at the lower end; not used when exact
  std::size_t steps = 0;   ///< of narrowing so far

  bool exact() const noexcept { return lower == upper; }
  DyadicNumber lower_end() const { return {lower, level}; }
  DyadicNumber upper_end() const { return {upper, level}; }
};

/// Thrown where a root takes more steps of narrowing than are allowed: the caller has another method, which approaches
/// clusters quadratically.
struct TooManySteps {};

/// Finds the positive roots of f and refines them.
///
/// Between critical points f is monotone, and its sign there tells in which of the gaps a root lies. The critical
/// points are the roots of the derivative, which after a division by a power of x has a term less; where Descartes'
/// rule allows one root at most, nothing further is needed. A critical point is refined until an enclosure of f around
/// it has a sign; where that takes long, a gcd tells whether f vanishes there. O(roots of all members) searches by
/// bisection, each step of which evaluates a few terms to some hundred bits.
class PositiveRoots {
 public:
  /// f in ascending degree with f(0) != 0. Throws TooManySteps where a root takes more than `most_steps`, and
  /// MemoryLimit where a multiple root that is suspected cannot be decided.
  PositiveRoots(FewTerms f, std::size_t most_steps, const ExecutionContext& ctx);

  /// Ascending; the intervals are disjoint.
  std::vector<PositiveRoot>& roots() noexcept { return roots_; }
  const FewTerms& polynomial() const noexcept { return chain_.front(); }

  /// Narrows the interval to three quarters at most, near a half as a rule. No effect on an exact root. Throws
  /// TooManySteps.
  void narrow(PositiveRoot& root, const ExecutionContext& ctx) const;

 private:
  std::vector<PositiveRoot> roots_of(std::size_t member, const ExecutionContext& ctx);
  int sign_at_critical(std::size_t member, PositiveRoot& root, const ExecutionContext& ctx) const;
  bool is_common_root(std::size_t member, const PositiveRoot& root, const ExecutionContext& ctx) const;

  std::size_t most_steps_;
  DerivativeChain chain_;
  std::vector<PositiveRoot> roots_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
