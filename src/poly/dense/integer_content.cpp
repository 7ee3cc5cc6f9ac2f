// Contents of integer vectors divided out, and powers of x counted.
#include "poly/dense/integer_content.hpp"

#include <utility>

#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
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

namespace {

/// a / divisor in the rows of one stripe. Precondition: divisor is a word.
void divide_rows(IntegerVector& a, const Integer& divisor, const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  const std::size_t stride = a.stride(0);
  Workspace::Frame frame;
  const auto limbs = frame.allocate<mp_limb_t>(n * stride);
  const auto sizes = frame.allocate<std::int32_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const IntegerView x = a[i];
    mp_limb_t* const row = limbs.data() + i * stride;
    const std::size_t size = x.limbs().size();
    if (size != 0) mpn_divexact_1(row, x.limbs().data(), static_cast<mp_size_t>(size), divisor.view().limbs()[0]);
    sizes[i] = signed_size(strip(row, size), (x.sign() < 0) != (divisor.sign() < 0));
  }
  write_views(
      a, n, [&](std::size_t i) { return IntegerView(limbs.data() + i * stride, sizes[i]); }, ctx);
}

}  // namespace

void make_primitive(IntegerVector& a, const ExecutionContext& ctx) {
  const Integer content = signed_content(a, ctx);
  if (content.is_one()) return;
  if (abs(content).is_one())
    a.negate();
  else if (a.size() <= IntegerVector::stripe_rows && content.is_inline())
    divide_rows(a, content, ctx);
  else
    a = divided_exactly(a, content, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
