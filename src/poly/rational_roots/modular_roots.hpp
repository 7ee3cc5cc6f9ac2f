// The nonzero roots of an integer polynomial modulo small primes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The roots modulo one prime, as numbers of the points of ResiduePoints.
struct ModularRoots {
  std::uint64_t p = 0;
  std::vector<std::size_t> simple;
  std::size_t multiple = 0;      ///< how many more residues are roots
  std::uint64_t last_tried = 0;  ///< of the batch that p comes from
};

/// The prime with the fewest multiple roots, then the fewest roots, among some primes above `from` that divide neither
/// the leading nor the constant coefficient; nothing when f has no root at all modulo one of them. As many primes are
/// tried as one word holds together. Preconditions: degree >= 1, f(0) != 0, from >= 60.
std::optional<ModularRoots> modular_roots(const IntegerVector& f, std::uint64_t from, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
