// Random polynomials for tests of Groebner bases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "random.hpp"

namespace polyfork::test {

/// A few random terms of degree at most `degree`.
inline MultiPolyZp random_polynomial(Random& r, const Variables& variables, const PrimeField& field, std::size_t terms,
                                     std::uint64_t degree) {
  std::vector<MultiPolyZp::Term> list;
  for (std::size_t i = 0; i < terms; ++i) {
    MultiPolyZp::Exponents e(variables.size(), 0);
    for (std::uint64_t k = r.below(degree + 1); k-- > 0;) ++e[r.below(e.size())];
    list.push_back({std::move(e), r.below(field.modulus())});
  }
  return MultiPolyZp::from_terms(field, variables, list);
}

}  // namespace polyfork::test
