// Division with remainder by power series: the reversed quotient is rev(a) / rev(b).
//
// Blocks of L quotient coefficients, L at most half the quotient and below deg b: each is the high half of
// (top of a) (1 / rev b), then a - q b modulo x^N - 1 with N >= m - 1 a power of two, since the remainder is known to
// fit. The inverse and b stay transformed, so a block costs 2 transforms of length 2L and 2 of length N; 2n by n
// coefficients take 15 transforms of length n, 2.5 products. Quotients shorter than half the divisor: one quotient of
// series of its length n (13 transforms of length n), and one cyclic product. Memory: about four operands and the kept
// transforms. Literature: von zur Gathen, Gerhard, Modern Computer Algebra, section 9.1; Hanrot, Quercia, Zimmermann,
// The middle product algorithm I, AAECC 14, 2004.
#include "poly/residues/division_newton.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "fft/word_transform.hpp"
#include "poly/residues/division_word.hpp"
#include "poly/residues/inverse_series_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The length of cyclic products that hold a remainder by b of length m >= 2.
std::size_t cyclic_length(std::size_t m) noexcept { return std::bit_ceil(std::max<std::size_t>(8, m - 1)); }

/// folded = a modulo x^n - 1.
void fold(const WordAlgebra& w, ConstWords a, Words folded) {
  const std::size_t n = folded.size();
  const std::size_t first = std::min(n, a.size());
  std::copy_n(a.begin(), first, folded.begin());
  std::fill(folded.begin() + static_cast<std::ptrdiff_t>(first), folded.end(), std::uint64_t{0});
  for (std::size_t i = n; i < a.size(); i += n) add_words(w, folded, a.subspan(i, std::min(n, a.size() - i)));
}

/// a[0..m-1) = (a - product) modulo x^n - 1, of which only m - 1 coefficients are not zero.
void subtract_cyclic(const WordAlgebra& w, Words a, ConstWords product, std::size_t rest) {
  const std::size_t n = product.size();
  for (std::size_t i = n; i < a.size(); i += n) {
    const std::size_t count = std::min({n, a.size() - i, rest});
    add_words(w, a, a.subspan(i, count));
  }
  sub_words(w, a, product.first(rest));
}

WordConvolutionPlan cyclic_plan(const WordAlgebra& w, std::size_t la, std::size_t lb, std::size_t n) {
  return plan_cyclic_transform({w.modulus.value(), true, la, lb, {0, n}}, 1, w.threads, w.isa);
}

void divide_once(const WordAlgebra& w, Words a, ConstWords b, Words quotient) {
  const std::size_t nq = quotient.size();
  const std::size_t m = b.size();
  {
    ScratchWords scratch(w.ctx, 2 * nq);
    const Words top_a = scratch.take(nq);
    const Words top_b = scratch.take(nq);
    std::reverse_copy(a.end() - static_cast<std::ptrdiff_t>(nq), a.end(), top_a.begin());
    std::reverse_copy(b.end() - static_cast<std::ptrdiff_t>(nq), b.end(), top_b.begin());
    quotient_series_words(w, top_a, top_b, quotient);
    std::reverse(quotient.begin(), quotient.end());
  }
  if (m == 1) return;
  const std::size_t n = cyclic_length(m);
  if (std::min(nq, m) <= w.product_length || m / 4 >= nq) {  // short quotients: pieces of b are cheaper
    ScratchWords scratch(w.ctx, m - 1);
    mul_range(w, quotient, b, 0, scratch.all());
    return sub_words(w, a, scratch.all());
  }
  ScratchWords scratch(w.ctx, 2 * n);
  const Words product = scratch.take(n);
  const Words folded = scratch.take(n);
  const WordConvolutionPlan plan = cyclic_plan(w, n, std::min(n, nq), n);
  const MemoryReservation reservation(w.ctx.memory(), plan.workspace_bytes());
  fold(w, b, folded);
  if (nq <= n) {
    convolve_words(plan, folded, quotient, product, w.ctx);
  } else {
    ScratchWords more(w.ctx, n);
    fold(w, quotient, more.all());
    convolve_words(plan, folded, more.all(), product, w.ctx);
  }
  subtract_cyclic(w, a, product, m - 1);
}

}  // namespace

struct WordDivisor::Parts {
  MemoryReservation reservation;
  ResidueVector b;
  ResidueVector inverse;  // coefficient i of 1 / rev b at [block - 1 - i]; empty: columns
  std::size_t block = 0;
  std::size_t n = 0;  // of cyclic products
  std::optional<PreparedWords> prepared_inverse;
  std::optional<PreparedWords> prepared_b;

  void step(const WordAlgebra& w, Words a, Words quotient, Words product) const;
};

WordDivisor::WordDivisor(const WordAlgebra& w, ConstWords b, std::size_t quotient_length)
    : parts_(std::make_unique<Parts>()) {
  Parts& parts = *parts_;
  const std::size_t m = b.size();
  const std::size_t block = std::min(quotient_length, m - 1);
  const bool columns = m < 2 || block < w.division_length / 2 || block < 2;
  parts.reservation = MemoryReservation(w.ctx.memory(), (m + (columns ? 0 : block)) * sizeof(std::uint64_t));
  parts.b.assign(b.begin(), b.end());
  if (columns) return;
  parts.block = block;
  parts.n = cyclic_length(m);
  {
    ScratchWords scratch(w.ctx, block + parts.n);
    const Words top = scratch.take(block);
    std::reverse_copy(b.end() - static_cast<std::ptrdiff_t>(block), b.end(), top.begin());
    parts.inverse.resize(block);
    inverse_series_words(w, top, parts.inverse);
    std::reverse(parts.inverse.begin(), parts.inverse.end());
    const Words folded = scratch.take(parts.n);
    fold(w, b, folded);
    parts.prepared_b.emplace(cyclic_plan(w, block, parts.n, parts.n), folded, w.ctx);
  }
  parts.prepared_inverse.emplace(
      plan_word_convolution({w.modulus.value(), true, block, block, {block - 1, 2 * block - 1}}, w.threads, w.isa),
      parts.inverse, w.ctx);
}

WordDivisor::~WordDivisor() = default;
WordDivisor::WordDivisor(WordDivisor&&) noexcept = default;
WordDivisor& WordDivisor::operator=(WordDivisor&&) noexcept = default;

ConstWords WordDivisor::divisor() const noexcept { return parts_->b; }

/// At most `block` coefficients of the quotient: a has b.size() - 1 + quotient.size() words.
void WordDivisor::Parts::step(const WordAlgebra& w, Words a, Words quotient, Words product) const {
  const std::size_t count = quotient.size();
  // The inverse's last `count` words are its first coefficients: columns [block - 1, block - 1 + count).
  convolve_words(*prepared_inverse, a.last(count), {block - 1, block - 1 + count}, quotient, w.ctx);
  convolve_words(*prepared_b, quotient, {0, n}, product, w.ctx);
  subtract_cyclic(w, a, product, b.size() - 1);
}

void WordDivisor::div_rem(const WordAlgebra& w, Words a, Words quotient) const {
  const Parts& parts = *parts_;
  if (parts.block == 0 || quotient.size() <= w.product_length)
    return word_div_rem(a, parts.b, quotient, w.modulus, w.ctx);
  ScratchWords product(w.ctx, parts.n);
  const std::size_t words = parts.prepared_inverse->plan().shape.data_words() * parts.prepared_inverse->plan().primes;
  const MemoryReservation reservation(w.ctx.memory(), words * sizeof(std::uint64_t));
  const std::size_t rest = parts.b.size() - 1;
  for (std::size_t left = quotient.size(); left != 0;) {
    const std::size_t count = left % parts.block == 0 ? parts.block : left % parts.block;
    left -= count;
    parts.step(w, a.subspan(left, rest + count), quotient.subspan(left, count), product.all());
  }
}

void div_rem_words(const WordAlgebra& w, Words a, ConstWords b, Words quotient) {
  if (std::min(quotient.size(), b.size()) <= w.division_length || b.size() < 2)
    return word_div_rem(a, b, quotient, w.modulus, w.ctx);
  // A few coefficients more than a power of two would nearly double the transforms: columns for the leading ones.
  const std::size_t base = std::bit_floor(quotient.size());
  const std::size_t excess = quotient.size() - base;
  const std::size_t rest = b.size() - 1;
  if (excess != 0 && excess <= w.product_length / 2) {
    word_div_rem(a.subspan(base), b, quotient.subspan(base), w.modulus, w.ctx);
    quotient = quotient.first(base);
    a = a.first(rest + base);
  }
  if (quotient.size() <= rest / 2) return divide_once(w, a, b, quotient);
  const std::size_t blocks = std::max<std::size_t>(2, (quotient.size() + rest - 1) / rest);
  WordDivisor(w, b, (quotient.size() + blocks - 1) / blocks).div_rem(w, a, quotient);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
