// Reading the operands of commands that compute with polynomials in one or in several variables.
#pragma once

#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork_app {

/// A polynomial's text, or where it is.
struct OperandSource {
  std::string text;  ///< an expression, or the path of a file; "-" is standard input, at most once
  bool is_expression = false;
};

/// Where operands come from, in the order of the operands.
struct OperandSources {
  std::vector<OperandSource> list;
  std::string format = "auto";
  std::string variables;  ///< names separated by commas, the greatest first; empty: in the order of their appearance
};

/// All are in one variable, dense or sparse, or all in the same several ones: one list is not empty.
template <class R>
struct OperandsOver {
  std::vector<polyfork::DensePoly<R>> dense;
  std::vector<polyfork::SparsePoly<R>> sparse;  ///< where one has a high power of its variable
  std::vector<polyfork::SparseMultiPoly<R>> several;
  bool all_infix = false;                         ///< all are expressions, none a list of coefficients
  std::vector<polyfork::MemoryReservation> held;  ///< one for each polynomial

  bool is_univariate() const noexcept { return several.empty(); }
};
using Operands = OperandsOver<polyfork::Rationals>;
using GaussianOperands = OperandsOver<polyfork::GaussianRationals>;

/// Throws InputError with the position of what is wrong.
Operands read_operands(const OperandSources& sources, const polyfork::ExecutionContext& ctx);
/// Over Q(i), from expressions in which i and I are the imaginary unit. Throws InputError for lists of coefficients as
/// well.
GaussianOperands read_gaussian_operands(const OperandSources& sources, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
