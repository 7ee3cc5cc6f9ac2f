// Evaluation at many points and interpolation: the public functions over subproduct_tree.cpp.
//
// More points than coefficients are taken in groups of about as many, each with a tree of its own: a larger tree would
// multiply zeros. Groups run in parallel.
#include <polyfork/poly/residues/multipoint.hpp>

#include <algorithm>
#include <bit>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/point_values.hpp"
#include "poly/residues/subproduct_tree.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

struct EvaluationPoints::Impl {
  ExecutionContext account;  // outlives what is charged to it
  PrimeField field;
  SubproductTree tree;
};

namespace {

/// values[k] = f(points[k]); the values are zero before.
void evaluate_each(const PolyZp& f, ConstWords points, Words values, const ExecutionContext& ctx) {
  constexpr std::size_t kernel_products = 1024;  // take less time than a division and a loop over threads
  constexpr std::size_t polled_products = std::size_t{1} << 16;
  const PointValuesKernel& kernel = point_values_kernel(f.ring().modulus(), active_isa());
  const std::size_t n = f.length();
  if (std::max(n, points.size()) <= kernel_products && n * points.size() <= kernel_products) {
    ctx.poll();
    ctx.charge(n * points.size());
    return kernel.values(f.ring().word_modulus(), f.coefficients().data(), n, points.data(), points.size(),
                         values.data());
  }
  const std::size_t groups = polled_products / kernel.group / std::max<std::size_t>(1, n);
  const std::size_t grain = std::max<std::size_t>(1, groups) * kernel.group;
  parallel_for(ctx, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    const std::size_t piece = polled_products / (end - begin);
    for (std::size_t stop = n; stop != 0;) {
      ctx.poll();
      const std::size_t start = stop <= piece ? 0 : stop - piece;
      ctx.charge((stop - start) * (end - begin));
      kernel.values(f.ring().word_modulus(), f.coefficients().data() + start, stop - start, points.data() + begin,
                    end - begin, values.data() + begin);
      stop = start;
    }
  });
}

PolyZp interpolated(const WordAlgebra& w, const PrimeField& field, const SubproductTree& tree, ConstWords values) {
  if (values.size() != tree.size()) throw DomainError("interpolation: as many values as points are needed");
  detail::require_elements(field, values);
  const MemoryReservation reservation(w.ctx.memory(), tree.size() * sizeof(std::uint64_t));
  ResidueVector f(tree.size());
  tree.interpolate(w, values, f);
  return PolyZp(field, std::move(f));
}

}  // namespace

ResidueVector evaluate_many(const PolyZp& f, std::span<const std::uint64_t> points, const ExecutionContext& ctx) {
  ResidueVector values;
  evaluate_many_into(values, f, points, ctx);
  return values;
}

void evaluate_many_into(ResidueVector& values, const PolyZp& f, std::span<const std::uint64_t> points,
                        const ExecutionContext& ctx) {
  detail::require_elements(f.ring(), points);
  const MemoryReservation reservation = reserve_unless_short(ctx, points.size() * sizeof(std::uint64_t));
  values.assign(points.size(), 0);
  constexpr std::size_t few = 16;  // fewer than any tree is made for, unless that was asked for
  if (std::min(points.size(), f.length()) <= few && ctx.tuning().empty()) return evaluate_each(f, points, values, ctx);
  const WordAlgebra w(f.ring(), ctx);
  if (std::min(points.size(), f.length()) <= w.multipoint_length) return evaluate_each(f, points, values, ctx);
  const std::size_t group = points.size() <= 2 * f.length() ? points.size() : std::bit_ceil(f.length());
  parallel_for(ctx, points.size(), group, [&](std::size_t begin, std::size_t end) {
    const SubproductTree tree(w, points.subspan(begin, end - begin));
    tree.evaluate(w, f.coefficients(), Words(values).subspan(begin, end - begin));
  });
}

PolyZp interpolate(const PrimeField& field, std::span<const std::uint64_t> points,
                   std::span<const std::uint64_t> values, const ExecutionContext& ctx) {
  if (values.size() != points.size()) throw DomainError("interpolation: as many values as points are needed");
  detail::require_elements(field, points);
  if (points.empty()) return PolyZp(field);
  const WordAlgebra w(field, ctx);
  return interpolated(w, field, SubproductTree(w, points), values);
}

EvaluationPoints::EvaluationPoints(const PrimeField& field, std::span<const std::uint64_t> points,
                                   const ExecutionContext& ctx) {
  detail::require_elements(field, points);
  impl_ = std::make_shared<const Impl>(Impl{ctx, field, SubproductTree(WordAlgebra(field, ctx), points)});
}

const PrimeField& EvaluationPoints::field() const noexcept { return impl_->field; }
std::size_t EvaluationPoints::size() const noexcept { return impl_->tree.size(); }
std::span<const std::uint64_t> EvaluationPoints::points() const noexcept { return impl_->tree.points(); }

ResidueVector evaluate_many(const PolyZp& f, const EvaluationPoints& points, const ExecutionContext& ctx) {
  if (!(f.ring() == points.field())) throw ModulusMismatch("a polynomial and points over different fields");
  const MemoryReservation reservation(ctx.memory(), points.size() * sizeof(std::uint64_t));
  ResidueVector values(points.size());
  if (points.size() != 0) points.impl().tree.evaluate(WordAlgebra(f.ring(), ctx), f.coefficients(), values);
  return values;
}

PolyZp interpolate(const EvaluationPoints& points, std::span<const std::uint64_t> values, const ExecutionContext& ctx) {
  return interpolated(WordAlgebra(points.field(), ctx), points.field(), points.impl().tree, values);
}

}  // namespace v1
}  // namespace polyfork
