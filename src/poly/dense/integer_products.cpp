// Low products, sums of products and prepared factors over Z: the public functions over the multimodular algorithms.
#include <polyfork/poly/dense/integer_products.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/dense/mul_dot.hpp"
#include "poly/dense/prepared_multimodular.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

using Ops = DenseOps<Integers>;

PolyZ normalised(IntegerVector v, const PolyZ& named) {
  Ops::normalise(Integers{}, v);
  return PolyZ::make(std::move(v), named);
}

/// The n lowest coefficients.
IntegerVector low_part(const PolyZ& a, std::size_t n, const ExecutionContext& ctx) {
  return a.coefficients().slice(0, std::min(n, a.length()), ctx);
}

}  // namespace

PolyZ mullow(const PolyZ& a, const PolyZ& b, std::size_t n, const ExecutionContext& ctx) {
  const PolyZ& named = PolyZ::check(a, b);
  if (n == 0 || a.is_zero() || b.is_zero()) return PolyZ::make({}, named);
  const IntegerVector low_a = low_part(a, n, ctx);
  const IntegerVector low_b = low_part(b, n, ctx);
  return normalised(mul_low(low_a, low_b, n, ctx), named);
}

PolyZ dot(std::span<const PolyZ> a, std::span<const PolyZ> b, const ExecutionContext& ctx) {
  if (a.size() != b.size()) throw DomainError("dot: as many first factors as second ones are needed");
  if (a.empty()) return {};
  const PolyZ* named = &a[0];
  for (std::size_t i = 0; i < a.size(); ++i) named = &PolyZ::check(*named, PolyZ::check(a[i], b[i]));
  return normalised(mul_dot(a, b, ctx), *named);
}

struct PreparedIntegerFactor::Impl {
  ExecutionContext account;  // outlives what is charged to it
  PolyZ factor;
  std::size_t max_length;
  std::size_t max_bits;
  std::unique_ptr<const PreparedMultimodular> prepared;  // null for zero
};

PreparedIntegerFactor::PreparedIntegerFactor(const PolyZ& b, std::size_t max_length, std::size_t max_bits,
                                             const ExecutionContext& ctx) {
  auto impl = std::make_shared<Impl>(
      Impl{ctx, b, std::max<std::size_t>(1, max_length), std::max<std::size_t>(1, max_bits), nullptr});
  if (!b.is_zero()) {
    const MulShape shape{impl->max_length, b.length(), impl->max_bits, b.coefficients().max_bits(ctx)};
    if (product_bits(shape) > most_multimodular_bits || product_length(shape) > longest_transform)
      throw MemoryLimit(SIZE_MAX, 0, ctx.memory().available());
    impl->prepared = std::make_unique<PreparedMultimodular>(b.coefficients(), shape, ctx);
  }
  impl_ = std::move(impl);
}

const PolyZ& PreparedIntegerFactor::factor() const noexcept { return impl_->factor; }
std::size_t PreparedIntegerFactor::max_length() const noexcept { return impl_->max_length; }
std::size_t PreparedIntegerFactor::max_bits() const noexcept { return impl_->max_bits; }

PolyZ mul(const PolyZ& a, const PreparedIntegerFactor& b, const ExecutionContext& ctx) {
  const PreparedIntegerFactor::Impl& impl = b.impl();
  const PolyZ& named = PolyZ::check(a, impl.factor);
  if (a.length() > impl.max_length || a.coefficients().max_bits(ctx) > impl.max_bits)
    throw DomainError("the factor was prepared for shorter polynomials");
  if (a.is_zero() || impl.prepared == nullptr) return PolyZ::make({}, named);
  const MemoryReservation scratch(ctx.memory(), impl.prepared->scratch_bytes(ctx.threads()));
  return normalised(impl.prepared->mul(a.coefficients(), ctx), named);
}

}  // namespace v1
}  // namespace polyfork
