// The solutions of equations as chains of conjugate points.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A chain of conjugate points and the multiplicity that they have in the equations, where it is known.
struct ConjugateChain {
  RegularChain<Rationals> chain;
  std::optional<std::size_t> multiplicity;
};

struct ConjugateChains {
  std::vector<ConjugateChain> chains;       ///< in dimension 0
  UnivariateRepresentation representation;  ///< that they come from; its dimension is what primes tell
};

/// The solutions of the equations by their univariate representation.
ConjugateChains conjugate_chains(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
