// The Jacobian matrix modulo f and a prime p that divides neither the leading coefficient of f nor a denominator.
//
// If the determinant is a unit modulo (f, p), so is its norm, the product of the determinants at the roots of f, modulo
// p: none of them is zero. It comes from Gaussian elimination over the residue classes modulo (f, p) with pivots that
// are units there. Where a column has no unit, rows are mixed at random once.
#include "system/proofs/solution_slopes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/division/prepared_divisor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr int most_primes = 8;
constexpr std::uint64_t primes_below = std::uint64_t{1} << 50;

using Exponents = std::vector<std::uint64_t>;

/// Residue classes modulo f over Z/pZ.
class Residues {
 public:
  Residues(PolyZp f, const ExecutionContext& ctx) : f_(std::move(f)), ctx_(ctx) {
    if (f_.length() > longest_unprepared) prepared_.emplace(f_, 0, ctx);
  }

  const PolyZp& modulus() const noexcept { return f_; }
  PolyZp product(const PolyZp& a, const PolyZp& b) const {
    PolyZp c = mul(a, b, ctx_);
    if (c.length() < f_.length()) return c;
    return prepared_ ? rem(c, *prepared_, ctx_) : rem(c, f_, ctx_);
  }
  /// Empty where there is none.
  std::optional<PolyZp> inverse(const PolyZp& a) const {
    if (a.is_zero()) return std::nullopt;
    ExtendedGcd e = extended_gcd(a, f_, ctx_);
    if (e.g.degree() != 0) return std::nullopt;
    return std::move(e.s);
  }

 private:
  static constexpr std::size_t longest_unprepared = 64;

  PolyZp f_;
  std::optional<PreparedDivisor> prepared_;
  const ExecutionContext& ctx_;
};

/// Monomials at a point whose coordinates are residue classes; each is computed once, from powers by squares.
class MonomialValues {
 public:
  MonomialValues(const Residues& residues, const std::vector<PolyZp>& point) : residues_(residues) {
    for (const PolyZp& x : point) squares_.push_back({x});
  }

  const PolyZp& at(const Exponents& e) {
    const auto known = values_.find(e);
    if (known != values_.end()) return known->second;
    std::optional<PolyZp> value;
    for (std::size_t v = 0; v < e.size(); ++v)
      for (std::size_t i = 0; e[v] >> i != 0; ++i) {
        std::vector<PolyZp>& squares = squares_[v];
        if (squares.size() <= i) squares.push_back(residues_.product(squares.back(), squares.back()));
        if ((e[v] >> i & 1) != 0) value = value ? residues_.product(*value, squares[i]) : squares[i];
      }
    if (!value) value = PolyZp::constant(residues_.modulus().ring(), 1);
    return values_.emplace(e, std::move(*value)).first->second;
  }

 private:
  const Residues& residues_;
  std::vector<std::vector<PolyZp>> squares_;  // x_v^(2^i)
  std::map<Exponents, PolyZp> values_;
};

/// Residue classes that are held at the same time: the matrix twice, monomials, squares and coordinates.
std::size_t most_held(const std::vector<IntegerEquation>& equations) {
  const std::size_t n = equations.size();
  std::size_t held = 2 * n * n + 8;
  for (const IntegerEquation& f : equations)
    for (const Exponents& e : f.exponents)
      for (const std::uint64_t exponent : e) held += exponent != 0 ? 1 : 0;
  for (std::size_t v = 0; v < n; ++v) {
    std::uint64_t most = 0;
    for (const IntegerEquation& f : equations)
      for (const Exponents& e : f.exponents) most = std::max(most, e[v]);
    held += 1 + static_cast<std::size_t>(std::bit_width(most));
  }
  return held;
}

using Matrix = std::vector<std::vector<PolyZp>>;

/// Whether elimination finds a unit in every column.
bool has_unit_pivots(Matrix a, const Residues& residues, const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::optional<PolyZp> inverse;
    for (std::size_t i = k; i < n && !inverse; ++i) {
      ctx.poll();
      inverse = residues.inverse(a[i][k]);
      if (inverse) std::swap(a[i], a[k]);
    }
    if (!inverse) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (a[i][k].is_zero()) continue;
      const PolyZp factor = residues.product(a[i][k], *inverse);
      for (std::size_t j = k + 1; j < n; ++j) {
        ctx.poll();
        if (!a[k][j].is_zero()) a[i][j] = sub(a[i][j], residues.product(factor, a[k][j]), ctx);
      }
    }
  }
  return true;
}

/// The rows times an upper and a lower triangular matrix with ones on the diagonal, otherwise random.
Matrix mixed(Matrix a, std::uint64_t p, const ExecutionContext& ctx) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): a result must not change from run to run
  const std::size_t n = a.size();
  const auto add_multiple = [&](std::size_t to, std::size_t from) {
    const std::uint64_t c = random() % p;
    for (std::size_t j = 0; j < n; ++j) a[to][j] = add(a[to][j], scale(a[from][j], c, ctx), ctx);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n; ++k) add_multiple(i, k);
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = 0; k < i; ++k) add_multiple(i, k);
  return a;
}

/// The derivatives of the equations at the point.
Matrix jacobian(const std::vector<IntegerEquation>& equations, MonomialValues& monomials, const PrimeField& field,
                const ExecutionContext& ctx) {
  const std::size_t n = equations.size();
  const WordModulus& m = field.word_modulus();
  Matrix a(n, std::vector<PolyZp>(n, PolyZp(field)));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t t = 0; t < equations[i].exponents.size(); ++t) {
      Exponents e = equations[i].exponents[t];
      const std::uint64_t c = equations[i].coefficients[t].view().mod(m.value());
      for (std::size_t v = 0; v < n; ++v) {
        if (e[v] == 0) continue;
        ctx.poll();
        const std::uint64_t factor = m.mul(c, m.reduce(e[v]));
        --e[v];
        a[i][v] = add(a[i][v], scale(monomials.at(e), factor, ctx), ctx);
        ++e[v];
      }
    }
  return a;
}

/// The coordinates g_j / (d_j f') modulo f; empty where p or f does not admit that.
std::optional<std::vector<PolyZp>> coordinates_modulo(const UnivariateRepresentation& r, const Residues& residues,
                                                      const PrimeField& field, const ExecutionContext& ctx) {
  const WordModulus& m = field.word_modulus();
  const auto slope = residues.inverse(derivative(residues.modulus(), 1, ctx));
  if (!slope) return std::nullopt;
  std::vector<PolyZp> point;
  for (std::size_t v = 0; v < r.numerators.size(); ++v) {
    const std::uint64_t d = m.inverse(r.denominators[v].view().mod(m.value()));
    if (d == 0) return std::nullopt;
    point.push_back(scale(residues.product(reduce(r.numerators[v], field, ctx), *slope), d, ctx));
  }
  return point;
}

}  // namespace

bool is_square_free_modulo_a_prime(const PolyZ& f, const ExecutionContext& ctx) {
  const PolyZ slope = derivative(f, 1, ctx);
  std::uint64_t prime = primes_below;
  for (int i = 0; i < most_primes; ++i) {
    prime = previous_prime(prime);
    if (f.leading_coefficient().view().mod(prime) == 0) continue;
    const PrimeField field = PrimeField::trusted(prime);
    if (gcd(reduce(f, field, ctx), reduce(slope, field, ctx), ctx).degree() == 0) return true;
  }
  return false;
}

bool has_invertible_jacobian(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                             const ExecutionContext& ctx) {
  if (equations.size() != r.numerators.size() || r.polynomial.degree() < 1) return false;
  const MemoryReservation held(ctx.memory(),
                               saturating_mul(most_held(equations), r.polynomial.length() * sizeof(std::uint64_t)));
  std::uint64_t prime = primes_below;
  for (int i = 0; i < most_primes; ++i) {
    prime = previous_prime(prime);
    if (r.polynomial.leading_coefficient().view().mod(prime) == 0) continue;
    const PrimeField field = PrimeField::trusted(prime);
    const Residues residues(reduce(r.polynomial, field, ctx), ctx);
    const auto point = coordinates_modulo(r, residues, field, ctx);
    if (!point) continue;
    MonomialValues monomials(residues, *point);
    Matrix a = jacobian(equations, monomials, field, ctx);
    if (has_unit_pivots(a, residues, ctx) || has_unit_pivots(mixed(std::move(a), prime, ctx), residues, ctx))
      return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
