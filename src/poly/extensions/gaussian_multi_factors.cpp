// Irreducible factors over Q(i) in several variables from those of polynomials over Q.
//
// As in one variable (gaussian_factors.cpp): the real factors of a square-free g are in the gcd of its real and
// imaginary parts. The rest h shares no factor with its conjugate, so that its norm, the product of both, is
// square-free over Q, and the gcds of h with the norm's irreducible factors are h's.
//
// A real factor f that is irreducible over Q is irreducible over Q(i), or the product c u u' of two conjugate
// polynomials. Then all its degrees are even, its first and last terms in the order of the variables are c times the
// squares of monomials with norms as coefficients, and so is, at values of all variables but one modulo a prime
// p = 3 mod 4 that keep it square-free, every factor over Z/pZ of even degree: one of odd degree stays irreducible
// over the field of p^2 elements and divides u or u', then both by conjugation. For what these tests leave open a
// variable is scaled by s + i: the norm of f(.., (s + i) x, ..) has as few terms as a product has, where a shift of the
// variable would fill it. With b = (s - i) / (s + i) it is square-free unless u(b x) is u or u' times a constant. The
// first would make u a power of x times a constant once b is no root of unity; the second says what a power of b is. So
// finitely many s fail, and those are seen. Source: Trager, SYMSAC 1976.
#include "poly/extensions/gaussian_multi_factors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/detail/gaussian_multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/ring/primes.hpp>

#include "poly/extensions/gaussian_multi_parts.hpp"
#include "poly/extensions/root_of_minus_one.hpp"
#include "poly/factor/factor_zp.hpp"
#include "poly/factor/factor_zp_random.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/multi_reduction.hpp"
#include "poly/multi_factor/square_free_image.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using GaussianMulti = SparseMultiPoly<GaussianRationals>;

constexpr int most_inert_points = 12;              // at which degrees of factors are looked at
constexpr std::uint64_t most_inert_degree = 2000;  // of an image that is worth it

GaussianMulti over_qi(const MultiPolyZ& f, const ExecutionContext& ctx) {
  return make_monic(convert(GaussianRationals{}, f, ctx), ctx);
}

/// f at a x in place of the variable x.
GaussianMulti scaled(const GaussianMulti& f, std::size_t x, const GaussianRational& a, const ExecutionContext& ctx) {
  const PowerTable<GaussianRationals> powers = power_table(f, x, a, ctx);
  GaussianMulti::Collector collector(GaussianRationals{}, f.variables());
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    const auto exponents = f.exponents(i);
    collector.push_back(exponents, f.coefficient(i) * powers[exponents[x]]);
  }
  return std::move(collector).finish(ctx);
}

/// The factors of h that the norm's factors over Q show. Precondition: the norm is square-free.
std::vector<GaussianMulti> factors_by_norm(const GaussianMulti& h, const MultiPolyZ& norm,
                                           const ExecutionContext& ctx) {
  const auto parts = factor(norm, ctx).factors;
  if (parts.size() == 1) return {h};
  std::vector<GaussianMulti> factors;
  for (const auto& part : parts) {
    ctx.poll();
    factors.push_back(gcd(h, over_qi(part.polynomial, ctx), ctx));
  }
  return factors;
}

/// Not those of c u u': an odd degree, or a first or last term that is none. f is not zero.
bool has_terms_of_no_norm(const MultiPolyZ& f) {
  const auto is_odd = [](std::uint64_t e) { return e % 2 != 0; };
  const auto degrees = f.degrees();
  const auto last = f.exponents(f.term_count() - 1);
  return std::any_of(degrees.begin(), degrees.end(), is_odd) || f.total_degree() % 2 != 0 ||
         std::any_of(last.begin(), last.end(), is_odd) ||
         f.coefficient(0).sign() != f.coefficient(f.term_count() - 1).sign();
}

/// The variables that occur, the one of the lowest degree first.
std::vector<std::size_t> lowest_first(const MultiPolyZ& f) {
  const MultiExponents degrees = f.degrees();
  std::vector<std::size_t> sequence;
  for (std::size_t v = 0; v < degrees.size(); ++v)
    if (degrees[v] != 0) sequence.push_back(v);
  std::stable_sort(sequence.begin(), sequence.end(),
                   [&](std::size_t v, std::size_t w) { return degrees[v] < degrees[w]; });
  return sequence;
}

/// Whether images modulo inert primes show that f is no c u u'. Precondition: f irreducible over Q.
bool is_shown_irreducible(const MultiPolyZ& f, const ExecutionContext& ctx) {
  if (has_terms_of_no_norm(f)) return true;
  const std::vector<std::size_t> sequence = lowest_first(f);
  const std::uint64_t degree = f.degrees()[sequence[0]];
  if (degree > most_inert_degree) return false;
  FixedRandom random(0x676d666163);
  std::uint64_t p = std::uint64_t{1} << 30;
  for (int i = 0; i < most_inert_points;) {
    ctx.poll();
    p = next_prime(p);
    if (p % 4 != 3) continue;
    ++i;
    const PrimeField field = PrimeField::trusted(p);
    MultiPolyZp value = reduce(f, field, ctx);
    for (std::size_t k = 1; k < sequence.size(); ++k)
      value = evaluate_at(value, f.variables().name(sequence[k]), field.word_modulus().reduce(random.next()), ctx);
    if (value.degree(sequence[0]) != static_cast<std::int64_t>(degree)) continue;
    ResidueVector c(static_cast<std::size_t>(degree) + 1);
    for (std::size_t j = 0; j < value.term_count(); ++j) c[value.exponent(j, sequence[0])] = value.coefficient(j);
    const PolyZp image = make_monic(PolyZp(field, std::move(c)), ctx);
    if (!is_square_free(image, ctx)) continue;
    const std::vector<DistinctDegreeFactor> pattern = distinct_degree_pattern(image, ctx);
    if (std::any_of(pattern.begin(), pattern.end(), [](const auto& u) { return u.degree % 2 != 0; })) return true;
  }
  return false;
}

/// Precondition: f irreducible over Q, divided by no variable, its exponents not on a line.
std::vector<GaussianMulti> split_real(const MultiPolyZ& f, const ExecutionContext& ctx) {
  GaussianMulti g = over_qi(f, ctx);
  if (is_shown_irreducible(f, ctx)) return {std::move(g)};
  const std::size_t x = lowest_first(f)[0];
  for (std::int64_t s = 0;; ++s) {
    ctx.poll();
    const GaussianRational a(s, 1);
    const GaussianMulti h = scaled(g, x, a, ctx);
    const MultiPolyZ norm = norm_of(h, ctx);
    if (!is_square_free_at_a_point(norm, ctx) && !is_square_free(norm, ctx)) continue;
    std::vector<GaussianMulti> factors = factors_by_norm(h, norm, ctx);
    for (GaussianMulti& factor : factors) factor = make_monic(scaled(factor, x, a.inverse(), ctx), ctx);
    return factors;
  }
}

class GaussianIrreducibleParts {
 public:
  explicit GaussianIrreducibleParts(const ExecutionContext& ctx) : ctx_(ctx) {}

  void run(const GaussianMulti& f, std::vector<GaussianMulti>& out) const {
    ctx_.poll();
    if (f.is_constant()) return;
    if (on_line(f, out)) return;
    if (is_homogeneous(f)) return by_dehomogenising(f, out);
    const RealAndComplexMultiParts parts = real_and_complex_parts(f, ctx_);
    if (!parts.real.is_constant())
      for (const auto& part : factor(parts.real, ctx_).factors) of_rational(part.polynomial, out);
    if (!parts.complex.is_constant() && !on_line(parts.complex, out))
      append(factors_by_norm(make_monic(parts.complex, ctx_), norm_of(parts.complex, ctx_), ctx_), out);
  }

  /// f irreducible over Q.
  void of_rational(const MultiPolyZ& f, std::vector<GaussianMulti>& out) const {
    if (!on_line(over_qi(f, ctx_), out)) append(split_real(f, ctx_), out);
  }

 private:
  static void append(std::vector<GaussianMulti>&& factors, std::vector<GaussianMulti>& out) {
    std::move(factors.begin(), factors.end(), std::back_inserter(out));
  }

  /// False where the exponents of f lie on no line.
  bool on_line(const GaussianMulti& f, std::vector<GaussianMulti>& out) const {
    const std::optional<ExponentLine> line = ExponentLine::of(f, ctx_);
    if (!line) return false;
    for (const auto& g : factor(line->univariate(f, ctx_), ctx_).factors)
      out.push_back(make_monic(line->multivariate(g.polynomial, f.variables(), ctx_), ctx_));
    return true;
  }

  /// No factor is a power of the variable that becomes 1, so degrees are those of the factors with it.
  void by_dehomogenising(const GaussianMulti& f, std::vector<GaussianMulti>& out) const {
    const MultiExponents degrees = f.degrees();
    const auto v = static_cast<std::size_t>(std::max_element(degrees.begin(), degrees.end()) - degrees.begin());
    std::vector<GaussianMulti> factors;
    run(dehomogenised(f, v, ctx_), factors);
    for (const GaussianMulti& g : factors) out.push_back(make_monic(homogenised(g, v, ctx_), ctx_));
  }

  const ExecutionContext& ctx_;
};

}  // namespace

MultiPolyZ norm_of(const GaussianMulti& f, const ExecutionContext& ctx) {
  const GaussianMultiParts parts(f, ctx);
  return add(mul(parts.real, parts.real, ctx), mul(parts.imaginary, parts.imaginary, ctx), ctx);
}

RealAndComplexMultiParts real_and_complex_parts(const GaussianMulti& f, const ExecutionContext& ctx) {
  const GaussianMultiParts parts(make_monic(f, ctx), ctx);
  MultiPolyZ real = primitive_part(gcd(parts.real, parts.imaginary, ctx), ctx);
  if (real.is_constant()) return {MultiPolyZ::constant(f.variables(), Integer(1)), f};
  GaussianMulti complex = parts.imaginary.is_zero() ? f.constant_like(GaussianRational(1))
                                                    : exact_div(f, convert(GaussianRationals{}, real, ctx), ctx);
  return {std::move(real), std::move(complex)};
}

bool is_square_free_at_a_point(const GaussianMulti& f, const ExecutionContext& ctx) {
  GcdPrimes primes;
  std::uint64_t p = primes.next();
  while (p % 4 != 1) p = primes.next();
  const PrimeField field = PrimeField::trusted(p);
  const MultiPolyZp image = GaussianMultiParts(f, ctx).at(root_of_minus_one(field.word_modulus()), field, ctx);
  return !image.is_zero() && image.degrees() == f.degrees() && is_square_free_at_a_point(image, ctx);
}

std::vector<GaussianMulti> gaussian_irreducible_parts(const GaussianMulti& f, const ExecutionContext& ctx) {
  std::vector<GaussianMulti> factors;
  GaussianIrreducibleParts(ctx).run(f, factors);
  return factors;
}

std::vector<GaussianMulti> gaussian_parts_of_rational(const MultiPolyZ& f, const ExecutionContext& ctx) {
  std::vector<GaussianMulti> factors;
  GaussianIrreducibleParts(ctx).of_rational(f, factors);
  return factors;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
