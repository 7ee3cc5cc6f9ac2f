// The real roots of polynomials with few terms and huge degree: the canonical answer, without a list of coefficients.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/sparse/positive_roots.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the search by derivatives suits f better than lists of coefficients: few terms for its degree, or a list
/// that is not to be made. A pure function of the shape; the answers are the same.
bool worth_few_terms(const SparsePoly<Integers>& f, const IsolationOptions& options, const ExecutionContext& ctx);
/// The sparse form of f, where that is worth while.
std::optional<SparsePoly<Integers>> few_terms_of(const PolyZ& f, const IsolationOptions& options,
                                                 const ExecutionContext& ctx);

/// All real roots of f, isolated and known to be rational or not.
class SparseRealRoots {
 public:
  /// Throws DomainError for the zero polynomial, and what PositiveRoots throws. The number of steps is limited where
  /// a list of coefficients can be made instead.
  SparseRealRoots(const SparsePoly<Integers>& f, const ExecutionContext& ctx);

  /// As isolate_real_roots describes it. Throws DomainError for options out of their domain.
  IsolationResult isolate(const IsolationOptions& options, const ExecutionContext& ctx);
  /// The coarsest standard dyadic cell of at most that width, > 0, around the root in the interval and inside of it.
  /// Throws DomainError where the interval does not have one root.
  RootInterval refine(const RootInterval& interval, Rational width, const ExecutionContext& ctx);

 private:
  struct Side {
    PositiveRoots found;
    std::vector<std::optional<Rational>> values;  // of the rational ones among them
  };

  static Side search(FewTerms f, std::size_t steps, const ExecutionContext& ctx);
  std::size_t count(const Side& side) const { return side.values.size(); }
  /// Whether root i of the side is below x or, where that is asked for, at x.
  static bool is_below(Side& side, std::size_t i, const Rational& x, bool or_equal, const ExecutionContext& ctx);
  static RootInterval cell(Side& side, std::size_t i, const std::optional<Rational>& width,
                           const ExecutionContext& ctx);

  std::int64_t degree_;
  std::uint64_t zeros_;  // the multiplicity of zero
  Side positive_;
  Side negative_;  // the roots of f(-x)
};

/// use(engine) for the engine of f, or nothing where lists of coefficients suit f better.
template <class Use>
auto with_few_terms(const SparsePoly<Integers>& f, const IsolationOptions& options, const ExecutionContext& ctx,
                    const Use& use) -> std::optional<decltype(use(std::declval<SparseRealRoots&>()))> {
  if (!worth_few_terms(f, options, ctx)) return std::nullopt;
  try {
    SparseRealRoots engine(f, ctx);
    return use(engine);
  } catch (const TooManySteps&) {
    return std::nullopt;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
