// Parts of products and prepared factors: the public functions over word_algebra.cpp and src/fft.
#include <polyfork/poly/residues/partial_products.hpp>

#include <algorithm>
#include <optional>

#include <polyfork/core/error.hpp>

#include "fft/word_convolution.hpp"
#include "poly/residues/word_algebra.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

struct PreparedFactor::Impl {
  ExecutionContext account;  // outlives what is charged to it
  PolyZp b;
  std::size_t max_length;
  MemoryReservation reservation;
  std::optional<PreparedWords> prepared;  // nothing: the factor is short
};

PolyZp mulmid(const PolyZp& a, const PolyZp& b, std::size_t begin, std::size_t end, const ExecutionContext& ctx) {
  const PolyZp& named = PolyZp::check(a, b);
  const std::size_t length = a.is_zero() || b.is_zero() ? 0 : a.length() + b.length() - 1;
  end = std::min(end, length);
  if (end <= begin) return PolyZp::make({}, named);
  const MemoryReservation reservation(ctx.memory(), (end - begin) * sizeof(std::uint64_t));
  ResidueVector out(end - begin);
  mul_range(WordAlgebra(a.ring(), ctx), a.coefficients(), b.coefficients(), begin, out);
  DenseOps<PrimeField>::normalise(a.ring(), out);
  return PolyZp::make(std::move(out), named);
}

PolyZp mullow(const PolyZp& a, const PolyZp& b, std::size_t n, const ExecutionContext& ctx) {
  return mulmid(a, b, 0, n, ctx);
}

PolyZp mulhigh(const PolyZp& a, const PolyZp& b, std::size_t n, const ExecutionContext& ctx) {
  return mulmid(a, b, n, ~std::size_t{0}, ctx);
}

PreparedFactor::PreparedFactor(const PolyZp& b, std::size_t max_length, const ExecutionContext& ctx) {
  const WordAlgebra w(b.ring(), ctx);
  max_length = std::max<std::size_t>(1, max_length);
  MemoryReservation reservation(ctx.memory(), b.length() * sizeof(std::uint64_t));
  std::optional<PreparedWords> prepared;
  if (std::min(b.length(), max_length) > w.product_length) {
    const WordProductShape product{b.ring().modulus(), true, max_length, b.length(), {0, max_length + b.length() - 1}};
    const WordConvolutionPlan plan = plan_word_convolution(product, w.threads, w.isa);
    prepared.emplace(plan, b.coefficients(), ctx);
  }
  impl_ = std::make_shared<const Impl>(Impl{ctx, b, max_length, std::move(reservation), std::move(prepared)});
}

const PolyZp& PreparedFactor::factor() const noexcept { return impl_->b; }
std::size_t PreparedFactor::max_length() const noexcept { return impl_->max_length; }

PolyZp mul(const PolyZp& a, const PreparedFactor& b, const ExecutionContext& ctx) {
  const PreparedFactor::Impl& factor = b.impl();
  const PolyZp& named = PolyZp::check(a, factor.b);
  if (a.length() > factor.max_length) throw DomainError("longer than the factor was prepared for");
  if (a.is_zero() || factor.b.is_zero()) return PolyZp::make({}, named);
  const WordAlgebra w(a.ring(), ctx);
  if (!factor.prepared || a.length() <= w.product_length) return mul(a, factor.b, ctx).with_variable(named.variable());
  const WordConvolutionPlan& plan = factor.prepared->plan();
  const std::size_t length = a.length() + factor.b.length() - 1;
  const MemoryReservation reservation(ctx.memory(),
                                      (length + plan.shape.data_words() * plan.primes) * sizeof(std::uint64_t));
  ResidueVector out(length);
  convolve_words(*factor.prepared, a.coefficients(), {0, length}, out, ctx);
  return PolyZp::make(std::move(out), named);
}

}  // namespace v1
}  // namespace polyfork
