// Evaluation at many points and interpolation over Z/pZ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// f at every point: values[i] = f(points[i]); points are elements of the field, in [0, p), and may repeat. Horner for
/// short polynomials or few points, else subproduct trees: O(M(n) log n), parallel over their nodes.
POLYFORK_EXPORT ResidueVector evaluate_many(const PolyZp& f, std::span<const std::uint64_t> points,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
/// values[i] = f(points[i]), into the memory that `values` has, which holds none of the points: where that is enough, a
/// polynomial of up to 16 coefficients, or up to 16 points, allocate nothing.
POLYFORK_EXPORT void evaluate_many_into(ResidueVector& values, const PolyZp& f, std::span<const std::uint64_t> points,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

/// The polynomial of degree below points.size() with the given values. Throws DomainError when two points are equal or
/// the numbers of points and values differ.
POLYFORK_EXPORT PolyZp interpolate(const PrimeField& field, std::span<const std::uint64_t> points,
                                   std::span<const std::uint64_t> values,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());

/// Points at which several polynomials are evaluated or interpolated: their subproduct tree with its transforms.
/// Immutable, cheap to copy; its memory, about (1 + primes) log2(n) words a point, is charged to the context it was
/// made with.
class POLYFORK_EXPORT EvaluationPoints {
 public:
  EvaluationPoints(const PrimeField& field, std::span<const std::uint64_t> points,
                   const ExecutionContext& ctx = ExecutionContext::default_context());

  const PrimeField& field() const noexcept;
  std::size_t size() const noexcept;
  /// Valid as long as this is.
  std::span<const std::uint64_t> points() const noexcept;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Throws ModulusMismatch when the polynomial is over another field.
POLYFORK_EXPORT ResidueVector evaluate_many(const PolyZp& f, const EvaluationPoints& points,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError as above.
POLYFORK_EXPORT PolyZp interpolate(const EvaluationPoints& points, std::span<const std::uint64_t> values,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
