// Rational univariate representations over Q: lifting from primes.
#include <polyfork/system/representation.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

#include "system/integer_system.hpp"
#include "system/modular_engine.hpp"
#include "system/rational_lift.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::CommonFractions;
using detail::IntegerSystem;
using detail::ModularEngine;
using detail::ModularRepresentation;
using detail::RationalLift;
using detail::SmallPrime;

constexpr std::uint64_t prime_bound = std::uint64_t{1} << 31;
constexpr int most_restarts = 20;

/// The primes below 2^31, descending.
class Primes {
 public:
  std::uint32_t next() { return static_cast<std::uint32_t>(last_ = previous_prime(last_)); }

 private:
  std::uint64_t last_ = prime_bound;
};

/// F without its leading coefficient, then the numerators, each with as many coefficients.
std::vector<std::uint64_t> flat(const ModularRepresentation& r) {
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  std::vector<std::uint64_t> numbers;
  const auto append = [&](const PolyZp& f) {
    for (std::size_t i = 0; i < points; ++i) numbers.push_back(f.coefficient(i));
  };
  append(r.polynomial);
  for (const PolyZp& g : r.numerators) append(g);
  return numbers;
}

/// Whether the fractions have these residues modulo p.
bool agree(const std::vector<CommonFractions>& groups, const std::vector<std::uint64_t>& residues, std::uint64_t p) {
  std::size_t i = 0;
  for (const CommonFractions& group : groups)
    for (const Integer& numerator : group.numerators)
      if (detail::fraction_modulo(numerator, group.denominator, p) != residues[i++]) return false;
  return true;
}

PolyZ polynomial_of(const std::vector<Integer>& coefficients, const ExecutionContext&) {
  return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
}

Integer content_of(const std::vector<Integer>& numbers, Integer content) {
  for (const Integer& a : numbers) {
    if (content.is_one()) break;
    content = gcd(content, a);
  }
  return content;
}

/// From the monic polynomial and numerators over its derivative to primitive ones.
void set_polynomials(UnivariateRepresentation& r, std::vector<CommonFractions> groups, const ExecutionContext& ctx) {
  std::vector<Integer> f = std::move(groups[0].numerators);
  Integer leading = groups[0].denominator;
  const Integer content = content_of(f, leading);
  f.push_back(leading);
  for (Integer& a : f) a = exact_div(a, content);
  leading = f.back();
  r.polynomial = polynomial_of(f, ctx);
  for (std::size_t v = 1; v < groups.size(); ++v) {
    // x = (a / d) / (f' / leading) = a leading / (d f').
    std::vector<Integer>& a = groups[v].numerators;
    const Integer common = gcd(groups[v].denominator, leading);
    const Integer factor = exact_div(leading, common);
    Integer denominator = exact_div(groups[v].denominator, common);
    for (Integer& c : a) c *= factor;
    const Integer shared = content_of(a, denominator);
    for (Integer& c : a) c = exact_div(c, shared);
    r.numerators.push_back(polynomial_of(a, ctx));
    r.denominators.push_back(exact_div(denominator, shared));
  }
}

/// Images modulo the primes, in their order; computed in parallel.
std::vector<std::optional<ModularRepresentation>> images(const ModularEngine& engine,
                                                         const std::vector<std::uint32_t>& primes,
                                                         const ExecutionContext& ctx) {
  std::vector<std::optional<ModularRepresentation>> result(primes.size());
  parallel_for(ctx, primes.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) result[i] = engine.image(SmallPrime(primes[i]), ctx);
  });
  return result;
}

/// Fills in the polynomials. False where too many primes do not follow the engine's.
bool lift(const ModularEngine& engine, Primes& primes, UnivariateRepresentation& r, const ExecutionContext& ctx) {
  const std::size_t points = engine.points();
  const std::size_t groups = r.form.size() + 1;
  std::vector<std::size_t> ends;
  for (std::size_t g = 1; g <= groups; ++g) ends.push_back(g * points);
  RationalLift lifting(groups * points);
  std::optional<std::vector<CommonFractions>> found;
  std::size_t refused = 0;
  const auto threads = static_cast<std::size_t>(ctx.threads());
  std::size_t batch = std::max<std::size_t>(2, threads);
  for (;;) {
    std::vector<std::uint32_t> chosen(batch);
    for (std::uint32_t& p : chosen) p = primes.next();
    auto results = images(engine, chosen, ctx);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!results[i]) {
        if (++refused > 2 + lifting.primes() / 4) return false;
        continue;
      }
      std::vector<std::uint64_t> residues = flat(*results[i]);
      if (found && agree(*found, residues, chosen[i]) && engine.check(*results[i], SmallPrime(chosen[i]), ctx)) {
        r.primes = lifting.primes() + 1;
        set_polynomials(r, std::move(*found), ctx);
        return true;
      }
      found.reset();
      lifting.add(chosen[i], std::move(residues));
    }
    if (lifting.looks_complete(ctx)) found = lifting.lift(ends, ctx);
    // One prime is enough to check what was found; otherwise a tenth more than there are.
    batch = found ? 1 : std::max({std::size_t{1}, threads, lifting.primes() / 10});
  }
}

}  // namespace

UnivariateRepresentation univariate_representation(const std::vector<MultiPolyQ>& equations,
                                                   const ExecutionContext& ctx) {
  const IntegerSystem system = detail::integer_system(equations);
  UnivariateRepresentation r;
  r.variables = equations[0].variables();
  Primes primes;
  for (int attempt = 0; attempt < most_restarts; ++attempt) {
    std::uint32_t first = primes.next();
    while (!detail::coefficients_modulo(system, SmallPrime(first))) first = primes.next();
    const ModularEngine engine(system, SmallPrime(first), ctx);
    r.dimension = engine.dimension();
    r.degree = engine.degree();
    if (engine.dimension() != 0) return r;
    r.form.assign(engine.form().begin(), engine.form().end());
    r.numerators.clear();
    r.denominators.clear();
    if (lift(engine, primes, r, ctx)) return r;
  }
  throw DomainError("primes disagree about the system");
}

}  // namespace v1
}  // namespace polyfork
