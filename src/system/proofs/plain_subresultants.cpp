// Subresultants at points from pseudo-remainder sequences.
//
// For u of degree m, v of degree n >= 2 with leading coefficient l, k = m - n + 1, and r the remainder of l^k u by v,
// of formal degree n - 1: in Sylvester's matrix for S_j(u, v) are n - j rows of u. With l^k in front of each of them
// they may be replaced by rows of r, and k rows of v are left over, which begin with l. So
//
//     l^(k (n - j)) S_j(u, v) = +- l^k S_j(v, r) for j = 0 and 1,
//
// and the divisors l^(k (n - j - 1)) are collected, with one inversion for all points. Signs depend on the degrees
// only. S_1 of degrees 2 and 1 is the linear polynomial v_1 s + v_0, and S_0 of m and 1 is +- v_1^m u(-v_0 / v_1).
// Where a leading coefficient is zero, another point is taken. Literature: docs/reference/bibliography.md, [collins71].
#include "system/proofs/plain_subresultants.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_words = std::size_t{1} << 22;
constexpr std::size_t spare_points = 8;
constexpr std::size_t points_together = 16;

__extension__ using Wide = unsigned __int128;
using Words = std::vector<std::uint64_t>;

/// The polynomial with its terms by s = x_s; t is the other variable.
PolynomialInS by_powers(const MultiPolyZ& f, std::size_t s, const ExecutionContext& ctx) {
  PolynomialInS result;
  const auto degrees = f.degrees();
  result.rows.resize(degrees[s] + 1);
  result.total_degree = static_cast<std::size_t>(f.total_degree());
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    ctx.poll();
    const auto e = f.exponents(i);
    std::vector<Integer>& row = result.rows[e[s]];
    if (row.size() <= e[1 - s]) row.resize(e[1 - s] + 1);
    row[e[1 - s]] = f.coefficient(i);
  }
  return result;
}

/// log2 of (sum_i (sum_k |a_ik|)^2)^(power / 2), rounded up: on the circle |t| = 1 a row of Sylvester's matrix is no
/// longer (Hadamard).
std::size_t norm_bits(const PolynomialInS& a, std::size_t power) {
  Integer squares;
  for (const auto& row : a.rows) {
    Integer sum;
    for (const Integer& c : row) sum += abs(c);
    squares += sum * sum;
  }
  return (squares.bit_length() * power + 1) / 2;
}

/// Residues a are held as a 2^64 mod p for a prime p below 2^62 (Montgomery): a reduction takes two products and no
/// branch that depends on the residues.
class Multiplier {
 public:
  explicit Multiplier(const WordModulus& m) : m_(m), p_(m.value()) {
    std::uint64_t inverse = p_;  // of p modulo 2^3, then of twice as many bits each time
    for (int i = 0; i < 5; ++i) inverse *= 2 - p_ * inverse;
    minus_inverse_ = -inverse;
    one_ = m_.reduce(1, 0);
    square_ = m_.mul(one_, one_);
  }

  std::uint64_t one() const noexcept { return one_; }
  std::uint64_t held(std::uint64_t a) const noexcept { return reduce(Wide{a} * square_); }
  std::uint64_t plain(std::uint64_t a) const noexcept { return reduce(a); }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept { return reduce(Wide{a} * b); }
  std::uint64_t neg(std::uint64_t a) const noexcept { return m_.neg(a); }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const noexcept { return m_.add(a, b); }
  std::uint64_t pow(std::uint64_t a, std::uint64_t exponent) const noexcept {
    std::uint64_t result = one_;
    for (; exponent != 0; exponent >>= 1, a = mul(a, a))
      if (exponent & 1) result = mul(result, a);
    return result;
  }
  std::uint64_t inverse(std::uint64_t a) const noexcept { return held(m_.inverse(plain(a))); }
  /// a / 2^64 modulo p, for a < p 2^64, which sums of at most three products of residues are.
  std::uint64_t reduce(Wide a) const noexcept {
    const std::uint64_t q = static_cast<std::uint64_t>(a) * minus_inverse_;
    const auto r = static_cast<std::uint64_t>((a + Wide{q} * p_) >> 64);
    return std::min(r, r - p_);  // r < 2 p, and r - p wraps where r < p
  }

 private:
  const WordModulus& m_;
  std::uint64_t p_, minus_inverse_, one_, square_;
};

std::vector<Words> residues_of(const PolynomialInS& a, std::uint64_t p, const Multiplier& m) {
  std::vector<Words> rows(a.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Integer& c : a.rows[i]) rows[i].push_back(m.held(c.view().mod(p)));
  return rows;
}

/// The values at a point, each over a divisor of its own.
struct Value {
  std::uint64_t resultant = 0, s1 = 0, s0 = 0;
  std::uint64_t resultant_divisor = 0, linear_divisor = 0;
  bool regular = false;
};

class AtPoints {
 public:
  AtPoints(const EquationsInS& e, const WordModulus& m)
      : m_(m), f_(residues_of(e.f, m.value(), m_)), g_(residues_of(e.g, m.value(), m_)) {}

  Value at(std::uint64_t t) const {
    std::size_t length = 0;
    for (const auto* a : {&f_, &g_})
      for (const Words& row : *a) length = std::max(length, row.size());
    Words powers(length, m_.one());
    const std::uint64_t held = m_.held(t);
    for (std::size_t k = 1; k < length; ++k) powers[k] = m_.mul(powers[k - 1], held);
    Value v = value_of(row_at(f_, powers), row_at(g_, powers));
    for (std::uint64_t* a : {&v.resultant, &v.s1, &v.s0, &v.resultant_divisor, &v.linear_divisor}) *a = m_.plain(*a);
    return v;
  }

 private:
  Words row_at(const std::vector<Words>& a, const Words& powers) const {
    Words row;
    row.reserve(a.size());
    for (const Words& coefficients : a) row.push_back(dot(coefficients, powers));
    return row;
  }

  std::uint64_t dot(const Words& a, const Words& b) const {
    std::uint64_t sum = 0;
    std::size_t k = 0;
    for (; k + 3 <= a.size(); k += 3)
      sum = m_.add(sum, m_.reduce(Wide{a[k]} * b[k] + Wide{a[k + 1]} * b[k + 1] + Wide{a[k + 2]} * b[k + 2]));
    for (; k < a.size(); ++k) sum = m_.add(sum, m_.mul(a[k], b[k]));
    return sum;
  }

  /// u and v by ascending powers, of degrees n and n or n + 1 and n; u becomes the remainder of l u or l^2 u, of formal
  /// degree n - 1.
  void pseudo_divide(Words& u, const Words& v) const {
    const std::size_t n = v.size() - 1;
    const std::uint64_t lead = v[n];
    const std::uint64_t minus = m_.neg(u.back());
    u.pop_back();
    if (u.size() == n) {
      for (std::size_t i = 0; i < n; ++i) u[i] = m_.reduce(Wide{lead} * u[i] + Wide{minus} * v[i]);
      return;
    }
    // l^2 u - (a s + b) v with a = l u_(n + 1) and b = l u_n - u_(n + 1) v_(n - 1).
    const std::uint64_t square = m_.mul(lead, lead);
    const std::uint64_t minus_a = m_.mul(lead, minus);
    const std::uint64_t minus_b = m_.neg(m_.reduce(Wide{lead} * u[n] + Wide{minus} * v[n - 1]));
    u.pop_back();
    u[0] = m_.reduce(Wide{square} * u[0] + Wide{minus_b} * v[0]);
    for (std::size_t i = 1; i < n; ++i)
      u[i] = m_.reduce(Wide{square} * u[i] + Wide{minus_a} * v[i - 1] + Wide{minus_b} * v[i]);
  }

  /// u becomes its remainder by v, whose leading coefficient has this inverse.
  void divide(Words& u, const Words& v, std::uint64_t inverse) const {
    while (u.size() >= v.size()) {
      const std::uint64_t minus = m_.neg(m_.mul(u.back(), inverse));
      u.pop_back();
      const std::size_t shift = u.size() + 1 - v.size();
      for (std::size_t i = 0; i + 1 < v.size(); ++i) u[shift + i] = m_.add(u[shift + i], m_.mul(minus, v[i]));
    }
  }

  Value value_of(Words u, Words v) const {
    Value value;
    value.linear_divisor = value.resultant_divisor = m_.one();
    while (v.size() > 2) {
      const std::uint64_t lead = v.back();
      if (lead == 0) return value;
      const std::size_t n = v.size() - 1;
      const std::size_t k = u.size() - n;
      if (k > 2) {
        // S_j(u, v) = +- l^k S_j(v, u mod v): one inversion is less than k multiplications of all coefficients.
        const std::uint64_t inverse = m_.inverse(lead);
        const std::uint64_t power = m_.pow(inverse, k);
        value.linear_divisor = m_.mul(value.linear_divisor, power);
        value.resultant_divisor = m_.mul(value.resultant_divisor, power);
        divide(u, v, inverse);
      } else {
        const std::uint64_t power = m_.pow(lead, k);
        const std::uint64_t linear = m_.pow(power, n - 2);
        value.linear_divisor = m_.mul(value.linear_divisor, linear);
        value.resultant_divisor = m_.mul(value.resultant_divisor, m_.mul(linear, power));
        pseudo_divide(u, v);
      }
      u.swap(v);
    }
    value.s1 = v[1];
    value.s0 = v[0];
    const std::uint64_t minus = m_.neg(v[0]);
    std::uint64_t power = m_.one();
    for (std::size_t i = u.size(); i-- > 0;) {
      value.resultant = m_.reduce(Wide{value.resultant} * minus + Wide{u[i]} * power);
      power = m_.mul(power, v[1]);
    }
    value.regular = true;
    return value;
  }

  Multiplier m_;
  std::vector<Words> f_, g_;
};

/// a[i] / d[i]; no d[i] is zero.
void divide_all(Words& a, const Words& d, const WordModulus& m) {
  Words products(d.size() + 1, 1);
  for (std::size_t i = 0; i < d.size(); ++i) products[i + 1] = m.mul(products[i], d[i]);
  std::uint64_t inverse = m.inverse(products.back());
  for (std::size_t i = d.size(); i-- > 0;) {
    a[i] = m.mul(a[i], m.mul(inverse, products[i]));
    inverse = m.mul(inverse, d[i]);
  }
}

}  // namespace

std::size_t PolynomialInS::degree_in_t() const noexcept {
  std::size_t length = 1;
  for (const auto& row : rows) length = std::max(length, row.size());
  return length - 1;
}

std::size_t EquationsInS::bits() const { return norm_bits(f, g.degree()) + norm_bits(g, f.degree()) + 2; }

std::optional<EquationsInS> equations_in_direction(const std::vector<MultiPolyQ>& equations,
                                                   const std::vector<std::int64_t>& form, const ExecutionContext& ctx) {
  if (equations.size() != 2 || form.size() != 2) return std::nullopt;
  const bool is_first = form[0] == 1 && form[1] == 0;
  if (!is_first && form[1] != 1) return std::nullopt;
  EquationsInS e;
  e.s = is_first ? 1 : 0;
  PolynomialInS* const places[] = {&e.f, &e.g};
  for (std::size_t i = 0; i < 2; ++i) {
    const Variables& variables = equations[i].variables();
    if (variables.size() != 2 || equations[i].is_zero()) return std::nullopt;
    MultiPolyZ a = numerator_polynomial(equations[i]);
    const auto total = static_cast<std::size_t>(a.total_degree());
    if (saturating_mul(total + 1, total + 1) > most_words && form[0] != 0 && !is_first) return std::nullopt;
    if (form[0] != 0 && !is_first) {
      // x_1 = t - c s, where t and s have the places of x_1 and x_0.
      const MultiPolyZ x0 = MultiPolyZ::generator(variables, variables.name(0));
      const MultiPolyZ x1 = MultiPolyZ::generator(variables, variables.name(1));
      a = substitute(a, {{variables.name(0), x0}, {variables.name(1), sub(x1, scale(x0, Integer(form[0]), ctx), ctx)}},
                     ctx);
    }
    const auto degrees = a.degrees();
    if (saturating_mul(degrees[0] + 1, degrees[1] + 1) > most_words) return std::nullopt;
    *places[i] = by_powers(a, e.s, ctx);
    if (places[i]->degree() == 0) return std::nullopt;
  }
  if (e.f.degree() < e.g.degree()) std::swap(e.f, e.g);
  for (const PolynomialInS* a : places)
    for (const auto& row : a->rows) e.coefficients += row.size();
  e.held = MemoryReservation(ctx.memory(), e.coefficients * sizeof(Integer));
  // In every term of a minor of Sylvester's matrix the degrees in t of its rows are at most these, and the indices of
  // coefficients in s add up to the product of the degrees.
  const std::size_t m = e.f.degree();
  const std::size_t n = e.g.degree();
  const std::size_t by_rows =
      saturating_add(saturating_mul(n, e.f.degree_in_t()), saturating_mul(m, e.g.degree_in_t()));
  const std::size_t by_terms =
      saturating_add(saturating_mul(n, e.f.total_degree), saturating_mul(m, e.g.total_degree)) - saturating_mul(m, n);
  e.length = saturating_add(std::min(by_rows, by_terms), 1);
  if (saturating_mul(e.length, m + n) > most_words) return std::nullopt;
  return e;
}

std::optional<PlainSubresultants> plain_subresultants(const EquationsInS& e, const PrimeField& field,
                                                      const ExecutionContext& ctx) {
  const WordModulus& m = field.word_modulus();
  const std::size_t count = e.length + spare_points;
  if (count >= m.value() / 2) return std::nullopt;
  const MemoryReservation held(
      ctx.memory(), count * (sizeof(Value) + 8 * sizeof(std::uint64_t)) + e.coefficients * sizeof(std::uint64_t));
  const AtPoints at_points(e, m);
  const std::uint64_t first = m.value() / 2;
  std::vector<Value> values(count);
  parallel_for(ctx, count, points_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      values[i] = at_points.at(first + i);
    }
  });
  Words points, resultants, s1, s0, resultant_divisors, linear_divisors;
  for (std::size_t i = 0; i < count && points.size() < e.length; ++i) {
    const Value& v = values[i];
    if (!v.regular) continue;
    points.push_back(first + i);
    resultants.push_back(v.resultant);
    s1.push_back(v.s1);
    s0.push_back(v.s0);
    resultant_divisors.push_back(v.resultant_divisor);
    linear_divisors.push_back(v.linear_divisor);
  }
  if (points.size() < e.length) return std::nullopt;
  divide_all(resultants, resultant_divisors, m);
  divide_all(s1, linear_divisors, m);
  divide_all(s0, linear_divisors, m);
  const EvaluationPoints tree(field, points, ctx);
  return PlainSubresultants{interpolate(tree, resultants, ctx), interpolate(tree, s1, ctx), interpolate(tree, s0, ctx)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
