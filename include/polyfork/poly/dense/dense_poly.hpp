// DensePoly<R>: dense univariate polynomials over any ring.
#pragma once

#include <polyfork/poly/dense/detail/dense_generic.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/poly/dense/to_string.hpp>
