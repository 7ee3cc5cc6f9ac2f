// The two ways in which a device holds residues, as plans name them.
#pragma once

#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class ResidueField : std::uint8_t {
  f50,  ///< F50: modulo primes below 2^50, as doubles
  f31   ///< F31: modulo primes below 2^31, as words of 32 bits
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
