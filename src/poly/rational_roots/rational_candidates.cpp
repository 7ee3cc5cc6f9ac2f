// From residues to rational roots: reconstruction, a filter, and the proof.
//
// Reconstruction takes the largest quotient of Euclid's algorithm on (m, r): if a / b = r with |a| b < m / q, the
// quotient after the remainder a exceeds q - 1, so no bounds on numerator and denominator are needed, and a residue
// that has no small fraction betrays itself by small quotients. Wrong candidates are found by evaluation modulo one
// prime, O(n) word operations each or a subproduct tree for many; the rest are proved together by one product tree of
// their linear factors and one exact division, O(M(n) log n) instead of one division of f for each root. When the
// factors make up the whole degree, a comparison is enough. Only when that fails are the candidates filtered once more
// and, if need be, tried one by one.
// Literature: Monagan: Maximal quotient rational reconstruction, ISSAC 2004.
#include "poly/rational_roots/rational_candidates.hpp"

#include <numeric>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/residues/multipoint.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr unsigned quotient_bits = 10;  // one residue in some thirty has such a quotient by chance

PolyZ linear_factor(const Rational& root, const PolyZ& f) {
  return PolyZ{-root.numerator(), root.denominator()}.with_variable(f.variable());
}

std::size_t bytes_of_all(const std::vector<Rational>& values) {
  std::size_t bytes = values.size() * sizeof(Rational);
  for (const Rational& v : values) bytes = saturating_add(bytes, bytes_of(v));
  return bytes;
}

/// a = b or a = -b.
bool equal_up_to_sign(const PolyZ& a, PolyZ b) {
  if (a.leading_coefficient().sign() == b.leading_coefficient().sign()) return a == b;
  IntegerVector c = std::move(b).coefficients();
  c.negate();
  return a.coefficients() == c;
}

}  // namespace

std::optional<Rational> small_fraction(std::uint64_t r, std::uint64_t m) {
  std::uint64_t r0 = m;
  std::uint64_t r1 = r;
  std::int64_t t0 = 0;
  std::int64_t t1 = 1;
  std::uint64_t largest = std::uint64_t{1} << quotient_bits;
  std::uint64_t numerator = 0;
  std::int64_t denominator = 0;
  while (r1 != 0 && r0 > largest) {
    const std::uint64_t q = r0 / r1;
    if (q > largest) {
      largest = q;
      numerator = r1;
      denominator = t1;
    }
    const std::uint64_t r2 = r0 - q * r1;
    const std::int64_t t2 = t0 - static_cast<std::int64_t>(q) * t1;  // at most m
    r0 = r1, r1 = r2, t0 = t1, t1 = t2;
  }
  const auto b = static_cast<std::uint64_t>(denominator < 0 ? -denominator : denominator);
  if (std::gcd(numerator, b) != 1) return std::nullopt;  // also when there is none
  Integer a = numerator;
  if (denominator < 0) a.negate();
  return Rational(std::move(a), Integer(b));
}

std::optional<Rational> small_fraction(const Integer& r, const Integer& m, const ExecutionContext& ctx) {
  Integer r0 = m;
  Integer r1 = r;
  Integer t0;
  Integer t1 = 1;
  Integer largest = Integer(1) << 2 * quotient_bits;
  Integer numerator;
  Integer denominator;
  for (std::size_t step = 0; !r1.is_zero() && r0 > largest; ++step) {
    if (step % 64 == 0) ctx.poll();
    auto [q, r2] = trunc_div_rem(r0, r1);
    Integer t2 = t0;
    t2.sub_mul(q, t1);
    if (q > largest) {
      largest = std::move(q);
      numerator = r1;
      denominator = t1;
    }
    r0 = std::move(r1), r1 = std::move(r2), t0 = std::move(t1), t1 = std::move(t2);
  }
  if (denominator.is_zero()) return std::nullopt;
  const Integer b = abs(denominator);
  Rational result(std::move(numerator), std::move(denominator));
  if (result.denominator() != b) return std::nullopt;
  return result;
}

Rational scaled_fraction(const Integer& r, const Integer& m, const Integer& d) {
  Integer s = floor_div_rem(mul(r, d), m).second;
  if ((s << 1) > m) s -= m;
  return Rational(std::move(s), d);
}

std::vector<Rational> likely_roots(const IntegerVector& f, std::vector<Rational> candidates,
                                   const ExecutionContext& ctx) {
  if (candidates.empty()) return candidates;
  GcdPrimes primes;
  std::uint64_t q = primes.next();
  while (f[f.size() - 1].mod(q) == 0) q = primes.next();
  const PrimeField field = PrimeField::trusted(q);
  const MemoryReservation reservation(ctx.memory(), (f.size() + 2 * candidates.size()) * sizeof(std::uint64_t));
  ResidueVector image(f.size());
  residues(f, q, image, ctx);
  ResidueVector points(candidates.size());
  std::vector<char> possible(candidates.size(), 1);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    // Denominators of roots divide the leading coefficient, so q divides none of them.
    const std::uint64_t b = candidates[i].denominator().view().mod(q);
    if (b == 0) possible[i] = 0;
    points[i] = field.mul(candidates[i].numerator().view().mod(q), field.word_modulus().inverse(b));
  }
  const ResidueVector values = evaluate_many(PolyZp(field, std::move(image)), points, ctx);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (possible[i] == 0 || values[i] != 0) continue;
    if (kept != i) candidates[kept] = std::move(candidates[i]);
    ++kept;
  }
  candidates.resize(kept);
  return candidates;
}

std::pair<std::vector<Rational>, PolyZ> divided_by_roots(const PolyZ& f, std::vector<Rational> candidates,
                                                         const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), bytes_of_all(candidates));
  const auto degree = static_cast<std::size_t>(f.degree());
  for (const bool filtered : {false, true}) {
    if (filtered) candidates = likely_roots(f.coefficients(), std::move(candidates), ctx);
    if (candidates.empty()) return {};
    if (candidates.size() > degree) continue;
    // The factors, and the products of one level of the tree beside those of the next: both at most as long as f.
    const MemoryReservation held_tree(
        ctx.memory(), saturating_add(2 * f.coefficients().bytes(), saturating_mul(candidates.size(), sizeof(PolyZ))));
    std::vector<PolyZ> factors;
    factors.reserve(candidates.size());
    for (const Rational& candidate : candidates) factors.push_back(linear_factor(candidate, f));
    const PolyZ all = product(std::span<const PolyZ>(factors), ctx);
    if (candidates.size() == degree) {
      // Both are primitive.
      if (equal_up_to_sign(f, all))
        return {std::move(candidates), PolyZ::constant(Integer(f.leading_coefficient().sign()))};
    } else if (auto quotient = try_exact_div(f, all, ctx)) {
      return {std::move(candidates), std::move(*quotient)};
    }
  }

  // Only reached when the filter failed.
  const MemoryReservation held_rest(ctx.memory(), 2 * f.coefficients().bytes());
  std::vector<Rational> roots;
  PolyZ rest(charged_copy(f.coefficients(), ctx));
  for (Rational& candidate : candidates) {
    if (auto quotient = try_exact_div(rest, linear_factor(candidate, rest), ctx)) {
      rest = std::move(*quotient);
      roots.push_back(std::move(candidate));
    }
  }
  return {std::move(roots), std::move(rest).with_variable(f.variable())};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
