// Factors over Q, recognized in the square-free decomposition modulo a prime.
#include "system/modular/multiplicity_classes.hpp"

#include <algorithm>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<MultiplicityClass> multiplicity_classes(const PolyZ& f, const PolyZp& characteristic,
                                                    const ExecutionContext& ctx) {
  const auto parts = square_free_decomposition(characteristic, ctx).factors;
  if (parts.size() == 1) return {{static_cast<std::size_t>(parts[0].multiplicity), f}};
  std::vector<MultiplicityClass> classes;
  classes.reserve(parts.size());
  for (const auto& part : parts)
    classes.push_back({static_cast<std::size_t>(part.multiplicity), PolyZ::constant(Integer(1))});
  for (const auto& factor : factor(f, ctx).factors) {
    const PolyZp image = reduce(factor.polynomial, characteristic.ring(), ctx);
    const auto owner = std::find_if(parts.begin(), parts.end(),
                                    [&](const auto& part) { return rem(part.factor, image, ctx).is_zero(); });
    if (owner == parts.end()) return {};
    PolyZ& product = classes[static_cast<std::size_t>(owner - parts.begin())].polynomial;
    product = mul(product, factor.polynomial, ctx);
  }
  return classes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
