// Contents of integer vectors divided out, and powers of x counted.
#include "poly/dense/integer_content.hpp"

#include <utility>

#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector divided_exactly(const IntegerVector& a, const Integer& divisor, const ExecutionContext& ctx) {
  if (!abs(divisor).is_one()) return std::move(*DenseOps<Integers>::try_divide_scalar(Integers{}, a, divisor, ctx));
  IntegerVector copy = charged_copy(a, ctx);
  if (divisor.sign() < 0) copy.negate();
  return copy;
}

Integer signed_content(const IntegerVector& a, const ExecutionContext& ctx) {
  Integer content = DenseOps<Integers>::content(Integers{}, a, ctx);
  if (a[a.size() - 1].sign() < 0) content.negate();
  return content;
}

IntegerVector with_positive_lead(IntegerVector a) {
  if (a[a.size() - 1].sign() < 0) a.negate();
  return a;
}

IntegerVector primitive_positive(const IntegerVector& a, const ExecutionContext& ctx) {
  return divided_exactly(a, signed_content(a, ctx), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
