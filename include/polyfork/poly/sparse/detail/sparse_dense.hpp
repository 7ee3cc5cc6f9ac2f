// Sparse univariate polynomials handed to dense algorithms: lists that are charged, and failures that are MemoryLimit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// F of x^low F(x^step) as a dense polynomial, charged while this lives. Throws MemoryLimit where its list is too long.
template <Ring R>
class DenseForm {
 public:
  DenseForm(const SparsePoly<R>& a, std::uint64_t low, std::uint64_t step, const ExecutionContext& ctx)
      : charge_(ctx.memory(), checked_bytes(a, low, step, ctx)),
        poly_(DensePoly<R>(a.ring(), dense_list(a.ring(), a.packed_terms(), low, step)).with_variable(a.variable())) {}

  const DensePoly<R>& poly() const noexcept { return poly_; }

 private:
  static std::size_t checked_bytes(const SparsePoly<R>& a, std::uint64_t low, std::uint64_t step,
                                   const ExecutionContext& ctx) {
    ctx.poll();
    const std::uint64_t length = a.is_zero() ? 0
                                 : step == 0 ? 1
                                             : (a.packed_terms().exponents.front() - low) / step + 1;
    require_dense(length, ctx);
    return static_cast<std::size_t>(length) * sizeof(typename R::element);
  }

  MemoryReservation charge_;
  DensePoly<R> poly_;
};

/// x^low F(x^step) with the ring and the variable of F.
template <Ring R>
SparsePoly<R> sparse_form(const DensePoly<R>& f, std::uint64_t low, std::uint64_t step, const ExecutionContext& ctx) {
  return SparsePoly<R>::make(sparse_list(f.ring(), f.coefficients(), low, step, ctx),
                             SparsePoly<R>(f.ring()).with_variable(f.variable()));
}

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
