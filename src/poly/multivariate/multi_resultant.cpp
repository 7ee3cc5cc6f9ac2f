// Resultants of sparse polynomials over Z, Q and Z/pZ: sizes, the choice between images and subresultants,
// remaindering.
//
// Degrees: with weight c for the main variable and 1 for x_k, a term of the Sylvester determinant has degree at most
// deg_b A + deg_a B - c deg_a deg_b, A and B the largest weights of terms of a and b, because indices of coefficients
// add up to deg_a deg_b in every term. The least bound over some slopes c, positive and negative, is taken.
// Coefficients: on the torus |x_k| = 1 every entry is at most the sum of the absolute values of its integers, so
// Hadamard's inequality bounds the resultant there, hence its coefficients. As many primes as this bound asks for make
// the result a proven one.
// Literature: docs/reference/bibliography.md, [collins71], [ducos00].
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/ring/crt_basis.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/multivariate/multi_rationals.hpp"
#include "poly/multivariate/multi_resultant_image.hpp"
#include "poly/multivariate/multi_subresultant.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_words = std::size_t{1} << 24;  // of the arrays for all primes

/// The result as an array.
struct ResultantShape {
  std::size_t main = 0;
  std::size_t degree_a = 0;
  std::size_t degree_b = 0;
  std::vector<std::size_t> sequence;                    // the main variable, then the others that occur
  std::vector<std::size_t> lengths;                     // of the others
  std::vector<std::size_t> degrees_of_a, degrees_of_b;  // in the sequence
  std::size_t size = 1;
};

/// max (den e_k + num e_main) over the terms, which may be negative.
std::int64_t largest_weight(std::span<const std::uint64_t> table, std::size_t n, std::size_t k, std::size_t main,
                            std::int64_t num, std::int64_t den) {
  std::int64_t largest = INT64_MIN;
  for (std::size_t i = 0; i < table.size(); i += n)
    largest = std::max(
        largest, den * static_cast<std::int64_t>(table[i + k]) + num * static_cast<std::int64_t>(table[i + main]));
  return largest;
}

std::size_t degree_bound(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::size_t n,
                         std::size_t k, const ResultantShape& s) {
  const auto da = static_cast<std::int64_t>(s.degree_a);
  const auto db = static_cast<std::int64_t>(s.degree_b);
  std::int64_t least = INT64_MAX;
  for (std::int64_t den = 1; den <= 3; ++den)
    for (std::int64_t num = -6; num <= 6; ++num) {
      const std::int64_t scaled = db * largest_weight(a, n, k, s.main, num, den) +
                                  da * largest_weight(b, n, k, s.main, num, den) - num * da * db;
      least = std::min(least, scaled < 0 ? 0 : scaled / den);
    }
  return static_cast<std::size_t>(least);
}

constexpr std::uint64_t most_degree = std::uint64_t{1} << 28;

/// Images: degrees whose products are words.
template <class P>
bool has_word_degrees(const P& a) {
  const MultiExponents degrees = a.degrees();
  return std::all_of(degrees.begin(), degrees.end(), [](std::uint64_t e) { return e < most_degree; });
}

/// Whether images come into question. Throws DomainError when they are asked for in vain.
template <class P>
bool images_possible(ResultantMethod method, const P& a, const P& b) {
  if (method == ResultantMethod::subresultants) return false;
  if (has_word_degrees(a) && has_word_degrees(b)) return true;
  if (method == ResultantMethod::images) throw DomainError("images of resultants need degrees below 2^28");
  return false;
}

/// Preconditions: has_word_degrees of both.
template <Ring R>
ResultantShape shape_of(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t main) {
  ResultantShape s;
  const MultiExponents degrees_a = a.degrees();
  const MultiExponents degrees_b = b.degrees();
  s.main = main;
  s.degree_a = degrees_a[main];
  s.degree_b = degrees_b[main];
  s.sequence = {main};
  const std::vector<std::uint64_t> table_a = exponent_table(a);
  const std::vector<std::uint64_t> table_b = exponent_table(b);
  for (std::size_t k = 0; k < degrees_a.size(); ++k) {
    if (k == main || (degrees_a[k] == 0 && degrees_b[k] == 0)) continue;
    s.sequence.push_back(k);
    s.lengths.push_back(degree_bound(table_a, table_b, degrees_a.size(), k, s) + 1);
    s.size = saturating_mul(s.size, s.lengths.back());
  }
  for (const std::size_t k : s.sequence) {
    s.degrees_of_a.push_back(degrees_a[k]);
    s.degrees_of_b.push_back(degrees_b[k]);
  }
  return s;
}

/// Bits of (sum_i (sum of the absolute values of coefficient i)^2)^(power / 2), rounded up.
std::size_t norm_bits(const MultiPolyZ& a, std::size_t main, std::size_t power) {
  const std::size_t n = a.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(a);
  std::vector<Integer> sums(a.degrees()[main] + 1);
  for (std::size_t i = 0; i < a.term_count(); ++i) sums[table[i * n + main]] += abs(a.coefficients()[i]);
  Integer squares;
  for (const Integer& s : sums) squares += s * s;
  return (squares.bit_length() * power + 1) / 2;
}

template <Ring R>
SparseMultiPoly<R> from_array(const typename R::vector_type& array, const ResultantShape& s,
                              const SparseMultiPoly<R>& like, const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(like.ring(), like.variables());
  MultiExponents e(like.variables().size(), 0);
  for (std::size_t i = array.size(); i-- > 0;) {
    if (i % poll_terms == 0) ctx.poll();
    typename R::element c(array[i]);
    if (like.ring().is_zero(c)) continue;
    for (std::size_t k = s.lengths.size(), rest = i; k-- > 0; rest /= s.lengths[k])
      e[s.sequence[k + 1]] = rest % s.lengths[k];
    collector.push_back(e, std::move(c));
  }
  return std::move(collector).finish(ctx);
}

template <Ring R>
SparseMultiPoly<R> by_subresultants(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t main,
                                    const ExecutionContext& ctx) {
  const MainPoly<R> f = main_poly(a, main, ctx);
  const MainPoly<R> g = main_poly(b, main, ctx);
  const bool swapped = f.size() < g.size();
  const auto chain = subresultants_of(swapped ? g : f, swapped ? f : g, ctx);
  if (chain.back().index != 0) return SparseMultiPoly<R>(a.ring(), a.variables());
  const SparseMultiPoly<R>& r = chain.back().value.front();
  return swapped && (f.size() - 1) % 2 != 0 && (g.size() - 1) % 2 != 0 ? neg(r) : r;
}

/// The primes of the images: below 2^62, or below 2^50 where there are vectors for these.
struct ResultantPrimes {
  std::size_t count;
  bool in_lanes;
};

ResultantPrimes primes_for(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s) {
  const std::size_t bits = saturating_add(norm_bits(a, s.main, s.degree_b), norm_bits(b, s.main, s.degree_a));
  const bool in_lanes = resultants_in_lanes(s.degrees_of_a, a.term_count(), s.degrees_of_b, b.term_count(), s.lengths,
                                            LanePrimes().next());
  return {(bits + 2) / (in_lanes ? 49 : 61) + 1, in_lanes};  // both have more bits than they are divided by here
}

/// log2 C(terms + factors - 1, factors): products of so many terms that the determinant can have.
double log_products(double terms, double factors) {
  return (std::lgamma(terms + factors) - std::lgamma(factors + 1) - std::lgamma(terms)) / std::log(2.0);
}

/// Images cost what the array has words, subresultants what their terms ask for: few when there are few steps, or few
/// products of terms compared with the array. (Measured: images are 2 to 6 times as fast for dense polynomials of
/// degree 4 and more, and many times as slow for a handful of terms in four variables.)
bool images_are_better(const ResultantShape& s, std::size_t terms_a, std::size_t terms_b, const ResultantPrimes& use) {
  constexpr std::size_t few_steps = 3;
  constexpr std::size_t few_degrees = 8;  // of both together, in vectors, where one is quadratic
  const std::size_t primes = use.count;
  if (saturating_mul(s.size, primes) > most_words) return false;
  const std::size_t least = std::min(s.degree_a, s.degree_b);
  const bool few =
      use.in_lanes ? least < 2 || (least == 2 && s.degree_a + s.degree_b < few_degrees) : least <= few_steps;
  if (few) return false;
  const double products = log_products(static_cast<double>(terms_a), static_cast<double>(s.degree_b)) +
                          log_products(static_cast<double>(terms_b), static_cast<double>(s.degree_a));
  return products + 2 > std::log2(static_cast<double>(s.size));
}

MultiPolyZ by_images(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s, const ResultantPrimes& use,
                     const ExecutionContext& ctx) {
  const std::size_t primes = use.count;
  const ModularTerms<Integers> terms_a(a, s.sequence, ctx);
  const ModularTerms<Integers> terms_b(b, s.sequence, ctx);
  GcdPrimes source;
  std::vector<std::uint64_t> moduli(primes);
  LanePrimes in_lanes;
  for (std::uint64_t& p : moduli) p = use.in_lanes ? in_lanes.next() : source.next();
  const MemoryReservation reservation(ctx.memory(), saturating_mul(s.size, primes * sizeof(std::uint64_t)));
  std::vector<std::vector<std::uint64_t>> images(primes);
  parallel_for(ctx, primes, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      images[i] = resultant_image(terms_a.modulo(moduli[i], ctx), terms_b.modulo(moduli[i], ctx), s.degree_a,
                                  s.degree_b, s.lengths, PrimeField::trusted(moduli[i]), ctx);
  });
  const CrtBasis basis(CrtBasis::KnownPrimes{}, moduli, ctx);
  const std::vector<std::span<const std::uint64_t>> rows(images.begin(), images.end());
  return from_array(basis.from_residues(rows, ctx), s, a, ctx);
}

MultiPolyZ find(ResultantMethod method, const MultiPolyZ& a, const MultiPolyZ& b, std::size_t main,
                const ExecutionContext& ctx) {
  if (images_possible(method, a, b)) {
    const ResultantShape s = shape_of(a, b, main);
    const ResultantPrimes primes = primes_for(a, b, s);
    if (method == ResultantMethod::images || images_are_better(s, a.term_count(), b.term_count(), primes))
      return by_images(a, b, s, primes, ctx);
  }
  return by_subresultants(a, b, main, ctx);
}

MultiPolyZp find(ResultantMethod method, const MultiPolyZp& a, const MultiPolyZp& b, std::size_t main,
                 const ExecutionContext& ctx) {
  if (images_possible(method, a, b)) {
    const ResultantShape s = shape_of(a, b, main);
    const std::uint64_t p = a.ring().modulus();
    const bool points = std::all_of(s.lengths.begin(), s.lengths.end(), [&](std::size_t n) { return n <= p; });
    if (!points && method == ResultantMethod::images)
      throw DomainError("the modulus " + std::to_string(p) + " has not enough points for the resultant");
    const bool in_lanes =
        resultants_in_lanes(s.degrees_of_a, a.term_count(), s.degrees_of_b, b.term_count(), s.lengths, p);
    if (points &&
        (method == ResultantMethod::images || images_are_better(s, a.term_count(), b.term_count(), {1, in_lanes}))) {
      const std::vector<std::uint64_t> image =
          resultant_image(ModularTerms<PrimeField>(a, s.sequence, ctx).modulo(p, ctx),
                          ModularTerms<PrimeField>(b, s.sequence, ctx).modulo(p, ctx), s.degree_a, s.degree_b,
                          s.lengths, a.ring(), ctx);
      return from_array(ResidueVector(image.begin(), image.end()), s, a, ctx);
    }
  }
  return by_subresultants(a, b, main, ctx);
}

/// Both in the variables of the result, with the cases that need no algorithm.
template <Ring R>
SparseMultiPoly<R> checked(ResultantMethod method, const SparseMultiPoly<R>& first, const SparseMultiPoly<R>& second,
                           std::string_view variable, const ExecutionContext& ctx) {
  using P = SparseMultiPoly<R>;
  const typename P::Operands o(first, second);
  const P a = P::make(first.ring(), o.variables, o.a());
  const P b = P::make(first.ring(), o.variables, o.b());
  const std::size_t main = o.variables.index(variable);
  if (a.is_zero() || b.is_zero()) return P(a.ring(), a.variables());
  const auto degree_a = static_cast<std::size_t>(a.degree(main));
  const auto degree_b = static_cast<std::size_t>(b.degree(main));
  if (degree_a != 0 && degree_b != 0 && std::max(degree_a, degree_b) >= most_degree)
    throw DomainError("resultants need degrees below 2^28 in their variable");
  if (degree_a == 0) return multi_power(a, degree_b, ctx);
  if (degree_b == 0) return multi_power(b, degree_a, ctx);
  return find(method, a, b, main, ctx);
}

template <Ring R>
std::vector<Subresultant<R>> chain_of(const SparseMultiPoly<R>& first, const SparseMultiPoly<R>& second,
                                      std::string_view variable, const ExecutionContext& ctx) {
  const Variables& variables = SparseMultiPoly<R>::check(first, second);
  const std::size_t main = variables.index(variable);
  if (first.is_constant() || second.is_constant() || first.degree(main) < 1 || second.degree(main) < 1)
    throw DomainError("a chain of subresultants needs two polynomials that contain " + std::string(variable));
  const bool swapped = first.degree(main) < second.degree(main);
  const auto chain = subresultants_of(main_poly(swapped ? second : first, main, ctx),
                                      main_poly(swapped ? first : second, main, ctx), ctx);
  std::vector<Subresultant<R>> result;
  result.reserve(chain.size());
  for (const auto& s : chain) result.push_back({s.index, from_main_poly(s.value, main, first, ctx)});
  return result;
}

template <class P>
P derivative_in(const P& a, std::size_t main, const ExecutionContext& ctx) {
  std::vector<MultiPart<typename P::ring_type>> parts = parts_in(a, main, ctx);
  if (!parts.empty() && parts.back().exponent == 0) parts.pop_back();
  for (auto& part : parts) {
    part.part = scale(part.part, a.ring().from_integer(Integer(part.exponent)), ctx);
    --part.exponent;
  }
  return from_parts(parts, main, a, ctx);
}

template <class P>
P discriminant_of(const P& a, std::string_view variable, const ExecutionContext& ctx) {
  const std::size_t main = a.variables().index(variable);
  if (a.degree(main) < 1) throw DomainError("a discriminant needs a polynomial that contains " + std::string(variable));
  const auto n = static_cast<std::uint64_t>(a.degree(main));
  if (n == 1) return one_like(a);
  P slope = derivative_in(a, main, ctx);
  if (slope.is_zero()) return slope;
  const P r = resultant(a, slope, variable, ctx);
  const P lead = leading_part(a, main, ctx);
  // with the rows of a' as of degree n - 1, which it does not have where the characteristic divides n
  const std::uint64_t m = slope.is_constant() ? 0 : static_cast<std::uint64_t>(slope.degree(main));
  const P d = m + 1 == n ? multi_divide(r, lead, ctx) : mul(r, multi_power(lead, n - 2 - m, ctx), ctx);
  return n % 4 == 2 || n % 4 == 3 ? neg(d) : d;
}

}  // namespace

MultiPolyZ resultant_by(ResultantMethod method, const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable,
                        const ExecutionContext& ctx) {
  return checked(method, a, b, variable, ctx);
}
MultiPolyZp resultant_by(ResultantMethod method, const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
                         const ExecutionContext& ctx) {
  return checked(method, a, b, variable, ctx);
}

}  // namespace detail

using namespace detail;

MultiPolyZ resultant(const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable, const ExecutionContext& ctx) {
  return resultant_by(ResultantMethod::automatic, a, b, variable, ctx);
}
MultiPolyZp resultant(const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
                      const ExecutionContext& ctx) {
  return resultant_by(ResultantMethod::automatic, a, b, variable, ctx);
}
MultiPolyQ resultant(const MultiPolyQ& a, const MultiPolyQ& b, std::string_view variable, const ExecutionContext& ctx) {
  const MultiPolyZ r = resultant(numerator_polynomial(a), numerator_polynomial(b), variable, ctx);
  if (r.is_zero()) return MultiPolyQ(Rationals{}, r.variables());
  const Variables& variables = MultiPolyQ::check(a, b);
  const auto degree = [&](const MultiPolyQ& f) -> std::uint64_t {
    return f.is_constant() ? 0 : static_cast<std::uint64_t>(f.degree(variables.index(variable)));
  };
  return over_denominator(
      r, pow(a.coefficients().denominator(), degree(b)) * pow(b.coefficients().denominator(), degree(a)), ctx);
}

MultiPolyZ discriminant(const MultiPolyZ& a, std::string_view variable, const ExecutionContext& ctx) {
  return discriminant_of(a, variable, ctx);
}
MultiPolyQ discriminant(const MultiPolyQ& a, std::string_view variable, const ExecutionContext& ctx) {
  return discriminant_of(a, variable, ctx);
}
MultiPolyZp discriminant(const MultiPolyZp& a, std::string_view variable, const ExecutionContext& ctx) {
  return discriminant_of(a, variable, ctx);
}

std::vector<Subresultant<Integers>> subresultant_chain(const MultiPolyZ& a, const MultiPolyZ& b,
                                                       std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}
std::vector<Subresultant<Rationals>> subresultant_chain(const MultiPolyQ& a, const MultiPolyQ& b,
                                                        std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}
std::vector<Subresultant<PrimeField>> subresultant_chain(const MultiPolyZp& a, const MultiPolyZp& b,
                                                         std::string_view variable, const ExecutionContext& ctx) {
  return chain_of(a, b, variable, ctx);
}

}  // namespace v1
}  // namespace polyfork
