// What is known modulo a prime before its image is asked for.
#pragma once

#include "groebner/f4_trace.hpp"
#include "system/modular/lane_sequences.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The replay of a basis computation modulo a prime, and what has been made of it together with other primes.
struct PrimeReplay {
  TracedCoefficients coefficients;
  FormSequences sequences = {};  ///< may be empty
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
