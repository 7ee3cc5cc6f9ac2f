// Rational univariate representations over Q: lifting from primes.
#include <polyfork/system/representation.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "core/return_memory.hpp"
#include "groebner/lane_rows.hpp"
#include "system/bivariate/bivariate_engine.hpp"
#include "system/modular/common_variables.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/lift_from_primes.hpp"
#include "system/modular/modular_engine.hpp"
#include "system/modular/multiplicity_classes.hpp"
#include "system/modular/prime_source.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::BivariateEngine;
using detail::CommonFractions;
using detail::IntegerSystem;
using detail::ModularEngine;
using detail::ModularRepresentation;
using detail::PrimeSource;
using detail::SmallPrime;

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

/// The image that `flat` made these numbers of.
ModularRepresentation from_flat(const std::vector<std::uint64_t>& numbers, std::size_t points,
                                const PrimeField& field) {
  ModularRepresentation r(field);
  for (std::size_t begin = 0; begin < numbers.size(); begin += points) {
    std::vector<std::uint64_t> coefficients(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                                            numbers.begin() + static_cast<std::ptrdiff_t>(begin + points));
    if (begin == 0) {
      coefficients.push_back(1);
      r.polynomial = PolyZp::from_elements(field, std::move(coefficients));
    } else {
      r.numerators.push_back(PolyZp::from_elements(field, std::move(coefficients)));
    }
  }
  return r;
}

PolyZ polynomial_of(const std::vector<Integer>& coefficients, const ExecutionContext&) {
  return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
}

Integer content_of(const std::vector<Integer>& numbers, Integer content, const ExecutionContext& ctx) {
  for (const Integer& a : numbers) {
    ctx.poll();
    if (content.is_one()) break;
    content = gcd(content, a);
  }
  return content;
}

/// From the monic polynomial and numerators over its derivative to primitive ones.
void set_polynomials(UnivariateRepresentation& r, std::vector<CommonFractions> groups, const ExecutionContext& ctx) {
  std::vector<Integer> f = std::move(groups[0].numerators);
  Integer leading = groups[0].denominator;
  const Integer content = content_of(f, leading, ctx);
  f.push_back(leading);
  for (Integer& a : f) {
    ctx.poll();
    a = exact_div(a, content);
  }
  leading = f.back();
  r.polynomial = polynomial_of(f, ctx);
  r.numerators.resize(groups.size() - 1);
  r.denominators.resize(groups.size() - 1);
  parallel_for(ctx, groups.size() - 1, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      // x = (a / d) / (f' / leading) = a leading / (d f').
      std::vector<Integer>& a = groups[v + 1].numerators;
      const Integer common = gcd(groups[v + 1].denominator, leading);
      const Integer factor = exact_div(leading, common);
      Integer denominator = exact_div(groups[v + 1].denominator, common);
      for (Integer& c : a) {
        ctx.poll();
        c *= factor;
      }
      const Integer shared = content_of(a, denominator, ctx);
      for (Integer& c : a) {
        ctx.poll();
        c = exact_div(c, shared);
      }
      r.numerators[v] = polynomial_of(a, ctx);
      std::vector<Integer>().swap(a);
      r.denominators[v] = exact_div(denominator, shared);
    }
  });
}

/// About how many primes of 31 bits the representation is lifted from: five bits for each point, what systems of the
/// classical families take within a factor of two, and twice the bits that the equations' coefficients have beyond
/// that, each for as many points as the degree of its equation goes into.
double expected_primes(const IntegerSystem& system, std::size_t points) {
  double bits = 5;
  double used = 0;
  for (const auto& equation : system.equations) {
    if (used++ >= static_cast<double>(system.variables)) break;
    std::size_t longest = 0;
    std::uint64_t degree = 1;
    for (const Integer& c : equation.coefficients) longest = std::max(longest, c.bit_length());
    for (const auto& exponents : equation.exponents)
      degree = std::max(degree, std::accumulate(exponents.begin(), exponents.end(), std::uint64_t{0}));
    if (longest > 4) bits += 2.0 * static_cast<double>(longest - 4) / static_cast<double>(degree);
  }
  return 1 + bits * static_cast<double>(points) / 31;
}

/// Fills in the polynomials. False where the engine's prime is not one of those that behave as most do. Engine:
/// ModularEngine or BivariateEngine.
template <class Engine>
bool lift(const Engine& engine, const IntegerSystem& system, PrimeSource& primes, UnivariateRepresentation& r,
          const ExecutionContext& ctx) {
  const std::size_t points = engine.points();
  detail::ModularImages images;
  for (std::size_t g = 1; g <= r.form.size() + 1; ++g) images.ends.push_back(g * points);
  images.expected_primes = expected_primes(system, points);
  images.replays = [&](std::span<const SmallPrime> several, const ExecutionContext& with) {
    return engine.replays(several, with);
  };
  images.replay_bytes = [&](std::size_t count, std::size_t threads) { return engine.replay_bytes(count, threads); };
  images.image = [&](const detail::PrimeReplay& replay, const SmallPrime& p,
                     const ExecutionContext& with) -> std::optional<std::vector<std::uint64_t>> {
    const auto image = engine.image(replay, p, with);
    if (!image) return std::nullopt;
    return flat(*image);
  };
  if constexpr (std::is_same_v<Engine, BivariateEngine>)
    images.images_together = [&](std::span<const SmallPrime> several, const ExecutionContext& with) {
      std::vector<std::optional<std::vector<std::uint64_t>>> lists;
      lists.reserve(several.size());
      for (const auto& image : engine.images(several, with))
        lists.push_back(image ? std::optional(flat(*image)) : std::nullopt);
      return lists;
    };
  // Rows that the trace leaves out were zero modulo the first prime only.
  images.check = [&](const std::vector<std::uint64_t>& numbers, const SmallPrime& p, const ExecutionContext& with) {
    return engine.check(from_flat(numbers, points, PrimeField::trusted(p.value())), p, with);
  };
  if constexpr (requires { engine.learnt(); })
    if (const ModularRepresentation* const learnt = engine.learnt())
      images.known = detail::ModularImages::Known{flat(*learnt), engine.prime()};
  auto lifted = detail::lift_from_primes(images, system, primes, ctx);
  if (!lifted) return false;
  r.primes = lifted->primes;
  set_polynomials(r, std::move(lifted->groups), ctx);
  return true;
}

/// Everything but dimension and degree. False as `lift`.
template <class Engine>
bool represent(const Engine& engine, const IntegerSystem& system, PrimeSource& primes, UnivariateRepresentation& r,
               const ExecutionContext& ctx) {
  r.form.assign(engine.form().begin(), engine.form().end());
  r.numerators.clear();
  r.denominators.clear();
  if (!lift(engine, system, primes, r, ctx)) return false;
  if (engine.points() == engine.degree()) {
    r.multiplicities = {{1, r.polynomial}};
  } else if (const auto characteristic = engine.characteristic()) {
    r.multiplicities = detail::retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
      return detail::multiplicity_classes(r.polynomial, *characteristic, with);
    });
  }
  return true;
}

}  // namespace

UnivariateRepresentation univariate_representation(const std::vector<MultiPolyQ>& equations,
                                                   const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx)) return univariate_representation(*united, ctx);
  const IntegerSystem system = detail::integer_system(equations);
  UnivariateRepresentation r;
  r.variables = equations[0].variables();
  PrimeSource primes(system);
  const detail::PhasedProgress progress(ctx);
  int dimension = 0;
  for (int attempt = 0; attempt < detail::most_restarts; ++attempt) {
    const SmallPrime prime(primes.next(system));
    const double share = attempt == 0 ? 1 : 0;
    if (auto resultants = BivariateEngine::learn(system, prime, progress.phase(0.05 * share))) {
      r.dimension = 0;
      r.degree = resultants->degree();
      r.resultants = true;
      try {
        if (represent(*resultants, system, primes, r, progress.phase(0.8 * share))) return r;
        continue;
      } catch (const MemoryLimit&) {  // a basis may take less
      }
    }
    r.resultants = false;
    auto learnt = detail::retry_on_one_thread(progress.phase(0.15 * share), [&](const ExecutionContext& with) {
      return std::make_unique<const ModularEngine>(system, prime, with);
    });
    const ModularEngine& engine = *learnt;
    r.dimension = engine.dimension();
    r.degree = engine.degree();
    if (engine.dimension() != 0) {
      // Two primes have to agree.
      if (dimension == engine.dimension()) return r;
      dimension = engine.dimension();
      continue;
    }
    dimension = 0;
    if (!represent(engine, system, primes, r, progress.phase(0.8 * share))) continue;
    // Replays went before, and what they took would add to the isolation of roots, too.
    const std::size_t before = ctx.memory().used() + engine.replay_bytes(detail::prime_lanes, 1);
    learnt.reset();
    detail::return_memory(before - std::min(before, ctx.memory().used()));
    return r;
  }
  throw DomainError("primes disagree about the system");
}

}  // namespace v1
}  // namespace polyfork
