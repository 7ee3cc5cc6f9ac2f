// The primes that computations with a system run modulo.
#pragma once

#include <cstdint>

#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// After so many primes that behave otherwise than most do, a computation gives up.
inline constexpr int most_restarts = 20;

/// Primes below 2^31, descending. Where they begin is drawn from the system: nobody has to fear that numbers that occur
/// often, such as 2^31 - 1, are among them.
class PrimeSource {
 public:
  explicit PrimeSource(const IntegerSystem& system);
  /// The next one modulo which no coefficient of the system vanishes.
  std::uint32_t next(const IntegerSystem& system);

 private:
  std::uint64_t last_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
