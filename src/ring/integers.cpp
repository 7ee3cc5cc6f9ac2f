// The ring Z: what is not inline.
#include <polyfork/ring/integers.hpp>

#include <utility>

namespace polyfork {
inline namespace v1 {

std::optional<Integer> Integers::try_divide(const Integer& a, const Integer& b) const {
  auto [quotient, rest] = trunc_div_rem(a, b);
  if (!rest.is_zero()) return std::nullopt;
  return std::move(quotient);
}

}  // namespace v1
}  // namespace polyfork
