// Resultants of sparse univariate polynomials over Z, Q and Z/p: what runs on lists and what on remainders by powers.
//
// With b = lead B, B monic: Res(a, b) = lead^(deg a) (-1)^(deg a deg b) Res(B, r), r = a mod B. The remainder by powers
// costs log(deg a) products modulo B for each term of a, against deg a steps: it is taken where that is much less.
#include <polyfork/poly/sparse/sparse_resultant.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "core/limits.hpp"
#include "poly/gcd/resultant_images.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;
using namespace detail::sup;

namespace {

using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;

/// The longer of the two is better reduced modulo the other one by powers than as a list.
template <Ring R>
bool unbalanced(const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx) {
  const bool swapped = a.degree() < b.degree();
  const SparsePoly<R>& longer = swapped ? b : a;
  const SparsePoly<R>& shorter = swapped ? a : b;
  return dense_within_reach(shorter.length(), ctx.memory().available()) &&
         longer.length() / 256 > saturating_mul(shorter.length(), longer.term_count());
}

std::uint64_t sign_of_exchange(const WordModulus& m, std::uint64_t r, std::uint64_t degree_a, std::uint64_t degree_b) {
  return degree_a % 2 != 0 && degree_b % 2 != 0 ? m.neg(r) : r;
}

/// Both of positive degree.
std::uint64_t resultant_modulo(const SparseZp& a, const SparseZp& b, const ExecutionContext& ctx) {
  const PrimeField& field = a.ring();
  const WordModulus& m = field.word_modulus();
  const auto degree_a = static_cast<std::uint64_t>(a.degree());
  const auto degree_b = static_cast<std::uint64_t>(b.degree());
  if (!unbalanced(a, b, ctx)) {
    const DenseForm<PrimeField> f(a, 0, 1, ctx);
    const DenseForm<PrimeField> g(b, 0, 1, ctx);
    return resultant(f.poly(), g.poly(), ctx);
  }
  if (degree_a < degree_b) return sign_of_exchange(m, resultant_modulo(b, a, ctx), degree_a, degree_b);
  const std::uint64_t lead = b.leading_coefficient();
  const SparseZp monic = make_monic(b, ctx);
  const std::uint64_t r = resultant(monic, rem_by_powers(a, monic, ctx), ctx);
  return m.mul(m.pow(lead, degree_a), sign_of_exchange(m, r, degree_a, degree_b));
}

/// Both of positive degree and not zero at zero.
Integer resultant_integers(const SparseZ& a, const SparseZ& b, const ExecutionContext& ctx) {
  const auto degree_a = static_cast<std::uint64_t>(a.degree());
  const auto degree_b = static_cast<std::uint64_t>(b.degree());
  const std::size_t bits = saturating_add(hadamard_bits(a.packed_terms().coefficients, degree_b, ctx),
                                          hadamard_bits(b.packed_terms().coefficients, degree_a, ctx));
  check_limbs(bits / 64 + 1);
  if (!unbalanced(a, b, ctx)) {
    const DenseForm<Integers> f(a, 0, 1, ctx);
    const DenseForm<Integers> g(b, 0, 1, ctx);
    return resultant(f.poly(), g.poly(), ctx);
  }
  const auto image = [&](std::uint64_t p) -> std::uint64_t {
    const PrimeField field = PrimeField::trusted(p);
    const SparseZp f = reduce(a, field, ctx);
    const SparseZp g = reduce(b, field, ctx);
    if (f.is_zero() || g.is_zero()) return 0;
    return formal_resultant(field.word_modulus(), resultant(f, g, ctx), f.leading_coefficient(),
                            g.leading_coefficient(), degree_a - static_cast<std::uint64_t>(f.degree()),
                            degree_b - static_cast<std::uint64_t>(g.degree()), degree_b);
  };
  return from_images(bits, image, ctx);
}

}  // namespace

Integer resultant(const SparseZ& a, const SparseZ& b, const ExecutionContext& ctx) {
  return resultant_by_shape(
      a, b, [&](const SparseZ& f, const SparseZ& g) { return resultant_integers(f, g, ctx); }, ctx);
}

std::uint64_t resultant(const SparseZp& a, const SparseZp& b, const ExecutionContext& ctx) {
  return resultant_by_shape(
      a, b, [&](const SparseZp& f, const SparseZp& g) { return resultant_modulo(f, g, ctx); }, ctx);
}

Rational resultant(const SparseQ& a, const SparseQ& b, const ExecutionContext& ctx) {
  SparseQ::check(a, b);
  if (a.is_zero() || b.is_zero()) return 0;
  const Integer r = resultant(numerator_polynomial(a), numerator_polynomial(b), ctx);
  const auto denominator = [&](const SparseQ& f, const SparseQ& other) {
    return bounded_power(Integers{}, f.packed_terms().coefficients.denominator(),
                         static_cast<std::uint64_t>(other.degree()), ctx);
  };
  return {r, mul(denominator(a, b), denominator(b, a))};
}

}  // namespace v1
}  // namespace polyfork
