// The primes of a product in Z[x] on a device: those of the processor's, or of its own.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>

#include "gpu/integers/f31_primes.hpp"
#include "gpu/transforms/transform_plan.hpp"
#include "gpu/transforms/with_field.hpp"
#include "poly/mul/mul_multimodular.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The first `count` primes of the field for products of `length` coefficients.
inline FieldPrimes device_primes(ResidueField field, std::size_t length, std::size_t count,
                                 const ExecutionContext& ctx) {
  if (field == ResidueField::f50) return {field, first_transform_primes(count, ctx)};
  const auto primes = f31_primes(TransformPlan::for_words(length).log_length()).first(count);
  return {field, {primes.begin(), primes.end()}};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
