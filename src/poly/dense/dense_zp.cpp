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

#include "core/short_reservation.hpp"
#include "poly/dense/point_values.hpp"
#include "ring/index_multiples.hpp"
#include "ring/mod_vector.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Ops = DenseOps<PrimeField>;

constexpr std::size_t few_residues = 8;  // for which a kernel's call takes longer than they do

/// Makes it a vector of n residues that are not set.
void remake(ResidueVector& v, std::size_t n, const ExecutionContext& ctx) {
  if (n == v.size()) return;
  const MemoryReservation reservation = reserve_unless_short(ctx, n * sizeof(std::uint64_t));
  resize_unwritten(v, n);
}

ResidueVector reserved(std::size_t n, const ExecutionContext& ctx) {
  ResidueVector v;
  remake(v, n, ctx);
  return v;
}

}  // namespace

void Ops::normalise(const PrimeField&, V& a, const ExecutionContext&) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

namespace {

/// Operands of one length into memory that is there: for few residues what a call costs is most of the time.
template <bool subtract>
bool sum_of_one_length(ResidueVector& out, const ResidueVector& a, const ResidueVector& b, const WordModulus& m,
                       const ExecutionContext& ctx) {
  std::size_t n = a.size();
  if (b.size() != n) return false;
  if (ctx.stop_requested()) ctx.poll();
  const std::uint64_t* const x = a.data();
  const std::uint64_t* const y = b.data();
  const auto sum = [&](std::size_t i) { return subtract ? m.sub(x[i], y[i]) : m.add(x[i], y[i]); };
  while (n != 0 && sum(n - 1) == 0) --n;
  if (out.size() != n) {
    if (n > out.capacity() || &out == &a || &out == &b) return false;
    out.resize(n);
  }
  ctx.charge(n);
  std::uint64_t* const to = out.data();
  if (n > few_residues) {
    const ModVectorKernels& kernels = mod_vector_kernels();
    (subtract ? kernels.sub_mod : kernels.add_mod)(to, x, y, n, m.value());
    return true;
  }
  for (std::size_t i = 0; i < n; ++i) to[i] = sum(i);
  return true;
}

/// operation(result), which sums two vectors into one of n residues that are not set: `out`, unless that is an operand
/// of another length.
template <class Operation>
void sum_into(ResidueVector& out, std::size_t n, bool is_operand, const Operation& operation,
              const ExecutionContext& ctx) {
  ctx.poll();
  ctx.charge(n);
  if (is_operand && out.size() != n) {
    ResidueVector sum = reserved(n, ctx);
    operation(sum);
    out = std::move(sum);
  } else {
    if (!is_operand) remake(out, n, ctx);
    operation(out);
  }
}

}  // namespace

void Ops::add_into(const PrimeField& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  if (sum_of_one_length<false>(out, a, b, ring.word_modulus(), ctx)) return;
  const V& longer = a.size() >= b.size() ? a : b;
  const std::size_t common = std::min(a.size(), b.size());
  const auto add = [&](V& sum) {
    mod_vector_kernels().add_mod(sum.data(), a.data(), b.data(), common, ring.modulus());
    if (&sum != &longer) std::copy(longer.data() + common, longer.data() + longer.size(), sum.data() + common);
  };
  sum_into(out, longer.size(), &out == &a || &out == &b, add, ctx);
  normalise(ring, out);
}

void Ops::sub_into(const PrimeField& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  if (sum_of_one_length<true>(out, a, b, ring.word_modulus(), ctx)) return;
  const std::size_t common = std::min(a.size(), b.size());
  const auto sub = [&](V& difference) {
    const ModVectorKernels& kernels = mod_vector_kernels();
    kernels.sub_mod(difference.data(), a.data(), b.data(), common, ring.modulus());
    if (&difference != &a) std::copy(a.data() + common, a.data() + a.size(), difference.data() + common);
    if (b.size() > common)
      kernels.neg_mod(difference.data() + common, b.data() + common, b.size() - common, ring.modulus());
  };
  sum_into(out, std::max(a.size(), b.size()), &out == &a || &out == &b, sub, ctx);
  normalise(ring, out);
}

Ops::V Ops::add(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V sum;
  add_into(ring, sum, a, b, ctx);
  return sum;
}

Ops::V Ops::sub(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V difference;
  sub_into(ring, difference, a, b, ctx);
  return difference;
}

Ops::V Ops::neg(const PrimeField& ring, V a) {
  mod_vector_kernels().neg_mod(a.data(), a.data(), a.size(), ring.modulus());
  return a;
}

void Ops::neg_into(const PrimeField& ring, V& out, const V& a, const ExecutionContext& ctx) {
  if (ctx.stop_requested()) ctx.poll();
  const std::size_t n = a.size();
  ctx.charge(n);
  if (&out != &a) remake(out, n, ctx);
  const std::uint64_t* const from = a.data();
  std::uint64_t* const to = out.data();
  const std::uint64_t p = ring.modulus();
  if (n > few_residues) return mod_vector_kernels().neg_mod(to, from, n, p);
  for (std::size_t i = 0; i < n; ++i) to[i] = from[i] == 0 ? 0 : p - from[i];
}

Ops::V Ops::scale(const PrimeField& ring, const V& a, const E& factor, const ExecutionContext& ctx) {
  V product;
  scale_into(ring, product, a, factor, ctx);
  return product;
}

void Ops::scale_into(const PrimeField& ring, V& out, const V& a, const E& factor, const ExecutionContext& ctx) {
  if (factor == 0) return out.clear();
  ctx.poll();
  ctx.charge(a.size());
  if (&out != &a) remake(out, a.size(), ctx);
  if (constexpr std::size_t fewer_than_a_quotient = 4; a.size() <= fewer_than_a_quotient) {
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = ring.mul(a[i], factor);
    return;
  }
  mod_vector_kernels().mul_scalar_mod_shoup(out.data(), a.data(), a.size(), factor, ring.word_modulus().shoup(factor),
                                            ring.modulus());
}

Ops::V Ops::mul(const PrimeField& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V product;
  mul_into(ring, product, a, b, ctx);
  return product;
}

void Ops::mul_into(const PrimeField& ring, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  polyfork::mul_into(out, ring, a, b, ctx);
  normalise(ring, out);
}

Ops::V Ops::shift_left(const PrimeField& ring, const V& a, std::size_t k, const ExecutionContext& ctx) {
  V shifted;
  shift_left_into(ring, shifted, a, k, ctx);
  return shifted;
}

Ops::V Ops::shift_right(const PrimeField& ring, const V& a, std::size_t k, const ExecutionContext& ctx) {
  V shifted;
  shift_right_into(ring, shifted, a, k, ctx);
  return shifted;
}

void Ops::shift_left_into(const PrimeField&, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  if (ctx.stop_requested()) ctx.poll();
  ctx.charge(n);
  if (n == 0) return out.clear();
  if (&out == &a)
    out.resize(n + k);
  else
    remake(out, n + k, ctx);
  std::uint64_t* const to = out.data();
  const std::uint64_t* const from = a.data();
  if (n + k <= 2 * few_residues) {  // for which calls of memmove and memset take longer than they do
    for (std::size_t i = n; i-- > 0;) to[i + k] = from[i];
    for (std::size_t i = 0; i < k; ++i) to[i] = 0;
    return;
  }
  std::copy_backward(from, from + n, to + n + k);
  std::fill_n(to, k, std::uint64_t{0});
}

void Ops::shift_right_into(const PrimeField&, V& out, const V& a, std::size_t k, const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  ctx.poll();
  ctx.charge(n);
  if (k >= n) return out.clear();
  if (&out != &a) remake(out, n - k, ctx);
  std::copy(a.data() + k, a.data() + n, out.data());
  out.resize(n - k);
}

Ops::V Ops::derivative(const PrimeField& ring, const V& a, const ExecutionContext& ctx) {
  V slope;
  derivative_into(ring, slope, a, ctx);
  return slope;
}

void Ops::derivative_into(const PrimeField& ring, V& out, const V& a, const ExecutionContext& ctx) {
  if (a.size() <= 1) return out.clear();
  const WordModulus m = ring.word_modulus();
  ctx.charge(a.size());
  const std::size_t n = a.size();
  if (&out != &a) remake(out, n - 1, ctx);
  const std::uint64_t* const from = a.data();
  std::uint64_t* const to = out.data();
  multiples_by_index(m, from, n, to, ctx);
  if (&out == &a) out.pop_back();
  if (out.back() != 0) return;
  normalise(ring, out);
}

namespace {

/// The value of 2 to 4 coefficients: of four by halves, which do not wait for one another.
std::uint64_t value_of_few(const WordModulus& m, const std::uint64_t* a, std::size_t n, std::uint64_t x) noexcept {
  __extension__ using wide = unsigned __int128;
  const auto reduced = [&](wide t) {  // t < p 2^64: 2 (p - 1)^2 + p is
    return m.reduce(static_cast<std::uint64_t>(t >> 64), static_cast<std::uint64_t>(t));
  };
  if (n == 4) return reduced(wide{reduced(wide{a[3]} * x + a[2])} * m.mul(x, x) + wide{a[1]} * x + a[0]);
  std::uint64_t value = a[n - 1];
  for (std::size_t i = n - 1; i-- != 0;) value = reduced(wide{value} * x + a[i]);
  return value;
}

}  // namespace

Ops::E Ops::evaluate(const PrimeField& ring, const V& a, const E& x, const ExecutionContext& ctx) {
  if (a.size() <= 1) return a.empty() ? 0 : a[0];
  const WordModulus m = ring.word_modulus();
  ctx.charge(a.size());
  if (constexpr std::size_t fewer_than_a_quotient = 4; a.size() <= fewer_than_a_quotient)
    return value_of_few(m, a.data(), a.size(), x);
  std::uint64_t value = 0;
  if (a.size() >= fewest_for_one_point) {
    const PointValues values = point_values_in_blocks(m.value(), active_isa());
    constexpr std::size_t polled = std::size_t{1} << 16;
    for (std::size_t stop = a.size(); stop != 0;) {
      ctx.poll();
      const std::size_t start = stop <= polled ? 0 : stop - polled;
      values(m, a.data() + start, stop - start, &x, 1, &value);
      stop = start;
    }
    return value;
  }
  const std::uint64_t shoup = m.shoup(x);
  for (std::size_t i = a.size(); i-- != 0;) value = m.add(m.mul_shoup(value, x, shoup), a[i]);
  return value;
}

void Ops::evaluate_into(const PrimeField& ring, E& out, const V& a, const E& x, const ExecutionContext& ctx) {
  out = evaluate(ring, a, x, ctx);
}

std::optional<Ops::V> Ops::try_divide_scalar(const PrimeField& ring, const V& a, const E& factor,
                                             const ExecutionContext& ctx) {
  return scale(ring, a, ring.inverse(factor), ctx);
}

Ops::E Ops::content(const PrimeField&, const V& a, const ExecutionContext&) { return a.empty() ? 0 : 1; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
