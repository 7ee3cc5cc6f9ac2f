// Shifts of sparse univariate polynomials over Z, Q and Z/p: sizes first, then the dense shift or Lucas' digits.
//
// Sizes: coefficients of f(a x + b), n = deg f, have at most bits(f) + n (bits(a) + bits(b) + 1) bits, for rational a
// and b with the bits of numerators and denominators together. The leading coefficient alone gives n + 1 coefficients
// of that length on average, up to a factor below three, so that what this bound refuses cannot be had.
#include <polyfork/poly/sparse/sparse_shift.hpp>

#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/families/families.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;
using namespace detail::sup;

namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;

std::size_t bits_of(const SparseZ& f, const ExecutionContext& ctx) {
  return f.packed_terms().coefficients.max_bits(ctx);
}
std::size_t bits_of(const SparseQ& f, const ExecutionContext& ctx) {
  return f.packed_terms().coefficients.numerators().max_bits(ctx);
}

/// shift(dense form of f), where it can be had at all; growth: bits for each degree.
template <Ring R, class F>
SparsePoly<R> shifted_dense(const SparsePoly<R>& f, std::size_t growth, const F& shift, const ExecutionContext& ctx) {
  require_dense(f.length(), ctx);
  require_bits(f.length(), saturating_add(bits_of(f, ctx), saturating_mul(f.length(), growth)), ctx);
  const DenseForm<R> form(f, 0, 1, ctx);
  return within_memory(ctx, [&] {
    const DensePoly<R> shifted = shift(form.poly());
    const MemoryReservation held(ctx.memory(), shifted.coefficients().bytes());
    return sparse_form(shifted, 0, 1, ctx);
  });
}

/// (x + c)^e over Z/p by the digits of e.
class DigitShift {
 public:
  using Terms = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  DigitShift(const PrimeField& field, std::uint64_t c, const ExecutionContext& ctx)
      : m_(field.word_modulus()), c_(c), ctx_(ctx) {}

  /// Terms of (x + c)^e, c not zero: no binomial of digits vanishes. Saturates.
  std::size_t count(std::uint64_t e) const {
    std::size_t terms = 1;
    for (; e != 0; e /= m_.value()) terms = saturating_mul(terms, e % m_.value() + 1);
    return terms;
  }

  /// Appends coefficient (x + c)^e.
  void append(std::uint64_t e, std::uint64_t coefficient, Terms& out) const {
    const std::size_t begin = out.size();
    out.emplace_back(0, coefficient);
    for (std::uint64_t place = 1; e != 0; e /= m_.value()) {
      const std::vector<std::uint64_t> row = binomials(e % m_.value());
      const std::size_t end = out.size();
      for (std::size_t j = 1; j < row.size(); ++j) {
        ctx_.poll();
        for (std::size_t i = begin; i < end; ++i) {
          if (i % 65536 == 65535) ctx_.poll();
          out.emplace_back(out[i].first + j * place, m_.mul(out[i].second, row[j]));
        }
      }
      for (std::size_t i = begin; i < end; ++i) out[i].second = m_.mul(out[i].second, row[0]);
      if (e >= m_.value()) place *= m_.value();
    }
  }

 private:
  /// C(d, j) c^(d-j), j = 0, ..., d < p; c^p = c.
  std::vector<std::uint64_t> binomials(std::uint64_t d) const {
    std::vector<std::uint64_t> row(static_cast<std::size_t>(d) + 1);
    std::uint64_t power = m_.reduce(1);
    std::uint64_t binomial = power;
    for (std::uint64_t j = 0; j <= d; ++j) {  // C(d, j) = C(d, d - j)
      if (j % 1024 == 1023) ctx_.poll();
      row[static_cast<std::size_t>(d - j)] = m_.mul(binomial, power);
      power = m_.mul(power, c_);
      if (j < d) binomial = m_.mul(m_.mul(binomial, d - j), m_.inverse(j + 1));
    }
    return row;
  }

  const WordModulus& m_;
  std::uint64_t c_;
  const ExecutionContext& ctx_;
};

}  // namespace

SparseZ taylor_shift(const SparseZ& f, const Integer& c, const ExecutionContext& ctx) {
  if (f.is_constant() || c.is_zero()) return f;
  return shifted_dense(
      f, c.bit_length(), [&](const PolyZ& g) { return taylor_shift(g, c, ctx); }, ctx);
}

SparseZ shift_roots(const SparseZ& f, const Rational& shift, const ExecutionContext& ctx) {
  if (f.is_constant() || shift.is_zero()) return f;
  return shifted_dense(
      f, growing_bits(shift), [&](const PolyZ& g) { return shift_roots(g, shift, ctx); }, ctx);
}

SparseQ taylor_shift(const SparseQ& f, const Rational& c, const ExecutionContext& ctx) {
  if (f.is_constant() || c.is_zero()) return f;
  return shifted_dense(
      f, growing_bits(c), [&](const PolyQ& g) { return taylor_shift(g, c, ctx); }, ctx);
}

SparseZp taylor_shift(const SparseZp& f, std::uint64_t c, const ExecutionContext& ctx) {
  if (c >= f.ring().modulus()) throw DomainError("taylor_shift: c has to be a canonical residue");
  if (f.is_constant() || c == 0) return f;
  constexpr std::uint64_t term_cost = 32;  // sorting included, in coefficients of the dense form
  const DigitShift digits(f.ring(), c, ctx);
  std::size_t count = 0;
  for (const std::uint64_t e : f.packed_terms().exponents) count = saturating_add(count, digits.count(e));
  if (dense_within_reach(f.length(), ctx.memory().available()) && count > f.length() / term_cost) {
    const DenseForm<PrimeField> form(f, 0, 1, ctx);
    return within_memory(ctx, [&] { return sparse_form(taylor_shift(form.poly(), c, ctx), 0, 1, ctx); });
  }
  require_dense(count, ctx);
  const MemoryReservation reservation(ctx.memory(), count * 3 * sizeof(DigitShift::Terms::value_type));
  return within_memory(ctx, [&] {
    DigitShift::Terms terms;
    terms.reserve(count);
    for (std::size_t i = 0; i < f.term_count(); ++i)
      digits.append(f.packed_terms().exponents[i], f.packed_terms()[i], terms);
    return SparseZp::make(SparseListOps<PrimeField>::collect(f.ring(), std::move(terms), ctx), f);
  });
}

SparseZ affine(const SparseZ& f, const Integer& a, const Integer& b, const ExecutionContext& ctx) {
  const auto shift = [&] {
    return shifted_dense(
        f, saturating_add(a.is_one() ? 0 : a.bit_length(), b.bit_length()),
        [&](const PolyZ& g) { return affine(g, a, b, ctx); }, ctx);
  };
  return affine_or(f, a, b, shift, ctx);
}

SparseQ affine(const SparseQ& f, const Rational& a, const Rational& b, const ExecutionContext& ctx) {
  const auto shift = [&] {
    return shifted_dense(
        f, saturating_add(growing_bits(a), growing_bits(b)), [&](const PolyQ& g) { return affine(g, a, b, ctx); }, ctx);
  };
  return affine_or(f, a, b, shift, ctx);
}

SparseZp affine(const SparseZp& f, std::uint64_t a, std::uint64_t b, const ExecutionContext& ctx) {
  if (a >= f.ring().modulus() || b >= f.ring().modulus())
    throw DomainError("affine: a and b have to be canonical residues");
  return affine_or(
      f, a, b, [&] { return with_scaled_variable(taylor_shift(f, b, ctx), a, ctx); }, ctx);
}

}  // namespace v1
}  // namespace polyfork
