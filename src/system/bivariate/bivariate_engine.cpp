// Representations from resultants and first subresultants.
#include "system/bivariate/bivariate_engine.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

#include "core/retry_on_one_thread.hpp"
#include "system/bivariate/solution_bound.hpp"
#include "system/modular/prime_source.hpp"
#include "system/modular/symmetries.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// The costs of both ways are compared in steps, a product and a difference modulo the prime each. Euclid's algorithm
// takes the product of the degrees in s of them at a point, and there is a point for each value that interpolation
// needs. docs/measured/other-machines.md has what that choice gains ("Two equations in two variables") and what is lost
// where resultants are tried in vain ("Resultants in vain").

/// So many steps at a point for each solution cost as much as a Groebner basis. That is asked for shears, since a shear
/// makes polynomials dense that are not.
constexpr double most_steps = 4;
/// A basis for D solutions is taken to cost as much as D (few_solutions_steps + D) steps at all points together.
constexpr double few_solutions_steps = 5000;

/// Whether a basis is likely to cost more, with this bound for the number of solutions, which count with their
/// multiplicities.
bool is_worth_it(const Elimination& e, double solutions) {
  const double steps = static_cast<double>(e.f.rows - 1) * static_cast<double>(e.g.rows - 1);
  const bool is_shear = e.form[0] != 0 && e.form[1] != 0;
  if (is_shear && steps > most_steps * solutions) return false;
  return steps * static_cast<double>(e.degree_bound + 1) <= solutions * (few_solutions_steps + solutions);
}

/// Where the variables do not tell the solutions apart, and two other forms do not either, nearly always none does: the
/// equations have a solution at which both curves have several branches.
constexpr int most_shears = 2;

PolyZp square_free_part(const PolyZp& f, const ExecutionContext& ctx) {
  const PolyZp common = gcd(f, derivative(f, 1, ctx), ctx);
  return make_monic(common.degree() > 0 ? div_rem(f, common, ctx).quotient : f, ctx);
}

}  // namespace

BivariateEngine::BivariateEngine(const IntegerSystem& system, Elimination elimination, const LastSubresultants& last,
                                 std::size_t points, const ExecutionContext& ctx)
    : system_(&system),
      elimination_(std::move(elimination)),
      resultant_(make_monic(last.resultant, ctx)),
      points_(points),
      most_s1_(last.s1.length()),
      most_s0_(last.s0.length()),
      needed_(std::max({last.resultant.length(), most_s1_, most_s0_}) + 1) {}

std::optional<BivariateEngine> BivariateEngine::learn(const IntegerSystem& system, const SmallPrime& p,
                                                      const ExecutionContext& ctx) {
  if (system.variables != 2 || system.equations.size() != 2) return std::nullopt;
  try {
    return retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return try_forms(system, p, with); });
  } catch (const MemoryLimit&) {
    return std::nullopt;
  }
}

std::optional<BivariateEngine> BivariateEngine::try_forms(const IntegerSystem& system, const SmallPrime& p,
                                                          const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(p.value());
  const std::vector<VariablePermutation> symmetries = symmetries_of(system, ctx);
  std::optional<double> solutions;  // what exponents allow, then what a resultant has told
  int shears = 0;
  for (const auto& [c, d] : small_bivariate_forms) {
    const bool is_shear = c != 0 && d != 0;
    if (is_invariant({c, d}, symmetries)) continue;
    if (is_shear && shears++ == most_shears) return std::nullopt;
    auto elimination = elimination_for(system, {c, d}, most_elimination_words, ctx);
    if (!elimination) continue;
    // Before anything is computed, with what other forms have told, and then with what this one does.
    if (!solutions) solutions = most_isolated_solutions(system);
    if (!is_worth_it(*elimination, *solutions)) {
      if (is_shear) return std::nullopt;
      continue;
    }
    if (!has_regular_point(*elimination, field, ctx)) continue;
    auto last = last_subresultants(*elimination, elimination->degree_bound + 1, field, ctx);
    if (!last) continue;
    if (last->resultant.degree() <= 0) return std::nullopt;
    solutions = static_cast<double>(last->resultant.degree());
    if (is_shear && !is_worth_it(*elimination, *solutions)) return std::nullopt;
    const PolyZp f = square_free_part(last->resultant, ctx);
    if (gcd(last->s1, f, ctx).degree() != 0) continue;
    return BivariateEngine(system, std::move(*elimination), *last, static_cast<std::size_t>(f.degree()), ctx);
  }
  return std::nullopt;
}

std::vector<std::optional<PrimeReplay>> BivariateEngine::replays(std::span<const SmallPrime> primes,
                                                                 const ExecutionContext&) const {
  return std::vector<std::optional<PrimeReplay>>(primes.size(), PrimeReplay{});
}

std::vector<std::optional<ModularRepresentation>> BivariateEngine::images(std::span<const SmallPrime> primes,
                                                                          const ExecutionContext& ctx) const {
  std::vector<std::uint64_t> words(primes.size());
  std::transform(primes.begin(), primes.end(), words.begin(), [](const SmallPrime& p) { return p.value(); });
  const SubresultantImages found = subresultant_images(subresultant_batch(elimination_, needed_, words, ctx), ctx);
  std::vector<std::optional<ModularRepresentation>> images(primes.size());
  const ExecutionContext of_each =
      ctx.with_threads(primes.size() < static_cast<std::size_t>(ctx.threads()) ? ctx.threads() : 1);
  parallel_for(ctx, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const PrimeField field = PrimeField::trusted(words[i]);
      if (const auto last = found.image(i, field)) images[i] = representation_from(*last, field, of_each);
    }
  });
  return images;
}

std::optional<ModularRepresentation> BivariateEngine::representation_from(const LastSubresultants& last,
                                                                          const PrimeField& field,
                                                                          const ExecutionContext& ctx) const {
  // A value more than the degrees ask for shows a prime modulo which they are larger.
  if (last.resultant.degree() != resultant_.degree() || last.s1.length() > most_s1_ || last.s0.length() > most_s0_)
    return std::nullopt;
  ModularRepresentation r(field);
  r.minimal = make_monic(last.resultant, ctx);
  r.minimal_degree = degree();
  r.polynomial = points_ == degree() ? r.minimal : square_free_part(r.minimal, ctx);
  const PolyZp& f = r.polynomial;
  if (static_cast<std::size_t>(f.degree()) != points_) return std::nullopt;
  const ExtendedGcd inverse = extended_gcd(rem(last.s1, f, ctx), f, ctx);
  if (inverse.g.degree() != 0) return std::nullopt;
  const PolyZp df = derivative(f, 1, ctx);
  const PolyZp s = neg(rem(mul(rem(last.s0, f, ctx), inverse.s, ctx), f, ctx), ctx);
  const PolyZp gs = rem(mul(s, df, ctx), f, ctx);
  PolyZp gt = rem(shift_left(df, 1, ctx), f, ctx);
  // t = x_1 + c x_0 with s = x_0, or t is the variable that s is not.
  const LinearForm& form = elimination_.form;
  if (form[0] != 0 && form[1] != 0) gt = sub(gt, scale(gs, field.from_integer(Integer(form[0])), ctx), ctx);
  r.numerators.assign(2, gt);
  r.numerators[elimination_.other] = gs;
  return r;
}

bool BivariateEngine::check(const ModularRepresentation& r, const SmallPrime& p, const ExecutionContext& ctx) const {
  const auto coefficients = coefficients_modulo(*system_, p);
  if (!coefficients) return false;
  MonomialTable monomials(system_->variables);
  const std::vector<WordPolynomial> equations = equations_modulo(*system_, *coefficients, monomials);
  return satisfies(r, elimination_.form, equations, term_groups(equations, monomials, ctx), monomials, ctx);
}

bool resultants_would_solve(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const IntegerSystem system = integer_system(equations);
  return BivariateEngine::learn(system, SmallPrime(PrimeSource(system).next(system)), ctx).has_value();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
