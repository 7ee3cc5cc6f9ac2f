// Inverse and quotient of power series by Newton's iteration.
//
// Inverse: from g = 1/f modulo x^k to x^n, k = ceil(n / 2): f g = 1 + x^k e, and the next coefficients are those of
// -g e. Of f g only [k, n) is needed, which a cyclic product of length n leaves unharmed, and g is transformed once for
// both products: 5 transforms of length n a step instead of the 6 of length 3n/2 of two separate products, in all 10,
// or 1.7 products of n by n. Quotient: the last step works on the quotient instead (Karp, Markstein): with g = 1/f
// modulo x^k, q = a g modulo x^k, and the rest is g (a - f q): 13 transforms of length n instead of 16.
// Short series are inverted term by term, n^2 / 2 products with one reduction a term, or by blocks of columns. Memory:
// the prepared transform. Literature: Brent, Kung: Fast algorithms for manipulating formal power series, JACM 25, 1978;
// Karp, Markstein: High precision division and square root, ACM TOMS 23, 1997; Hanrot, Quercia, Zimmermann, AAECC 14,
// 2004.
#include "poly/residues/inverse_series_word.hpp"

#include <algorithm>
#include <optional>

#include "fft/word_convolution.hpp"
#include "poly/residues/division_blocks.hpp"
#include "poly/residues/division_word.hpp"
#include "ring/mod_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// One coefficient after the other, or block after block; `inverse` is 1 / f[0].
void inverse_terms(const WordAlgebra& w, ConstWords f, Words out, std::uint64_t inverse) {
  const WordModulus& m = w.modulus;
  if (takes_blocks(m, f.size(), out.size())) return inverse_by_blocks(f, inverse, out, m, w.ctx);
  const std::uint64_t negative = m.neg(inverse);
  const std::uint64_t shoup = m.shoup(negative);
  out[0] = inverse;
  w.ctx.charge(out.size() * std::min(out.size(), f.size()) / 2);
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (i % 256 == 0) w.ctx.poll();
    WordDotProduct dot;
    const std::size_t terms = std::min(i, f.size() - 1);
    if (terms != 0) dot.add_reversed(&f[1], &out[i - 1], terms);
    out[i] = m.mul_shoup(dot.reduce(m), negative, shoup);
  }
}

/// Products by one series g of length k of which the coefficients below n >= 2k - 1 are wanted.
class SeriesFactor {
 public:
  SeriesFactor(const WordAlgebra& w, ConstWords g, std::size_t n) : w_(w), g_(g) {
    if (g.size() <= w.product_length) return;
    const std::size_t k = g.size();
    plan_ = plan_word_convolution({w.modulus.value(), true, n, k, {k, n}}, w.threads, w.isa);
    prepared_.emplace(plan_, g, w.ctx);
  }
  /// out[i] = coefficient begin + i of f g; begin = k, or no more than n coefficients in the product.
  void multiply(ConstWords f, std::size_t begin, Words out) const {
    if (!prepared_) return mul_range(w_, f, g_, begin, out);
    const MemoryReservation reservation(w_.ctx.memory(),
                                        plan_.shape.data_words() * plan_.primes * sizeof(std::uint64_t));
    convolve_words(*prepared_, f, {begin, begin + out.size()}, out, w_.ctx);
  }

 private:
  const WordAlgebra& w_;
  ConstWords g_;
  WordConvolutionPlan plan_;
  std::optional<PreparedWords> prepared_;
};

std::size_t half(std::size_t n) noexcept { return (n + 1) / 2; }

}  // namespace

void inverse_series_words(const WordAlgebra& w, ConstWords f, Words out) {
  f = f.first(std::min(f.size(), out.size()));
  const std::size_t n = out.size();
  if (n <= std::max<std::size_t>(2, w.inverse_length)) return inverse_terms(w, f, out, w.modulus.inverse(f[0]));
  const std::size_t k = half(n);
  inverse_series_words(w, f, out.first(k));
  const SeriesFactor g(w, out.first(k), n);
  ScratchWords scratch(w.ctx, n - k);
  const Words e = scratch.take(n - k);
  g.multiply(f, k, e);
  g.multiply(e, 0, out.subspan(k));
  mod_vector_kernels().neg_mod(&out[k], &out[k], n - k, w.modulus.value());
}

void quotient_series_words(const WordAlgebra& w, ConstWords a, ConstWords f, Words out) {
  const std::size_t n = out.size();
  a = a.first(std::min(a.size(), n));
  f = f.first(std::min(f.size(), n));
  if (n <= std::max<std::size_t>(2, w.inverse_length)) {
    ScratchWords scratch(w.ctx, n);
    inverse_series_words(w, f, scratch.all());
    return mul_range(w, a, scratch.all(), 0, out);
  }
  const std::size_t k = half(n);
  ScratchWords scratch(w.ctx, n);
  const Words inverse = scratch.take(k);
  const Words e = scratch.take(n - k);
  inverse_series_words(w, f, inverse);
  const SeriesFactor g(w, inverse, n);
  g.multiply(a.first(std::min(a.size(), k)), 0, out.first(k));
  mul_range(w, f, out.first(k), k, e);
  mod_vector_kernels().neg_mod(e.data(), e.data(), e.size(), w.modulus.value());
  if (a.size() > k) add_words(w, e, a.subspan(k));
  g.multiply(e, 0, out.subspan(k));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
