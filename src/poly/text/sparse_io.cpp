// Writing sparse univariate polynomials: infix from their terms, formats that list coefficients from the dense form.
#include <polyfork/poly/text/sparse_io.hpp>

#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

template <Ring R>
std::string formatted(const SparsePoly<R>& a, PolyFormat format, const ExecutionContext& ctx) {
  ctx.poll();
  if (format == PolyFormat::infix || format == PolyFormat::automatic) return to_string(a);
  return format_poly(detail::sup::DenseForm<R>(a, 0, 1, ctx).poly(), format, ctx);
}

}  // namespace

std::string format_poly(const SparsePoly<Rationals>& a, PolyFormat format, const ExecutionContext& ctx) {
  return formatted(a, format, ctx);
}
std::string format_poly(const SparsePoly<Integers>& a, PolyFormat format, const ExecutionContext& ctx) {
  return formatted(a, format, ctx);
}

}  // namespace v1
}  // namespace polyfork
