// The integer polynomial that stands for one over Q, charged while it lives.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class Numerators {
 public:
  Numerators(const PolyQ& f, const ExecutionContext& ctx)
      : reservation_(ctx.memory(), f.coefficients().bytes()), polynomial_(numerator_polynomial(f)) {}

  const PolyZ& polynomial() const noexcept { return polynomial_; }

 private:
  MemoryReservation reservation_;
  PolyZ polynomial_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
