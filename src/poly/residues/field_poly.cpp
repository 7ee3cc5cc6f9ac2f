// Schoolbook arithmetic of short univariate polynomials over fields of words.
#include "poly/residues/field_poly.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/ring/word_modulus.hpp>

#include "poly/residues/field_sum.hpp"
#include "poly/residues/quadratic_field.hpp"
#include "ring/table_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void normalise(FieldPoly& a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

template <class F>
FieldPoly field_mul(FieldSpan a, FieldSpan b, const F& field) {
  if (a.empty() || b.empty()) return {};
  FieldPoly c(a.size() + b.size() - 1);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const std::size_t low = k < b.size() ? 0 : k - b.size() + 1;
    const std::size_t high = std::min(k, a.size() - 1);
    FieldSum<F> sum(field);
    sum.add_reversed(a.data() + low, b.data() + (k - low), high - low + 1);
    c[k] = sum.value();
  }
  return c;
}

namespace {

std::span<std::uint64_t> normalised(std::span<std::uint64_t> a) noexcept {
  while (!a.empty() && a.back() == 0) a = a.first(a.size() - 1);
  return a;
}

/// a modulo b in a's place, normalised; preconditions: both are, b not zero.
template <class F>
std::span<std::uint64_t> remainder_in_place(std::span<std::uint64_t> a, FieldSpan b, const F& field,
                                            FieldPoly* quotient = nullptr) {
  const std::size_t n = b.size();
  if (a.size() < n) return a;
  const std::uint64_t inverse = field.inverse(b.back());
  for (std::size_t top = a.size(); top >= n; --top) {
    const std::uint64_t q = field.mul(a[top - 1], inverse);
    if (quotient != nullptr) (*quotient)[top - n] = q;
    if (q == 0) continue;
    const std::uint64_t minus = field.neg(q);
    const std::uint64_t shoup = field.shoup(minus);
    for (std::size_t i = 0; i + 1 < n; ++i)
      a[top - n + i] = field.add(a[top - n + i], field.mul_shoup(b[i], minus, shoup));
  }
  return normalised(a.first(n - 1));
}

/// A gcd in one of the two places.
template <class F>
std::span<std::uint64_t> euclid(std::span<std::uint64_t> a, std::span<std::uint64_t> b, const F& field) {
  a = normalised(a);
  b = normalised(b);
  while (!b.empty()) {
    a = remainder_in_place(a, b, field);
    std::swap(a, b);
  }
  return a;
}

}  // namespace

template <class F>
void field_rem(FieldPoly& a, FieldSpan b, const F& field, FieldPoly* quotient) {
  normalise(a);
  if (quotient != nullptr) quotient->assign(a.size() < b.size() ? 0 : a.size() - b.size() + 1, 0);
  a.resize(remainder_in_place(std::span(a), b, field, quotient).size());
}

template <class F>
std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const F& field,
                                  const ExecutionContext& ctx) {
  ctx.charge(u.size() * v.size());
  return euclid(u, v, field);
}

template <class F>
void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const F& field) noexcept {
  field_scale(a, field.mul(factor, field.inverse(a.back())), field);
}

template <class F>
FieldPoly field_gcd(FieldPoly a, FieldPoly b, const F& field) {
  const std::span<std::uint64_t> g = euclid(std::span(a), std::span(b), field);
  if (!g.empty()) field_scale(g, field.inverse(g.back()), field);
  return {g.begin(), g.end()};
}

template <class F>
FieldPoly field_inverse(const FieldPoly& a, const FieldPoly& m, const F& field) {
  FieldPoly r0 = m;
  FieldPoly r1 = a;
  field_rem(r1, m, field);
  FieldPoly t0;
  FieldPoly t1{field.reduce(1)};
  FieldPoly quotient;
  while (r1.size() > 1) {
    field_rem(r0, r1, field, &quotient);
    std::swap(r0, r1);
    const FieldPoly product = field_mul<F>(quotient, t1, field);
    t0.resize(std::max(t0.size(), product.size()), 0);
    for (std::size_t i = 0; i < product.size(); ++i) t0[i] = field.sub(t0[i], product[i]);
    std::swap(t0, t1);
  }
  if (r1.empty()) return {};
  field_scale<F>(t1, field.inverse(r1[0]), field);
  field_rem(t1, m, field);
  return t1;
}

template <class F>
FieldPoly field_derivative(FieldSpan a, const F& field) {
  FieldPoly d;
  for (std::size_t i = 1; i < a.size(); ++i) d.push_back(field.mul(a[i], field.reduce(i)));
  normalise(d);
  return d;
}

template <class F>
std::uint64_t field_value(FieldSpan a, std::uint64_t x, const F& field) {
  std::uint64_t value = 0;
  for (std::size_t i = a.size(); i-- != 0;) value = field.add(field.mul(value, x), a[i]);
  return value;
}

template <class F>
void field_shift(std::span<std::uint64_t> a, std::uint64_t s, const F& field) {
  if (s == 0) return;
  const std::uint64_t shoup = field.shoup(s);
  for (std::size_t i = 1; i < a.size(); ++i)
    for (std::size_t j = a.size() - 1; j-- >= i;) a[j] = field.add(a[j], field.mul_shoup(a[j + 1], s, shoup));
}

template <class F>
void field_scale(std::span<std::uint64_t> a, std::uint64_t factor, const F& field) {
  const std::uint64_t shoup = field.shoup(factor);
  for (std::uint64_t& x : a) x = field.mul_shoup(x, factor, shoup);
}

template FieldPoly field_mul(FieldSpan, FieldSpan, const WordModulus&);
template void field_rem(FieldPoly&, FieldSpan, const WordModulus&, FieldPoly*);
template FieldPoly field_gcd(FieldPoly, FieldPoly, const WordModulus&);
template FieldPoly field_inverse(const FieldPoly&, const FieldPoly&, const WordModulus&);
template FieldPoly field_derivative(FieldSpan, const WordModulus&);
template std::uint64_t field_value(FieldSpan, std::uint64_t, const WordModulus&);
template void field_shift(std::span<std::uint64_t>, std::uint64_t, const WordModulus&);
template void field_scale(std::span<std::uint64_t>, std::uint64_t, const WordModulus&);
template FieldPoly field_mul(FieldSpan, FieldSpan, const TableField&);
template void field_rem(FieldPoly&, FieldSpan, const TableField&, FieldPoly*);
template FieldPoly field_gcd(FieldPoly, FieldPoly, const TableField&);
template FieldPoly field_inverse(const FieldPoly&, const FieldPoly&, const TableField&);
template FieldPoly field_derivative(FieldSpan, const TableField&);
template std::uint64_t field_value(FieldSpan, std::uint64_t, const TableField&);
template void field_shift(std::span<std::uint64_t>, std::uint64_t, const TableField&);
template void field_scale(std::span<std::uint64_t>, std::uint64_t, const TableField&);
template std::span<std::uint64_t> word_gcd(std::span<std::uint64_t>, std::span<std::uint64_t>, const TableField&,
                                           const ExecutionContext&);
template void word_set_leading(std::span<std::uint64_t>, std::uint64_t, const TableField&) noexcept;
template std::span<std::uint64_t> word_gcd(std::span<std::uint64_t>, std::span<std::uint64_t>, const QuadraticField&,
                                           const ExecutionContext&);
template void word_set_leading(std::span<std::uint64_t>, std::uint64_t, const QuadraticField&) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
