// Evaluation at many points and interpolation: the public functions over subproduct_tree.cpp.
//
// More points than coefficients are taken in groups of about as many, each with a tree of its own: a larger tree would
// multiply zeros. Groups run in parallel.
#include <polyfork/poly/residues/multipoint.hpp>

#include <algorithm>
#include <bit>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

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

void evaluate_each(const PolyZp& f, ConstWords points, Words values, const ExecutionContext& ctx) {
  const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 15) / std::max<std::size_t>(1, f.length()));
  parallel_for(ctx, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t i = begin; i < end; ++i)
      values[i] = DenseOps<PrimeField>::evaluate(f.ring(), f.coefficients(), points[i], ctx);
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
  detail::require_elements(f.ring(), points);
  const WordAlgebra w(f.ring(), ctx);
  const MemoryReservation reservation(ctx.memory(), points.size() * sizeof(std::uint64_t));
  ResidueVector values(points.size());
  if (std::min(points.size(), f.length()) <= w.multipoint_length) {
    evaluate_each(f, points, values, ctx);
    return values;
  }
  const std::size_t group = points.size() <= 2 * f.length() ? points.size() : std::bit_ceil(f.length());
  parallel_for(ctx, points.size(), group, [&](std::size_t begin, std::size_t end) {
    const SubproductTree tree(w, points.subspan(begin, end - begin));
    tree.evaluate(w, f.coefficients(), Words(values).subspan(begin, end - begin));
  });
  return values;
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
