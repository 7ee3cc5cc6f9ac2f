// Rational univariate representations over Q: lifting from primes.
#include <polyfork/system/representation.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/ring/primes.hpp>

#include "system/modular/integer_system.hpp"
#include "system/modular/modular_engine.hpp"
#include "system/modular/rational_lift.hpp"

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

/// Primes below 2^31, descending. Where they begin is drawn from the system: nobody has to fear that numbers that occur
/// often, such as 2^31 - 1, are among them.
class Primes {
 public:
  explicit Primes(const IntegerSystem& system) {
    std::uint64_t hash = system.variables;
    const auto mix = [&hash](std::uint64_t word) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29;
    };
    for (const auto& f : system.equations)
      for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
        mix(f.coefficients[i].view().mod((std::uint64_t{1} << 61) - 1));
        for (const std::uint64_t e : f.exponents[i]) mix(e);
      }
    // The upper half of what lies between 2^30 and 2^31 holds 25 million primes.
    last_ = prime_bound - (hash >> 35);
  }
  /// The next one modulo which no coefficient vanishes.
  std::uint32_t next(const IntegerSystem& system) {
    do {
      last_ = previous_prime(last_);
    } while (!detail::coefficients_modulo(system, SmallPrime(static_cast<std::uint32_t>(last_))));
    return static_cast<std::uint32_t>(last_);
  }

 private:
  std::uint64_t last_ = 0;
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

/// Fills in the polynomials. False where the engine's prime is not one of those that behave as most do.
bool lift(const ModularEngine& engine, const IntegerSystem& system, Primes& primes, UnivariateRepresentation& r,
          const ExecutionContext& ctx) {
  const std::size_t points = engine.points();
  const std::size_t groups = r.form.size() + 1;
  std::vector<std::size_t> ends;
  for (std::size_t g = 1; g <= groups; ++g) ends.push_back(g * points);
  RationalLift lifting(groups * points);
  std::optional<std::vector<CommonFractions>> found;
  std::vector<MemoryReservation> held;
  std::size_t refused = 0;
  const auto threads = static_cast<std::size_t>(ctx.threads());
  std::size_t batch = std::max<std::size_t>(2, threads);
  for (;;) {
    std::vector<std::uint32_t> chosen(batch);
    for (std::uint32_t& p : chosen) p = primes.next(system);
    auto results = images(engine, chosen, ctx);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!results[i]) {
        if (++refused > 2 + lifting.primes() / 4) return false;
        continue;
      }
      std::vector<std::uint64_t> residues = flat(*results[i]);
      if (found && agree(*found, residues, chosen[i])) {
        // Rows that the trace leaves out were zero modulo the first prime only.
        if (!engine.check(*results[i], SmallPrime(chosen[i]), ctx)) return false;
        r.primes = lifting.primes() + 1;
        set_polynomials(r, std::move(*found), ctx);
        return true;
      }
      found.reset();
      held.emplace_back(ctx.memory(), residues.size() * sizeof(std::uint64_t));
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
  Primes primes(system);
  int dimension = 0;
  for (int attempt = 0; attempt < most_restarts; ++attempt) {
    const ModularEngine engine(system, SmallPrime(primes.next(system)), ctx);
    r.dimension = engine.dimension();
    r.degree = engine.degree();
    if (engine.dimension() != 0) {
      // Two primes have to agree.
      if (dimension == engine.dimension()) return r;
      dimension = engine.dimension();
      continue;
    }
    dimension = 0;
    r.form.assign(engine.form().begin(), engine.form().end());
    r.numerators.clear();
    r.denominators.clear();
    if (lift(engine, system, primes, r, ctx)) return r;
  }
  throw DomainError("primes disagree about the system");
}

namespace detail {

int probable_dimension(const IntegerSystem& system, const ExecutionContext& ctx) {
  Primes primes(system);
  std::vector<int> seen;
  for (int attempt = 0; attempt < most_restarts; ++attempt) {
    const int dimension = dimension_modulo(system, SmallPrime(primes.next(system)), ctx);
    if (std::find(seen.begin(), seen.end(), dimension) != seen.end()) return dimension;
    seen.push_back(dimension);
  }
  throw DomainError("primes disagree about the system");
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
