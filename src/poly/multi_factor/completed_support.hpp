// Monomials that may have been lost by chance: over a small field a coefficient vanishes at a point too often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a, a factor in (x, y_1, ..., y_n) whose leading coefficient in x is known, with coefficients zero at all monomials
/// of lower degree in x that a polynomial of its total degree and these degrees in y_1, ..., y_n may have; a itself
/// where they are many, so that a is no dense polynomial. degrees: of y_1, y_2, ..., at least n of them.
WordTerms completed_support(const WordTerms& a, std::span<const std::size_t> degrees);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
