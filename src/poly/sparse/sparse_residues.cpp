// Sparse univariate polynomials over Z/p: what is handed to the dense algorithms, in which form, and what is not.
//
// Cofactors of A(x^s) and B(x^s) are those of A and B at x^s, because Euclid's are the only ones of their degrees; a
// common power of x comes off before, too. Values: f(c) = c^low F(c^s). Series: modulo x^n of a series in x^s is modulo
// the ceiling of n / s for F. Remainders by powers: x^e mod b by squaring, from one exponent to the next.
#include <polyfork/poly/sparse/sparse_residues.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/residues/power_series.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_products.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;
using namespace detail::sup;

namespace {

using SparseZp = SparsePoly<PrimeField>;

/// The gcd of all exponents of a.
std::uint64_t step_from_zero(const SparseZp& a) {
  std::uint64_t step = 0;
  for (std::size_t i = a.term_count(); i-- != 0 && step != 1;) step = std::gcd(step, a.packed_terms().exponents[i]);
  return step;
}

SparseZp named_as(SparseZp a, const SparseZp& named) { return std::move(a).with_variable(named.variable()); }

/// Points one at a time: a product for each term and each bit of its gap.
ResidueVector values_by_terms(const SparseZp& f, std::span<const std::uint64_t> points, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), points.size() * sizeof(std::uint64_t));
  ResidueVector values(points.size());
  const std::size_t grain = std::max<std::size_t>(1, (std::size_t{1} << 10) / (f.term_count() + 1));
  parallel_for(ctx, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) values[i] = evaluate(f, points[i], ctx);
  });
  return values;
}

/// Exponents above zero are taken modulo p - 1 into [1, p - 1]: the same values, x^p being x.
SparseZp reduced_exponents(const SparseZp& f, const ExecutionContext& ctx) {
  const std::uint64_t order = f.ring().modulus() - 1;
  if (f.is_zero() || f.packed_terms().exponents.front() <= order) return f;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> terms;
  terms.reserve(f.term_count());
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    const std::uint64_t e = f.packed_terms().exponents[i];
    terms.emplace_back(e == 0 ? 0 : (e - 1) % order + 1, f.packed_terms()[i]);
  }
  return SparseZp::make(SparseListOps<PrimeField>::collect(f.ring(), std::move(terms), ctx), f);
}

/// Whether one point after the other costs less than the dense list: per point some products for each term, against
/// about log^2 for each coefficient and point together.
bool values_by_terms_better(const SparseZp& f, std::uint64_t length, std::size_t points, const ExecutionContext& ctx) {
  if (!dense_within_reach(length, ctx.memory().available())) return true;
  constexpr std::uint64_t tree_cost = 64;
  const std::uint64_t bits = static_cast<std::uint64_t>(std::bit_width(length)) + 1;
  const std::uint64_t each = saturating_mul(saturating_mul(f.term_count(), bits), points);
  return each <= saturating_mul(tree_cost, saturating_add(length, points));
}

/// a mod b for the terms of a from the leading one down.
PolyZp rem_by_squaring(const SparseZp& a, const PreparedDivisor& b, const ExecutionContext& ctx) {
  const PrimeField& field = a.ring();
  const std::string& name = b.divisor().variable();
  const PolyZp one = rem(PolyZp::constant(field, field.one()).with_variable(name), b, ctx);
  const auto power = [&](std::uint64_t exponent) {
    PolyZp result = one;
    for (int bit = static_cast<int>(std::bit_width(exponent)); bit-- != 0;) {
      result = rem(mul(result, result, ctx), b, ctx);
      if (exponent >> bit & 1) result = rem(shift_left(result, 1, ctx), b, ctx);
    }
    return result;
  };
  PolyZp value = PolyZp(field).with_variable(name);
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    ctx.poll();
    const auto& e = a.packed_terms().exponents;
    value = add(value, scale(one, a.packed_terms()[i], ctx), ctx);
    value = rem(mul(value, power(e[i] - (i + 1 == e.size() ? 0 : e[i + 1])), ctx), b, ctx);
  }
  return value;
}

}  // namespace

SparsePolyExtendedGcd extended_gcd(const SparseZp& a, const SparseZp& b, const ExecutionContext& ctx) {
  const SparseZp& named = SparseZp::check(a, b);
  const std::uint64_t low = a.is_zero()   ? b.low_degree()
                            : b.is_zero() ? a.low_degree()
                                          : std::min(a.low_degree(), b.low_degree());
  const SparseZp f = shift_right(a, low, ctx);
  const SparseZp g = shift_right(b, low, ctx);
  const std::uint64_t step = std::gcd(step_from_zero(f), step_from_zero(g));
  const DenseForm<PrimeField> dense_f(f, 0, step, ctx);
  const DenseForm<PrimeField> dense_g(g, 0, step, ctx);
  const ExtendedGcd bezout = extended_gcd(dense_f.poly(), dense_g.poly(), ctx);
  return {named_as(sparse_form(bezout.g, low, step, ctx), named), named_as(sparse_form(bezout.s, 0, step, ctx), named),
          named_as(sparse_form(bezout.t, 0, step, ctx), named)};
}

ResidueVector evaluate_many(const SparseZp& f, std::span<const std::uint64_t> points, const ExecutionContext& ctx) {
  require_elements(f.ring(), points);
  const SparseZp g = reduced_exponents(f, ctx);
  const SparseShape shape = sparse_shape(g.packed_terms().exponents);
  const std::uint64_t length = shape.length(shape.step);
  if (values_by_terms_better(g, length, points.size(), ctx)) return values_by_terms(g, points, ctx);
  const DenseForm<PrimeField> form(g, shape.low, shape.step, ctx);
  const WordModulus& m = f.ring().word_modulus();
  const MemoryReservation reservation(ctx.memory(), points.size() * sizeof(std::uint64_t));
  std::vector<std::uint64_t> powers(points.begin(), points.end());
  for (std::uint64_t& x : powers) x = m.pow(x, shape.step);
  ResidueVector values = evaluate_many(form.poly(), powers, ctx);
  if (shape.low != 0)
    for (std::size_t i = 0; i < points.size(); ++i) values[i] = m.mul(values[i], m.pow(points[i], shape.low));
  return values;
}

ResidueVector evaluate_many(const SparseZp& f, const EvaluationPoints& points, const ExecutionContext& ctx) {
  if (!(f.ring() == points.field())) throw ModulusMismatch("a polynomial and points over different fields");
  const SparseZp g = reduced_exponents(f, ctx);
  if (values_by_terms_better(g, g.length(), points.size(), ctx)) return values_by_terms(g, points.points(), ctx);
  return evaluate_many(DenseForm<PrimeField>(g, 0, 1, ctx).poly(), points, ctx);
}

SparseZp interpolate_sparse(const PrimeField& field, std::span<const std::uint64_t> points,
                            std::span<const std::uint64_t> values, const ExecutionContext& ctx) {
  return sparse_form(interpolate(field, points, values, ctx), 0, 1, ctx);
}

SparseZp interpolate_sparse(const EvaluationPoints& points, std::span<const std::uint64_t> values,
                            const ExecutionContext& ctx) {
  return sparse_form(interpolate(points, values, ctx), 0, 1, ctx);
}

SparseZp inverse_series(const SparseZp& f, std::uint64_t n, const ExecutionContext& ctx) {
  return divide_series(SparseZp::constant(f.ring(), f.ring().one()), f, n, ctx);
}

SparseZp divide_series(const SparseZp& a, const SparseZp& f, std::uint64_t n, const ExecutionContext& ctx) {
  const SparseZp& named = SparseZp::check(a, f);
  if (f.ring().is_zero(f.trailing_coefficient())) throw DomainError("the constant term of a power series is zero");
  const SparseZp numerator = terms_between(a, 0, n, ctx);
  if (numerator.is_zero()) return named_as(numerator, named);
  const std::uint64_t low = numerator.low_degree();
  const SparseZp top = shift_right(numerator, low, ctx);
  const SparseZp divisor = terms_between(f, 0, n - low, ctx);
  const std::uint64_t step = std::gcd(step_from_zero(top), step_from_zero(divisor));
  const std::uint64_t length = step == 0 ? 1 : (n - low - 1) / step + 1;
  require_dense(length, ctx);
  const DenseForm<PrimeField> dense_top(top, 0, step, ctx);
  const DenseForm<PrimeField> dense_divisor(divisor, 0, step, ctx);
  const PolyZp series = divide_series(dense_top.poly(), dense_divisor.poly(), static_cast<std::size_t>(length), ctx);
  return named_as(sparse_form(series, low, step, ctx), named);
}

SparsePolyDivision<PrimeField> div_rem(const SparseZp& a, const PreparedDivisor& b, const ExecutionContext& ctx) {
  const DenseForm<PrimeField> form(a, 0, 1, ctx);
  const Division<PrimeField> qr = div_rem(form.poly(), b, ctx);
  return {sparse_form(qr.quotient, 0, 1, ctx), sparse_form(qr.remainder, 0, 1, ctx)};
}

SparseZp rem(const SparseZp& a, const PreparedDivisor& b, const ExecutionContext& ctx) {
  const PolyZp& divisor = b.divisor();
  const PolyZp in_name = a.is_constant() ? PolyZp(a.ring()) : PolyZp::generator(a.ring()).with_variable(a.variable());
  const std::string& name = PolyZp::check(in_name, divisor).variable();
  const std::uint64_t squarings = saturating_mul(saturating_mul(a.term_count(), 64), divisor.length());
  if (squarings < a.length() || !dense_within_reach(a.length(), ctx.memory().available()))
    return sparse_form(rem_by_squaring(a, b, ctx), 0, 1, ctx).with_variable(name);
  return sparse_form(rem(DenseForm<PrimeField>(a, 0, 1, ctx).poly(), b, ctx), 0, 1, ctx);
}

SparseZp mul(const SparseZp& a, const PreparedFactor& b, const ExecutionContext& ctx) {
  return sparse_form(mul(DenseForm<PrimeField>(a, 0, 1, ctx).poly(), b, ctx), 0, 1, ctx);
}

SparsePoly<Integers> mul(const SparsePoly<Integers>& a, const PreparedIntegerFactor& b, const ExecutionContext& ctx) {
  return sparse_form(mul(DenseForm<Integers>(a, 0, 1, ctx).poly(), b, ctx), 0, 1, ctx);
}

}  // namespace v1
}  // namespace polyfork
