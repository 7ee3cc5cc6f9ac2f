// DenseMultiPoly<PrimeField>: sums, multiples, derivatives and values. All are sweeps over rows with the vector kernels
// of the instruction set in use: O(size) word operations, span O(row + log size).
//
// What happens along axis k sees an array as outer x n_k x inner, so that a step of Horner's rule or a factor of the
// derivative is one operation on `inner` neighbouring words; only along the last axis (inner = 1) it is word by word.
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/dense_multi_layout.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

MemoryReservation reserve_words(std::size_t n, const ExecutionContext& ctx) {
  return {ctx.memory(), saturating_mul(n, sizeof(std::uint64_t))};
}

/// A constant's lengths are right whatever its list of variables.
Lengths lengths_among(const DDMMP& a, std::size_t variables) {
  return a.size() == 1 ? Lengths(variables, 1) : a.is_zero() ? Lengths(variables, 0) : a.lengths();
}

/// An array along one of its axes.
struct AxisView {
  AxisView(std::span<const std::size_t> lengths, std::size_t k) {
    for (std::size_t j = 0; j < k; ++j) outer *= lengths[j];
    n = lengths[k];
    for (std::size_t j = k + 1; j < lengths.size(); ++j) inner *= lengths[j];
  }
  std::size_t outer = 1;
  std::size_t n = 0;
  std::size_t inner = 1;
};

void check_variable(const DDMMP& a, std::size_t k) {
  if (k >= a.variables().size()) throw DomainError("there is no variable number " + std::to_string(k));
}

/// out[i] = sum_j a[j inner + i] value^j for i in [begin, end).
void horner(const AxisView& v, const std::uint64_t* a, std::size_t begin, std::size_t end, std::uint64_t value,
            const WordModulus& m, std::uint64_t* out) {
  const std::uint64_t shoup = m.shoup(value);
  if (v.inner == 1) {
    std::uint64_t sum = 0;
    for (std::size_t j = v.n; j-- > 0;) sum = m.add(m.mul_shoup(sum, value, shoup), a[j]);
    *out = sum;
    return;
  }
  const ModVectorKernels& kernels = mod_vector_kernels();
  const std::size_t n = end - begin;
  std::copy_n(a + (v.n - 1) * v.inner + begin, n, out);
  for (std::size_t j = v.n - 1; j-- > 0;) {
    kernels.mul_scalar_mod_shoup(out, out, n, value, shoup, m.value());
    kernels.add_mod(out, out, a + j * v.inner + begin, n, m.value());
  }
}

/// The values along one axis, outer x inner words.
void evaluate_axis(const AxisView& v, const std::uint64_t* a, std::uint64_t value, const WordModulus& m,
                   std::uint64_t* out, const ExecutionContext& ctx) {
  constexpr std::size_t piece = 1024;  // words of a row that stay in the first-level cache
  const std::size_t pieces = (v.inner + piece - 1) / piece;
  const std::size_t grain = std::max<std::size_t>(1, dense_multi_grain / (v.n * std::min(v.inner, piece)));
  parallel_for(ctx, v.outer * pieces, grain, [&](std::size_t first, std::size_t last) {
    ctx.poll();
    ctx.charge((last - first) * v.n * std::min(v.inner, piece));
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t o = i / pieces;
      const std::size_t begin = i % pieces * piece;
      horner(v, a + o * v.n * v.inner, begin, std::min(v.inner, begin + piece), value, m, out + o * v.inner + begin);
    }
  });
}

}  // namespace

DDMMP DDMMP::sum(const DenseMultiPoly& a, const DenseMultiPoly& b, bool subtract, const ExecutionContext& ctx) {
  const DenseMultiPoly& named = check(a, b);
  const std::size_t variables = named.variables_.size();
  const Lengths lengths_a = lengths_among(a, variables);
  const Lengths lengths_b = lengths_among(b, variables);
  Lengths lengths(variables);
  for (std::size_t k = 0; k < variables; ++k) lengths[k] = std::max(lengths_a[k], lengths_b[k]);
  const std::size_t size = a.is_zero() && b.is_zero() ? 0 : checked_size(lengths);
  const MemoryReservation reservation = reserve_words(size, ctx);
  vector_type words = detail::within_memory(ctx, [&] { return vector_type(size); });
  if (!a.is_zero()) {
    const BoxRuns runs(lengths_a, lengths);
    runs.each(ctx, [&](std::size_t from, std::size_t to) {
      std::copy_n(a.coefficients_.data() + from, runs.run(), words.data() + to);
    });
  }
  if (!b.is_zero()) {
    const ModVectorKernels& kernels = mod_vector_kernels();
    const BoxRuns runs(lengths_b, lengths);
    runs.each(ctx, [&](std::size_t from, std::size_t to) {
      std::uint64_t* const out = words.data() + to;
      (subtract ? kernels.sub_mod : kernels.add_mod)(out, out, b.coefficients_.data() + from, runs.run(),
                                                     a.field_.modulus());
    });
  }
  return make(std::move(lengths), std::move(words), named, ctx);
}

DDMMP DDMMP::scaled(const DenseMultiPoly& a, element factor, const ExecutionContext& ctx) {
  a.field_.require_element(factor);
  if (factor == 0) return {a.field_, a.variables_};
  const MemoryReservation reservation = reserve_words(a.size(), ctx);
  DenseMultiPoly product(a.field_, a.variables_);
  product.coefficients_.resize(a.size());
  const std::uint64_t shoup = a.field_.word_modulus().shoup(factor);
  parallel_for(ctx, a.size(), dense_multi_grain, [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    ctx.charge(end - begin);
    mod_vector_kernels().mul_scalar_mod_shoup(product.coefficients_.data() + begin, a.coefficients_.data() + begin,
                                              end - begin, factor, shoup, a.field_.modulus());
  });
  product.lengths_ = a.lengths_;
  return product;
}

DDMMP DDMMP::differentiated(const DenseMultiPoly& a, std::size_t k, std::size_t order, const ExecutionContext& ctx) {
  check_variable(a, k);
  if (order == 0) return a;
  if (a.is_zero() || order >= a.lengths_[k]) return {a.field_, a.variables_};
  const WordModulus m = a.field_.word_modulus();
  const AxisView from(a.lengths_, k);
  Lengths lengths = a.lengths_;
  lengths[k] -= order;
  const std::size_t size = checked_size(lengths);
  const MemoryReservation reservation = reserve_words(size, ctx);
  std::vector<std::uint64_t> factors(lengths[k], 1);  // (j + order) ... (j + 1)
  for (std::size_t j = 0; j < lengths[k]; ++j)
    for (std::size_t i = 1; i <= order && factors[j] != 0; ++i) factors[j] = m.mul(factors[j], m.reduce(j + i));
  vector_type words(size);
  const std::size_t grain = std::max<std::size_t>(1, dense_multi_grain / from.inner);
  parallel_for(ctx, from.outer * lengths[k], grain, [&](std::size_t first, std::size_t last) {
    ctx.poll();
    ctx.charge((last - first) * from.inner);
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t j = i % lengths[k];
      const std::size_t source = (i / lengths[k] * from.n + j + order) * from.inner;
      mod_vector_kernels().mul_scalar_mod_shoup(words.data() + i * from.inner, a.coefficients_.data() + source,
                                                from.inner, factors[j], m.shoup(factors[j]), m.value());
    }
  });
  return make(std::move(lengths), std::move(words), a, ctx);
}

DDMMP DDMMP::at(const DenseMultiPoly& a, std::size_t k, element value, const ExecutionContext& ctx) {
  check_variable(a, k);
  a.field_.require_element(value);
  if (a.is_zero() || a.lengths_[k] == 1) return a;
  Lengths lengths = a.lengths_;
  lengths[k] = 1;
  const MemoryReservation reservation = reserve_words(a.size() / a.lengths_[k], ctx);
  vector_type words(a.size() / a.lengths_[k]);
  evaluate_axis(AxisView(a.lengths_, k), a.coefficients_.data(), value, a.field_.word_modulus(), words.data(), ctx);
  return make(std::move(lengths), std::move(words), a, ctx);
}

DDMMP::element DDMMP::at(const DenseMultiPoly& a, std::span<const element> point, const ExecutionContext& ctx) {
  if (point.size() != a.variables_.size())
    throw DomainError(std::to_string(point.size()) + " values for " + std::to_string(a.variables_.size()) +
                      " variables");
  for (const element x : point) a.field_.require_element(x);
  if (a.is_zero()) return 0;
  // The last variable goes first: it leaves the fewest words, and each later step reads what the one before has left.
  const std::size_t largest = a.lengths_.empty() ? 1 : a.size() / a.lengths_.back();
  const MemoryReservation reservation = reserve_words(2 * largest, ctx);
  vector_type values(largest);
  vector_type next(largest);
  const std::uint64_t* words = a.coefficients_.data();
  Lengths lengths = a.lengths_;
  for (std::size_t k = lengths.size(); k-- > 0; lengths.pop_back()) {
    evaluate_axis(AxisView(lengths, k), words, point[k], a.field_.word_modulus(), next.data(), ctx);
    std::swap(values, next);
    words = values.data();
  }
  return words[0];
}

}  // namespace v1
}  // namespace polyfork
