// Power series over Z/pZ: inverse and quotient.
#pragma once

#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = 1 / f modulo x^out.size(). Preconditions: f not empty, f[0] != 0, out not empty, no overlap.
void inverse_series_words(const WordAlgebra& w, ConstWords f, Words out);

/// out = a / f modulo x^out.size(); preconditions as above, a may be empty.
void quotient_series_words(const WordAlgebra& w, ConstWords a, ConstWords f, Words out);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
