// The field that an option names.
#include "commands/operand_rings.hpp"

#include <algorithm>

namespace polyfork_app {

polyfork::PrimeField field_of_modulus(const std::string& text) {
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || !digits || text.size() > 19) throw InputError("--modulus: expected a prime below 2^63");
  const polyfork::Integer p(text);
  try {
    if (p.bit_length() <= 63) return polyfork::PrimeField(static_cast<std::uint64_t>(p.to_int64()));
  } catch (const polyfork::DomainError&) {  // it is no prime
  }
  throw InputError("--modulus: expected a prime below 2^63");
}

}  // namespace polyfork_app
