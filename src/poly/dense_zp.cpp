// DenseOps<PrimeField>: coefficient-wise arithmetic on aligned words.
//
// All loops are over canonical residues, O(n) word operations, serial: they are bound by memory bandwidth up to sizes
// that no univariate polynomial of this library has. Products are in mul_zp.cpp, division and gcd in division_zp.cpp
// and gcd_zp.cpp.
#include <polyfork/poly/dense_poly.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multiplication.hpp>

namespace polyfork::inline v1::detail {

namespace {

using Ops = DenseOps<PrimeField>;

ResidueVector reserved(std::size_t n, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), n * sizeof(std::uint64_t));
  return ResidueVector(n);
}

}  // namespace

void Ops::normalise(const PrimeField&, V& a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

Ops::V Ops::add(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  const V& longer = a.size() >= b.size() ? a : b;
  const std::size_t common = std::min(a.size(), b.size());
  const WordModulus m = ring.word_modulus();
  ctx.charge(longer.size());
  V sum = reserved(longer.size(), ctx);
  for (std::size_t i = 0; i < common; ++i) sum[i] = m.add(a[i], b[i]);
  std::copy(longer.begin() + static_cast<std::ptrdiff_t>(common), longer.end(),
            sum.begin() + static_cast<std::ptrdiff_t>(common));
  normalise(ring, sum);
  return sum;
}

Ops::V Ops::sub(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  const std::size_t common = std::min(a.size(), b.size());
  const WordModulus m = ring.word_modulus();
  ctx.charge(std::max(a.size(), b.size()));
  V difference = reserved(std::max(a.size(), b.size()), ctx);
  for (std::size_t i = 0; i < common; ++i) difference[i] = m.sub(a[i], b[i]);
  for (std::size_t i = common; i < a.size(); ++i) difference[i] = a[i];
  for (std::size_t i = common; i < b.size(); ++i) difference[i] = m.neg(b[i]);
  normalise(ring, difference);
  return difference;
}

Ops::V Ops::neg(const PrimeField& ring, V a) {
  const WordModulus m = ring.word_modulus();
  for (auto& c : a) c = m.neg(c);
  return a;
}

Ops::V Ops::scale(const PrimeField& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor == 0) return {};
  const WordModulus m = ring.word_modulus();
  const std::uint64_t shoup = m.shoup(factor);
  ctx.charge(a.size());
  V product = reserved(a.size(), ctx);
  for (std::size_t i = 0; i < a.size(); ++i) product[i] = m.mul_shoup(a[i], factor, shoup);
  return product;
}

Ops::V Ops::mul(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product = polyfork::mul(ring, a, b, ctx);
  normalise(ring, product);
  return product;
}

Ops::V Ops::shift_left(const PrimeField&, const V& a, std::size_t k) {
  if (a.empty()) return {};
  V shifted(a.size() + k);
  std::copy(a.begin(), a.end(), shifted.begin() + static_cast<std::ptrdiff_t>(k));
  return shifted;
}

Ops::V Ops::shift_right(const PrimeField&, const V& a, std::size_t k) {
  if (k >= a.size()) return {};
  return V(a.begin() + static_cast<std::ptrdiff_t>(k), a.end());
}

Ops::V Ops::derivative(const PrimeField& ring, const V& a, const ExecutionContext& ctx) {
  if (a.size() <= 1) return {};
  const WordModulus m = ring.word_modulus();
  ctx.charge(a.size());
  V result = reserved(a.size() - 1, ctx);
  for (std::size_t i = 1; i < a.size(); ++i) result[i - 1] = m.mul(m.reduce(i), a[i]);
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

std::optional<Ops::V> Ops::try_divide_scalar(const PrimeField& ring, const V& a, const E& factor) {
  const WordModulus m = ring.word_modulus();
  const std::uint64_t inverse = ring.inverse(factor);
  const std::uint64_t shoup = m.shoup(inverse);
  V quotient(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) quotient[i] = m.mul_shoup(a[i], inverse, shoup);
  return quotient;
}

Ops::E Ops::content(const PrimeField&, const V& a) { return a.empty() ? 0 : 1; }

}  // namespace polyfork::inline v1::detail
