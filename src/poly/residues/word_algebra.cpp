// Ranges of a product's coefficients: schoolbook columns for short operands, else one cyclic transform.
//
// Cost: (end - begin) min(n, m) word products, or 3 transforms of length max(end, n + m - 1 - begin) for each prime,
// with operands cut to the coefficients that reach the range: what wraps around falls outside it. So the middle n of a
// product of 2n by n coefficients costs the transforms of length 2n instead of 3n.
// Literature: Hanrot, Quercia, Zimmermann: The middle product algorithm I, AAECC 14, 2004.
#include "poly/residues/word_algebra.hpp"

#include <algorithm>
#include <bit>

#include "core/limits.hpp"
#include "core/planning_threads.hpp"
#include "fft/word_convolution.hpp"
#include "poly/dense/point_values.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/residues/products/mul_zp_columns.hpp"
#include "poly/residues/products/mul_zp_transform.hpp"
#include "poly/residues/word_columns.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t uneven = 4;  // from this ratio on the longer operand is cut into pieces

/// Drops the coefficients of a that do not reach [begin, end); both counts are then relative to what is left.
void cut(ConstWords& a, std::size_t other, std::size_t& begin, std::size_t& end) {
  a = a.first(std::min(a.size(), end));
  const std::size_t low = begin >= other ? std::min(a.size(), begin - other + 1) : 0;
  a = a.subspan(low);
  begin -= low;
  end -= low;
}

void columns(const WordAlgebra& w, ConstWords a, ConstWords b, std::size_t begin, Words out) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t step = (std::size_t{1} << 19) / shorter + 1;
  for (std::size_t k = 0; k < out.size(); k += step) {
    const std::size_t stop = std::min(out.size(), k + step);
    w.ctx.poll();
    w.ctx.charge((stop - k) * shorter);
    mul_zp_columns(w.modulus, a.data(), a.size(), b.data(), b.size(), out.data() + k, begin + k, begin + stop);
  }
}

/// Where transforms would take longer than so many columns of so many terms at most. Transforms of long operands cost
/// less for each of a few columns than those of short ones for each of many.
bool by_columns(const WordAlgebra& w, std::size_t terms, std::size_t count) noexcept {
  if (std::min(terms, count) <= w.product_length) return true;
  if (terms <= w.vector_length) return true;
  return count <= w.vector_length / 2 && terms <= ColumnKernel::most_terms;
}

void pieces(const WordAlgebra& w, ConstWords longer, ConstWords shorter, std::size_t begin, Words out) {
  const std::size_t length = std::bit_ceil(uneven * shorter.size()) - (shorter.size() - 1);
  const WordProductShape product{w.modulus.value(), true, length, shorter.size(), {0, length + shorter.size() - 1}};
  const WordConvolutionPlan plan = plan_word_convolution(product, w.threads, w.isa);
  const std::size_t piece = plan.shape.data_words() * plan.primes * sizeof(std::uint64_t);
  const MemoryReservation reservation(w.ctx.memory(), piece * static_cast<std::size_t>(w.threads));
  convolve_in_pieces(plan, longer, shorter, begin, out, w.ctx);
}

}  // namespace

bool transforms_directly(std::uint64_t p, int threads, Isa isa) {
  // A transform of this length, as good as any.
  return plan_word_convolution({p, true, 512, 512, {0, 1023}}, threads, isa).direct;
}

namespace {

/// A cut-off of series' lengths: columns in vectors serve for three times as long ones, transforms modulo p itself end
/// their use earlier.
std::size_t series_cut_off(std::int64_t length, bool direct, bool in_vectors) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  length = std::min(length, most);
  return at_least(in_vectors ? (direct ? length : 3 * length) : length / (direct ? 2 : 1), 1);
}

}  // namespace

std::size_t division_cut_off(const WordTuning& tuning, std::uint64_t p, bool direct) noexcept {
  return series_cut_off(tuning.division_length, direct, columns_in_vectors(p, active_isa()));
}

WordAlgebra::WordAlgebra(const PrimeField& field, const ExecutionContext& context)
    : modulus(field.word_modulus()), threads(planning_threads(context)), isa(active_isa()), ctx(context) {
  const WordTuning tuning = with_euclid_of(std::bit_width(modulus.value()), context.tuning().section<WordTuning>());
  const bool direct = transforms_directly(modulus.value(), threads, isa);
  const std::int64_t share = direct ? 2 : 1;
  const bool in_vectors = columns_in_vectors(modulus.value(), isa);
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  product_length = at_least(std::min(tuning.product_length, most) / share, 1);
  vector_length = in_vectors ? 3 * product_length : 0;
  inverse_length = series_cut_off(tuning.inverse_length, direct, in_vectors);
  division_length = series_cut_off(tuning.division_length, direct, in_vectors);
  tree_length = at_least(std::min(tuning.tree_length, most) * (in_vectors ? 2 : 1) / share, 2);
  half_gcd_length = at_least(tuning.half_gcd_length, 2);
  gcd_length = at_least(tuning.gcd_length, 2);
  matrix_length = at_least(tuning.matrix_length, 1);
  horner_length = at_least(tuning.horner_length, 1);
  const std::int64_t points = std::min(tuning.multipoint_length, most);
  if (point_values_kernel(modulus.value(), isa).in_lanes)
    multipoint_length = at_least(points * 5 / 2 / share, 0);
  else
    multipoint_length = at_least((modulus.value() >> 62 == 0 ? points : points / 8 * 5) / share, 0);
}

void mul_range(const WordAlgebra& w, ConstWords a, ConstWords b, std::size_t begin, Words out) {
  const std::size_t length = a.empty() || b.empty() ? 0 : a.size() + b.size() - 1;
  const std::size_t count = begin < length ? std::min(out.size(), length - begin) : 0;
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), std::uint64_t{0});
  if (count == 0) return;
  out = out.first(count);
  std::size_t end = begin + count;
  cut(a, b.size(), begin, end);
  cut(b, a.size(), begin, end);
  const ConstWords longer = a.size() >= b.size() ? a : b;
  const ConstWords shorter = a.size() >= b.size() ? b : a;
  if (by_columns(w, shorter.size(), count)) return columns(w, longer, shorter, begin, out);
  if (longer.size() / uneven >= shorter.size() && count / uneven >= shorter.size())
    return pieces(w, longer, shorter, begin, out);
  const WordConvolutionPlan plan =
      plan_word_convolution({w.modulus.value(), true, longer.size(), shorter.size(), {begin, end}}, w.threads, w.isa);
  const MemoryReservation reservation(w.ctx.memory(), plan.workspace_bytes());
  convolve_words(plan, longer, shorter, out, w.ctx);
}

void add_words(const WordAlgebra& w, Words a, ConstWords b) {
  mod_vector_kernels().add_mod(a.data(), a.data(), b.data(), b.size(), w.modulus.value());
}

void sub_words(const WordAlgebra& w, Words a, ConstWords b) {
  mod_vector_kernels().sub_mod(a.data(), a.data(), b.data(), b.size(), w.modulus.value());
}

void horner_words(const WordModulus& m, ConstWords g, ConstWords points, Words values) {
  std::size_t k = 0;
  for (; k + 4 <= points.size(); k += 4) {  // four chains of multiplications, since each waits for its last
    std::uint64_t v[4];
    std::uint64_t s[4];
    std::copy_n(&values[k], 4, v);
    for (int i = 0; i < 4; ++i) s[i] = m.shoup(points[k + i]);
    for (std::size_t j = g.size(); j-- != 0;)
      for (int i = 0; i < 4; ++i) v[i] = m.add(m.mul_shoup(v[i], points[k + i], s[i]), g[j]);
    std::copy_n(v, 4, &values[k]);
  }
  for (; k < points.size(); ++k) {
    const std::uint64_t s = m.shoup(points[k]);
    std::uint64_t v = values[k];
    for (std::size_t j = g.size(); j-- != 0;) v = m.add(m.mul_shoup(v, points[k], s), g[j]);
    values[k] = v;
  }
}

void scale_words(const WordAlgebra& w, Words out, ConstWords a, std::uint64_t factor) {
  mod_vector_kernels().mul_scalar_mod_shoup(out.data(), a.data(), a.size(), factor, w.modulus.shoup(factor),
                                            w.modulus.value());
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
