// Images of resultants, operations on coefficients, and the choice between them.
#include "poly/multivariate/multi_resultant_plan.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multivariate/detail/main_resultant.hpp>
#include <polyfork/ring/crt_basis.hpp>

#include "core/limits.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/multivariate/multi_modular.hpp"
#include "poly/multivariate/multi_resultant_image.hpp"
#include "poly/multivariate/multi_resultant_shape.hpp"
#include "poly/multivariate/short_resultant.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_image_degree = std::uint64_t{1} << 28;

/// Images: degrees whose products are words.
template <class P>
bool has_word_degrees(const P& a) {
  const MultiExponents degrees = exponent_columns(a).largest();
  return std::all_of(degrees.begin(), degrees.end(), [](std::uint64_t e) { return e < most_image_degree; });
}

/// The polynomial of an array. Its terms are written at once: lists of numbers between would take as much again.
template <Ring R>
SparseMultiPoly<R> from_array(const typename R::vector_type& array, const ResultantShape& s,
                              const SparseMultiPoly<R>& like, const ExecutionContext& ctx) {
  using Element = typename R::element;
  const Variables& variables = like.variables();
  std::vector<std::size_t> places;
  for (std::size_t i = array.size(); i-- > 0;) {
    if (i % poll_terms == 0) ctx.poll();
    if (!like.ring().is_zero(Element(array[i]))) places.push_back(i);
  }
  const std::size_t n = variables.fields();
  const MemoryReservation held(ctx.memory(),
                               saturating_add(array.size() * sizeof(std::uint64_t),
                                              saturating_mul(places.size(), (2 * n + 2) * sizeof(std::uint64_t))));
  MultiExponents e(variables.size(), 0);
  MultiExponents rows(places.size() * n);
  for (std::size_t j = 0; j < places.size(); ++j) {
    for (std::size_t k = s.lengths.size(), rest = places[j]; k-- > 0; rest /= s.lengths[k])
      e[s.sequence[k + 1]] = rest % s.lengths[k];
    variables.to_fields(e, std::span(rows).subspan(j * n, n));
  }
  const std::uint64_t largest = rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end());
  PackedMonomials monomials(MonomialLayout::for_value(n, largest));
  monomials.reserve(places.size());
  for (std::size_t j = 0; j < places.size(); ++j) monomials.push_fields(std::span(rows).subspan(j * n, n));
  std::vector<std::size_t> sorted(places.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t i, std::size_t j) {
    return compare_words(monomials[i], monomials[j], monomials.words()) > 0;
  });
  ctx.poll();
  TermsBuilder<R> terms(monomials.layout());
  terms.reserve(sorted.size());
  for (const std::size_t j : sorted) terms.push_back(monomials[j], Element(array[places[j]]));
  return SparseMultiPoly<R>::make(like.ring(), variables, terms.finish(ctx));
}

/// The bytes of an array of coefficients while a polynomial is made of it: with the copy that the terms are built from.
std::size_t bytes_of_array(const IntegerVector& array) noexcept { return saturating_mul(2, array.bytes()); }

/// The resultant as an array, by Chinese remaindering; the images are given up.
IntegerVector array_of_images(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s,
                              const ResultantPrimes& use, const ExecutionContext& ctx) {
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
  return basis.from_residues(rows, ctx);
}

MultiPolyZ by_images(const MultiPolyZ& a, const MultiPolyZ& b, const ResultantShape& s, const ResultantPrimes& use,
                     const ExecutionContext& ctx) {
  const IntegerVector array = array_of_images(a, b, s, use, ctx);
  const MemoryReservation held(ctx.memory(), bytes_of_array(array));
  return from_array(array, s, a, ctx);
}

MultiPolyZp by_images(const MultiPolyZp& a, const MultiPolyZp& b, const ResultantShape& s, const ResultantPrimes&,
                      const ExecutionContext& ctx) {
  const std::uint64_t p = a.ring().modulus();
  const std::vector<std::uint64_t> image = resultant_image(ModularTerms<PrimeField>(a, s.sequence, ctx).modulo(p, ctx),
                                                           ModularTerms<PrimeField>(b, s.sequence, ctx).modulo(p, ctx),
                                                           s.degree_a, s.degree_b, s.lengths, a.ring(), ctx);
  return from_array(ResidueVector(image.begin(), image.end()), s, a, ctx);
}

/// The resultant of two lists, deg a >= deg b >= 1, by operations on their coefficients.
template <Ring R>
ChargedMulti<R> by_coefficients(ResultantMethod method, const MainPoly<R>& a, const MainPoly<R>& b, WorkBudget* budget,
                                const ExecutionContext& ctx) {
  using Coefficients = MultiCoefficients<R>;
  const Coefficients domain(a.front().coefficient.poly(), ctx, budget);
  const bool determinant = method == ResultantMethod::automatic
                               ? main_degree(a) <= Coefficients::most_determinant_degree
                               : method == ResultantMethod::determinant;
  return determinant ? BezoutResultant<Coefficients>(domain, ctx).run(a, b)
                     : MainSubresultants<Coefficients>(domain, ctx).resultant(a, b);
}

/// What main_resultant.hpp leaves: as short polynomials or by operations on coefficients as far as images cost, which
/// come last.
template <Ring R>
ChargedMulti<R> planned(const MainPoly<R>& a, const MainPoly<R>& b, std::size_t main, const SparseMultiPoly<R>& like,
                        const ExecutionContext& ctx) {
  constexpr double most_short_work = 3e6;  // nanoseconds: longer sums run in parallel
  const SparseMultiPoly<R> f = from_main_poly(a, main, like, ctx);
  const SparseMultiPoly<R> g = from_main_poly(b, main, like, ctx);
  double images = std::numeric_limits<double>::infinity();
  std::optional<ResultantShape> s;
  std::optional<ResultantPrimes> primes;
  if (has_word_degrees(f) && has_word_degrees(g)) {
    s = resultant_shape(f, g, main);
    primes = resultant_primes(f, g, *s);
    if (primes) images = resultant_images_cost(*s, f.term_count(), g.term_count(), *primes);
  }
  if (auto r = short_resultant(f, g, main, std::min(images, most_short_work), ctx)) return {*std::move(r), ctx};
  if (!s) throw DomainError("resultants need degrees below 2^28 in every variable");
  try {
    WorkBudget budget(images / 4);  // a sequence tells little about its last steps, which cost most
    return by_coefficients<R>(ResultantMethod::automatic, a, b, &budget, ctx);
  } catch (const WorkSpent&) {
    return {by_images(f, g, *s, *primes, ctx), ctx};
  }
}

template <Ring R>
SparseMultiPoly<R> by_images_only(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::size_t main,
                                  const ExecutionContext& ctx) {
  if (!has_word_degrees(a) || !has_word_degrees(b)) throw DomainError("images of resultants need degrees below 2^28");
  const ResultantShape s = resultant_shape(a, b, main);
  const std::optional<ResultantPrimes> primes = resultant_primes(a, b, s);
  if (!primes) throw DomainError("the modulus has not enough points for the resultant");
  return by_images(a, b, s, *primes, ctx);
}

}  // namespace

template <Ring R>
SparseMultiPoly<R> resultant_of_lists(MainPoly<R> a, MainPoly<R> b, std::size_t main, const SparseMultiPoly<R>& like,
                                      const ExecutionContext& ctx) {
  const MultiCoefficients<R> domain(like, ctx);
  const auto core = [&](const MainPoly<R>& f, const MainPoly<R>& g) { return planned<R>(f, g, main, like, ctx); };
  return MainResultant(domain, core, ctx).run(std::move(a), std::move(b)).take();
}

template <Ring R>
SparseMultiPoly<R> resultant_by_one_method(ResultantMethod method, const SparseMultiPoly<R>& a,
                                           const SparseMultiPoly<R>& b, std::size_t main, const ExecutionContext& ctx) {
  if (method == ResultantMethod::images) return by_images_only(a, b, main, ctx);
  const MainPoly<R> f = main_poly(a, main, ctx);
  const MainPoly<R> g = main_poly(b, main, ctx);
  const std::uint64_t n = main_degree(f);
  const std::uint64_t m = main_degree(g);
  SparseMultiPoly<R> r = by_coefficients<R>(method, n < m ? g : f, n < m ? f : g, nullptr, ctx).take();
  return n < m && n % 2 != 0 && m % 2 != 0 ? neg(r, ctx) : r;
}

template MultiPolyZ resultant_of_lists(MainPoly<Integers>, MainPoly<Integers>, std::size_t, const MultiPolyZ&,
                                       const ExecutionContext&);
template MultiPolyZp resultant_of_lists(MainPoly<PrimeField>, MainPoly<PrimeField>, std::size_t, const MultiPolyZp&,
                                        const ExecutionContext&);
template MultiPolyZ resultant_by_one_method(ResultantMethod, const MultiPolyZ&, const MultiPolyZ&, std::size_t,
                                            const ExecutionContext&);
template MultiPolyZp resultant_by_one_method(ResultantMethod, const MultiPolyZp&, const MultiPolyZp&, std::size_t,
                                             const ExecutionContext&);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
