// Contents of integer vectors divided out, and powers of x counted.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The number of zero coefficients before the first other one; the size when there is none.
inline std::size_t trailing_zero_terms(const IntegerVector& a) noexcept {
  std::size_t k = 0;
  while (k < a.size() && a.signed_size(k) == 0) ++k;
  return k;
}

/// a / divisor, known to be exact.
IntegerVector divided_exactly(const IntegerVector& a, const Integer& divisor, const ExecutionContext& ctx);

/// The content of a with the sign of its leading coefficient. Precondition: a normalised, not empty.
Integer signed_content(const IntegerVector& a, const ExecutionContext& ctx);

/// a or -a. Precondition: a normalised, not empty.
IntegerVector with_positive_lead(IntegerVector a);

/// a without its content, leading coefficient positive. Precondition: a normalised, not empty.
IntegerVector primitive_positive(const IntegerVector& a, const ExecutionContext& ctx);
/// a := that, in its own memory where the content is 1, or a short and its content a word.
void make_primitive(IntegerVector& a, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
