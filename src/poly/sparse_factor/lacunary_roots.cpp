// Rational zeros of sparse polynomials over Z of any degree.
//
// Let f = g + x^u h with deg g = k < u, and p/q in lowest terms a zero of f that is neither 0, 1 nor -1, so that
// M = max(|p|, |q|) >= 2. Homogeneous in p and q, q^(deg f - k) G + p^u H = 0; were G and H not zero, p^u would divide
// G and q^(deg f - k) would divide H, so that M^(u - k) is at most the sum of the absolute values of g's or h's
// coefficients. Where u - k is at least the number of bits of that sum, p/q is therefore a zero of both. So f falls
// into blocks of low degree, one of which is solved as a dense polynomial; the others are evaluated. The multiplicity
// is the number of polynomials f, x f', x (x f')', ... up to the first that is not zero at p/q, at most the number of
// terms. Source: Lenstra, On the factorization of lacunary polynomials, 1999; Cucker, Koiran, Smale, JSC 27, 1999.
#include <algorithm>
#include <optional>
#include <utility>

#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>

#include "poly/factor_z/factor_z_inflation.hpp"
#include "poly/sparse_factor/sparse_factors.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using SparseZ = SparsePoly<Integers>;
using RationalRoots = std::vector<PolynomialRoot<Rationals>>;

/// Each divided by a power of x. Precondition: f is not zero.
std::vector<SparseZ> blocks_of(const SparseZ& f, const ExecutionContext& ctx) {
  Integer sum;
  const auto& terms = f.packed_terms();
  for (std::size_t i = 0; i < terms.size(); ++i) sum = add(sum, terms.coefficients[i].abs());
  const std::uint64_t gap = sum.bit_length();
  std::vector<SparseZ> blocks;
  for (std::size_t begin = 0, end = 0; begin < terms.size(); begin = end) {
    for (end = begin + 1; end < terms.size() && terms.exponents[end - 1] - terms.exponents[end] < gap;) ++end;
    sup::SparseListBuilder<Integers> block(f.ring(), ctx);
    for (std::size_t i = begin; i < end; ++i)
      block.push_back(terms.exponents[i] - terms.exponents[end - 1], Integer(terms.coefficients[i]));
    blocks.push_back(SparseZ::make(block.finish(), f));
  }
  return blocks;
}

/// x f'.
SparseZ scaled_derivative(const SparseZ& f, const ExecutionContext& ctx) {
  return f.mapped([](std::uint64_t e, const Integer& c) { return mul(c, Integer(e)); }, ctx);
}

bool vanishes_at_unit(const SparseZ& f, int sign) {
  Integer value;
  const auto& terms = f.packed_terms();
  for (std::size_t i = 0; i < terms.size(); ++i)
    value =
        sign < 0 && terms.exponents[i] % 2 != 0 ? sub(value, terms.coefficients[i]) : add(value, terms.coefficients[i]);
  return value.is_zero();
}

/// Precondition: x is none of 0, 1, -1.
bool vanishes(const SparseZ& f, const Rational& x, const ExecutionContext& ctx) {
  for (const SparseZ& block : blocks_of(f, ctx))
    if (!evaluate(to_rational(block), x, ctx).is_zero()) return false;
  return true;
}

template <class Vanishes>
std::uint64_t multiplicity_of(SparseZ f, const Vanishes& vanish, const ExecutionContext& ctx) {
  std::uint64_t m = 0;
  for (; !f.is_zero() && vanish(f); ++m) {
    ctx.poll();
    f = scaled_derivative(f, ctx);
  }
  return m;
}

/// The zeros of f. Precondition: f(0) is not zero.
RationalRoots roots_by_blocks(const SparseZ& f, const ExecutionContext& ctx) {
  std::vector<SparseZ> blocks = blocks_of(f, ctx);
  if (blocks.size() == 1) return roots(to_rational(to_dense(f, ctx)), ctx);
  RationalRoots found;
  for (const int sign : {-1, 1}) {
    const std::uint64_t m = multiplicity_of(
        f, [&](const SparseZ& g) { return vanishes_at_unit(g, sign); }, ctx);
    if (m != 0) found.push_back({Rational(sign), m});
  }
  const SparseZ& shortest = *std::min_element(
      blocks.begin(), blocks.end(), [](const SparseZ& a, const SparseZ& b) { return a.degree() < b.degree(); });
  if (shortest.is_constant()) return found;
  for (const PolynomialRoot<Rationals>& root : roots(to_rational(to_dense(shortest, ctx)), ctx)) {
    if (root.value == Rational(1) || root.value == Rational(-1)) continue;
    const std::uint64_t m = multiplicity_of(
        f, [&](const SparseZ& g) { return vanishes(g, root.value, ctx); }, ctx);
    if (m != 0) found.push_back({root.value, m});
  }
  return found;
}

/// The rational x with x^n = y, y not zero: the positive one where there are two.
std::optional<Rational> rational_root(const Rational& y, std::uint64_t n) {
  const auto a = root_of_power(Integer(y.numerator()), n);
  const auto b = a ? root_of_power(Integer(y.denominator()), n) : std::nullopt;
  if (!b) return std::nullopt;
  return Rational(*a, *b);
}

RationalRoots rational_roots_of_sparse(const SparseZ& f, const ExecutionContext& ctx) {
  RationalRoots found;
  const sup::SparseShape shape = sup::sparse_shape(f.packed_terms().exponents);
  if (shape.low != 0) found.push_back({Rational(0), shape.low});
  if (shape.terms > 1) {
    for (const auto& root : roots_by_blocks(sup::make_step(f, shape, shape.step, ctx), ctx)) {
      auto x = rational_root(root.value, shape.step);
      if (!x) continue;
      if (shape.step % 2 == 0) found.push_back({-*x, root.multiplicity});
      found.push_back({std::move(*x), root.multiplicity});
    }
  }
  std::ranges::sort(found, {}, &PolynomialRoot<Rationals>::value);
  return found;
}

}  // namespace

std::vector<PolynomialRoot<Rationals>> roots(const SparsePoly<Rationals>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every number is a root of the zero polynomial");
  return rational_roots_of_sparse(numerator_polynomial(f), ctx);
}

std::vector<PolynomialRoot<Integers>> roots(const SparseZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every number is a root of the zero polynomial");
  std::vector<PolynomialRoot<Integers>> integral;
  for (const PolynomialRoot<Rationals>& root : rational_roots_of_sparse(f, ctx))
    if (root.value.is_integer()) integral.push_back({Integer(root.value.numerator()), root.multiplicity});
  return integral;
}

}  // namespace v1
}  // namespace polyfork
