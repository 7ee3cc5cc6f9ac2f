// Powers of field elements with exponents of any length.
#pragma once

#include <cstddef>

#include <gmp.h>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// base^e for e >= 0, by squares: at most two products for each bit of e.
template <Field R>
typename R::element field_power(const R& field, const typename R::element& base, const Integer& e) {
  typename R::element result = field.one();
  for (std::size_t i = e.bit_length(); i-- != 0;) {
    result = field.mul(result, result);
    if (mpz_tstbit(e.view().mpz(), i) != 0) result = field.mul(result, base);
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
