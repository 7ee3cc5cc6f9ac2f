// Infix expressions as events, for any type: the grammar knows nothing of polynomials, targets nothing of text.
//
// A target is a stack machine: sums are opened, take summands, and are closed to become a value on top of the stack;
// products, quotients and powers work on the values on top. What most texts consist of, summands that are a number
// times powers of names, reaches the open sum directly, without a value. A target reports what cannot be done as a
// DomainError; the reader turns it into a ParseError at the operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// numerator / denominator times the product of the symbols to their exponents. Exponents beyond the span are zero.
struct ExpressionMonomial {
  const Integer& numerator;
  const Integer& denominator;  ///< positive
  std::span<const std::uint64_t> exponents;
};

class POLYFORK_EXPORT ExpressionTarget {
 public:
  static constexpr std::size_t unknown = ~std::size_t{0};

  ExpressionTarget() = default;
  ExpressionTarget(const ExpressionTarget&) = delete;
  ExpressionTarget& operator=(const ExpressionTarget&) = delete;
  virtual ~ExpressionTarget();

  /// The index of a name, or `unknown`, and then why.
  virtual std::size_t symbol(std::string_view name) = 0;
  virtual std::string unknown_reason(std::string_view name) const = 0;

  virtual void open_sum() = 0;
  virtual void add_monomial(const ExpressionMonomial& m) = 0;  ///< to the open sum
  virtual void add_top(bool negative) = 0;                     ///< takes the value from the stack
  virtual void close_sum() = 0;
  virtual void push_monomial(const ExpressionMonomial& m) = 0;
  virtual void negate() = 0;
  virtual void multiply() = 0;
  virtual void divide() = 0;  ///< the value below the top by the top
  virtual void raise(std::uint64_t exponent) = 0;
};

/// Reads the whole text; the value is left on the target's stack. Throws ParseError with line and column.
POLYFORK_EXPORT void read_expression(std::string_view text, ExpressionTarget& target, const ExecutionContext& ctx);

/// A name in a text, and where it stands first.
struct ExpressionName {
  std::string name;
  std::size_t offset;
};
/// The distinct names of a text in the order of their appearance.
POLYFORK_EXPORT std::vector<ExpressionName> names_in_expression(std::string_view text, const ExecutionContext& ctx);

/// Throws ParseError at an offset of the text.
[[noreturn]] POLYFORK_EXPORT void fail_expression(std::string_view text, std::size_t offset, const std::string& reason);

/// Exponents go up to this.
inline constexpr std::uint64_t max_expression_exponent = (std::uint64_t{1} << 63) - 1;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
