// Power series over Z/pZ: inverse and quotient.
#pragma once

#include "poly/word_algebra.hpp"

namespace polyfork::inline v1::detail {

/// out = 1 / f modulo x^out.size(). Preconditions: f not empty, f[0] != 0, out not empty, no overlap.
void inverse_series_words(const WordAlgebra& w, ConstWords f, Words out);

/// out = a / f modulo x^out.size(); preconditions as above, a may be empty.
void quotient_series_words(const WordAlgebra& w, ConstWords a, ConstWords f, Words out);

}  // namespace polyfork::inline v1::detail
