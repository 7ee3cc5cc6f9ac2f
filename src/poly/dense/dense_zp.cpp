// DenseOps<PrimeField>: coefficient-wise arithmetic on aligned words.
//
// All loops are over canonical residues, O(n) word operations, serial: they are bound by memory bandwidth. Sums and
// scalings run on the vector kernels of the instruction set in use. Products are in mul_zp.cpp, division and gcd in
// division_word.cpp and gcd_word.cpp.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<PrimeField>;

ResidueVector reserved(std::size_t n, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), n * sizeof(std::uint64_t));
  return ResidueVector(n);
}

}  // namespace

void Ops::normalise(const PrimeField&, V& a, const ExecutionContext&) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

Ops::V Ops::add(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  const V& longer = a.size() >= b.size() ? a : b;
  const std::size_t common = std::min(a.size(), b.size());
  ctx.charge(longer.size());
  V sum = reserved(longer.size(), ctx);
  mod_vector_kernels().add_mod(sum.data(), a.data(), b.data(), common, ring.modulus());
  std::copy(longer.begin() + static_cast<std::ptrdiff_t>(common), longer.end(),
            sum.begin() + static_cast<std::ptrdiff_t>(common));
  normalise(ring, sum);
  return sum;
}

Ops::V Ops::sub(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  const std::size_t common = std::min(a.size(), b.size());
  const ModVectorKernels& kernels = mod_vector_kernels();
  ctx.charge(std::max(a.size(), b.size()));
  V difference = reserved(std::max(a.size(), b.size()), ctx);
  kernels.sub_mod(difference.data(), a.data(), b.data(), common, ring.modulus());
  std::copy(a.begin() + static_cast<std::ptrdiff_t>(common), a.end(),
            difference.begin() + static_cast<std::ptrdiff_t>(common));
  if (b.size() > common)
    kernels.neg_mod(difference.data() + common, b.data() + common, b.size() - common, ring.modulus());
  normalise(ring, difference);
  return difference;
}

Ops::V Ops::neg(const PrimeField& ring, V a) {
  mod_vector_kernels().neg_mod(a.data(), a.data(), a.size(), ring.modulus());
  return a;
}

Ops::V Ops::scale(const PrimeField& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor == 0) return {};
  ctx.charge(a.size());
  V product = reserved(a.size(), ctx);
  mod_vector_kernels().mul_scalar_mod_shoup(product.data(), a.data(), a.size(), factor,
                                            ring.word_modulus().shoup(factor), ring.modulus());
  return product;
}

Ops::V Ops::mul(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product = polyfork::mul(ring, a, b, ctx);
  normalise(ring, product);
  return product;
}

Ops::V Ops::shift_left(const PrimeField&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  ctx.charge(a.size());
  if (a.empty()) return {};
  V shifted = reserved(a.size() + k, ctx);
  std::copy(a.begin(), a.end(), shifted.begin() + static_cast<std::ptrdiff_t>(k));
  return shifted;
}

Ops::V Ops::shift_right(const PrimeField&, const V& a, std::size_t k, const ExecutionContext& ctx) {
  ctx.charge(a.size() + k);
  if (k >= a.size()) return {};
  return V(a.begin() + static_cast<std::ptrdiff_t>(k), a.end());
}

Ops::V Ops::derivative(const PrimeField& ring, const V& a, const ExecutionContext& ctx) {
  if (a.size() <= 1) return {};
  const WordModulus m = ring.word_modulus();
  ctx.charge(a.size());
  V result = reserved(a.size() - 1, ctx);
  for (std::size_t i = 1; i < a.size(); ++i) {
    if (i % (1 << 16) == 0) ctx.poll();
    result[i - 1] = m.mul(m.reduce(i), a[i]);
  }
  normalise(ring, result);
  return result;
}

Ops::E Ops::evaluate(const PrimeField& ring, const V& a, const E& x, const ExecutionContext& ctx) {
  const WordModulus m = ring.word_modulus();
  const std::uint64_t shoup = m.shoup(x);
  ctx.charge(a.size());
  std::uint64_t value = 0;
  for (std::size_t i = a.size(); i-- != 0;) {
    if (i % (1 << 16) == 0) ctx.poll();
    value = m.add(m.mul_shoup(value, x, shoup), a[i]);
  }
  return value;
}

std::optional<Ops::V> Ops::try_divide_scalar(const PrimeField& ring, const V& a, const E& factor,
                                             const ExecutionContext& ctx) {
  return scale(ring, a, ring.inverse(factor), ctx);
}

Ops::E Ops::content(const PrimeField&, const V& a, const ExecutionContext&) { return a.empty() ? 0 : 1; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
