// Which irreducible factors of the leading coefficient belong to which factor.
//
// Along the direction of y_k the leading coefficient of each factor is known up to a constant (directions.hpp), and so
// is the image of each irreducible h there. The multiplicity of h in the image of a factor's leading coefficient is at
// least the one in the leading coefficient itself; the lowest one over all directions is taken. When these add up to
// the multiplicity of h in the whole leading coefficient, all of them are right. Unlike Wang's test by integer values
// this needs no point at which values have prime divisors of their own, and serves over finite fields as well.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "poly/multi_factor/directions.hpp"
#include "poly/multi_factor/placed_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The largest e for which h^e divides a. Precondition: neither is constant or zero.
template <class F>
std::uint64_t valuation(FieldPoly a, const FieldPoly& h, const F& field) {
  FieldPoly quotient;
  for (std::uint64_t e = 0;; ++e) {
    field_rem<F>(a, h, field, &quotient);
    if (!a.empty()) return e;
    a = quotient;
  }
}

/// Of h, in (x, y_1, ..., y_n) without x, in each class; nothing when the sums are not the multiplicity.
template <class F>
std::optional<std::vector<std::uint64_t>> distributed(const WordTerms& h, std::uint64_t multiplicity,
                                                      const ClassImages& images, std::span<const std::uint64_t> point,
                                                      const F& field) {
  const std::size_t classes = images.leads.front().size();
  std::vector<std::uint64_t> exponents(classes, multiplicity);
  bool seen = false;
  for (std::size_t k = 0; k < point.size(); ++k) {
    std::vector<std::uint64_t> others;
    for (std::size_t j = 0; j < point.size(); ++j)
      if (j != k) others.push_back(point[j]);
    FieldPoly image = placed_image<F>(h, k + 1, point[k], others, field).constants();
    normalise(image);
    if (image.size() < 2) continue;
    seen = true;
    for (std::size_t s = 0; s < classes; ++s)
      if (exponents[s] != 0) exponents[s] = std::min(exponents[s], valuation(images.leads[k][s], image, field));
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t e : exponents) sum += e;
  if (!seen || sum != multiplicity) return std::nullopt;
  return exponents;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
