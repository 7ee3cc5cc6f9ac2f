// Numbers of Q(i) that are powers, up to powers of i.
#pragma once

#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/gaussian_rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// i^unit root^power.
struct GaussianPower {
  unsigned unit;
  GaussianRational root;
  std::uint64_t power;
};

/// c with the largest power that divides n: for the primes q that divide n / power, the root is no q-th power times a
/// power of i. The power is n for a c that is a power of i. Precondition: c is not zero.
GaussianPower largest_gaussian_power(const GaussianRational& c, std::uint64_t n, const ExecutionContext& ctx);

/// u where z = i^u, else nothing.
std::optional<unsigned> exponent_of_i(const GaussianRational& z);
/// i^u.
GaussianRational power_of_i(std::uint64_t u);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
