// Values of infix expressions: a monomial, or a polynomial when it must be one. Limits are checked before work.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "poly/text/io_convert.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The value of a part of an expression. Products of numbers and powers of the variable never become polynomials,
/// so that 3*(2/5)*x^1000 costs nothing.
class InfixValue {
 public:
  explicit InfixValue(Rational coefficient, std::uint64_t exponent = 0)
      : monomial_{coefficient.is_zero() ? 0 : exponent, std::move(coefficient)} {}
  /// Becomes a monomial when it is constant.
  explicit InfixValue(PolyQ polynomial);

  bool is_monomial() const noexcept { return !polynomial_; }
  bool is_constant() const noexcept { return is_monomial() && monomial_.exponent == 0; }
  const Term& monomial() const noexcept { return monomial_; }
  Term& monomial() noexcept { return monomial_; }
  PolyQ& polynomial() noexcept { return *polynomial_; }

  void negate();
  /// False, with the value unchanged, when the degree would exceed max_io_degree.
  bool multiply(const InfixValue& factor, const ExecutionContext& ctx);
  /// Precondition: the divisor is a constant other than zero.
  void divide(const InfixValue& divisor, const ExecutionContext& ctx);
  /// False, with the value unchanged, when the degree or the size of the numbers would be absurd.
  bool raise(std::uint64_t exponent, const ExecutionContext& ctx);

 private:
  std::uint64_t degree() const noexcept;
  bool raise_polynomial(std::uint64_t exponent, const ExecutionContext& ctx);

  Term monomial_;
  std::optional<PolyQ> polynomial_;
};

/// Sums polynomials as a binary counter does, so that many short summands cost no pass over a long sum each.
class PolySum {
 public:
  void accumulate(PolyQ summand, const ExecutionContext& ctx);
  bool empty() const noexcept { return partial_.empty(); }
  PolyQ finish(const ExecutionContext& ctx);

 private:
  std::vector<PolyQ> partial_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
