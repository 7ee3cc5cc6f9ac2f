// Solutions that are missing are not integral modulo any of many primes, but their height is bounded.
//
// Let d points be known that are solutions over Q, and let p be a prime modulo which they are integral and d different
// ones. If the residue classes modulo the equations have at most dimension d over Z/pZ, the solutions modulo p are
// these points and no others, and all are simple: at each of them a Jacobian matrix of n equations is invertible modulo
// p. By Hensel's lemma only one solution over the p-adic numbers and their extensions is integral and near to such a
// point: the known one. So any component C of the solutions over Q without a known point has no integral point modulo
// p, in any dimension: through one of the d points modulo p nothing goes but the known solution.
//
// Where some of the points are multiple, identities modulo p show that no others are there (multiple_points.hpp), and
// which are simple. A component C of positive dimension has no integral point modulo p, since there are finitely many
// solutions there and the closure of C modulo p has the dimension of C everywhere. The points of a C of dimension 0 are
// at infinity modulo p or meet a multiple point, where all polynomials vanish that vanish at the multiple points over
// Q: that leaves room for more primes, but bounded as well.
//
// If that is so modulo primes whose logarithms add up to more than most_height_of_components, there is no such C. The
// dimension modulo p is at most the number of monomials under the staircase of polynomials of the ideal. These come
// from a basis computation that is learnt modulo one prime and repeated modulo the others; a prime modulo which other
// monomials lead is left out. Nothing is taken for granted about the primes: all that is used is proved modulo each.
//
// A basis over Q and its proof, which system/bases has, take much longer where numbers are long.
#include "system/solve/completeness_by_primes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "groebner/lane_rows.hpp"
#include "groebner/quotient.hpp"
#include "groebner/replay_lanes.hpp"
#include "system/modular/integer_system.hpp"
#include "system/modular/prime_source.hpp"
#include "system/proofs/component_heights.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/solve/multiple_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t primes_at_most = 50000;
constexpr int most_attempts = 3;

// A prime that is used lies above 2^30.5.
constexpr std::uint32_t least_prime = 1518500250;
constexpr std::uint64_t height_of_prime = 61 * parts_of_bit / 2;

/// The basis computation modulo one prime.
struct LearntBasis {
  F4Trace trace;
  std::size_t classes;                 // monomials under the staircase
  std::unique_ptr<QuotientPlan> plan;  // of products with all variables, where they are wanted
};

/// Empty where there are infinitely many residue classes.
std::optional<LearntBasis> learn(const IntegerSystem& system, const SmallPrime& p, bool with_products,
                                 const ExecutionContext& ctx) {
  MonomialTable monomials(system.variables);
  const auto coefficients = coefficients_modulo(system, p);
  F4 f4(monomials, equations_modulo(system, coefficients.value(), monomials), p, ctx);
  std::vector<MonomialTable::Index> leading;
  leading.reserve(f4.basis().size());
  for (const std::uint32_t i : f4.basis()) leading.push_back(f4.polynomial(i).monomials[0]);
  const int dimension = dimension_of(monomials, leading, ctx);
  if (dimension > 0) return std::nullopt;
  const std::size_t classes = dimension < 0 ? 0 : staircase_of(monomials, leading, ctx).size();
  if (with_products && dimension == 0) {
    auto plan = std::make_unique<QuotientPlan>(f4, monomials, ctx);
    for (std::size_t v = 0; v < system.variables; ++v) plan->prepare(v);
    const LinearForm all(system.variables, 1);
    LearntBasis learnt{f4.take_trace(plan->needed_for(all)), classes, nullptr};
    plan->settle(all);
    learnt.plan = std::move(plan);
    return learnt;
  }
  std::vector<bool> wanted(f4.polynomial_count(), false);
  for (const std::uint32_t i : f4.basis()) wanted[i] = true;
  return LearntBasis{f4.take_trace(std::move(wanted)), classes, nullptr};
}

/// Whether known points are integral modulo p, different ones, and all.
class KnownPoints {
 public:
  KnownPoints() = default;
  KnownPoints(const UnivariateRepresentation& r, const MultiplePoints* multiple, const ExecutionContext& ctx)
      : r_(&r), multiple_(multiple), slope_(derivative(r.polynomial, 1, ctx)) {}

  /// Of which some are multiple; otherwise null.
  const MultiplePoints* multiple() const { return multiple_; }

  /// Whether a basis with so many residue classes can show that they are all.
  bool can_be_all(std::size_t classes) const {
    const std::size_t points = r_ == nullptr ? 0 : static_cast<std::size_t>(r_->polynomial.degree());
    return multiple_ != nullptr ? classes > points : classes == points;
  }

  /// coefficients: of the replay modulo p.
  bool are_all_modulo(const SmallPrime& p, const LearntBasis& basis, const TracedCoefficients& coefficients,
                      const ExecutionContext& ctx) const {
    if (!stay_different_modulo(p, ctx)) return false;
    return multiple_ == nullptr || multiple_->are_all_modulo(p, *basis.plan, coefficients, ctx);
  }

 private:
  bool stay_different_modulo(const SmallPrime& p, const ExecutionContext& ctx) const {
    if (r_ == nullptr) return true;
    const auto vanishes = [&](const Integer& c) { return c.view().mod(p.value()) == 0; };
    if (vanishes(r_->polynomial.leading_coefficient()) || std::ranges::any_of(r_->denominators, vanishes)) return false;
    const PrimeField field = PrimeField::trusted(p.value());
    return gcd(reduce(r_->polynomial, field, ctx), reduce(slope_, field, ctx), ctx).degree() == 0;
  }

  const UnivariateRepresentation* r_ = nullptr;
  const MultiplePoints* multiple_ = nullptr;
  PolyZ slope_;
};

class PrimeProof {
 public:
  PrimeProof(const IntegerSystem& system, const LearntBasis& basis, const KnownPoints& points, PrimeSource& primes,
             const ExecutionContext& ctx)
      : system_(system),
        basis_(basis),
        points_(points),
        primes_(primes),
        ctx_(ctx),
        threads_(static_cast<std::size_t>(ctx.threads())) {}

  /// Whether so many primes leave no room for other solutions. Many that do not follow the first: it is an unlucky one.
  bool has(std::uint64_t primes) {
    while (good_ < primes) {
      if (refused_ > 8 + good_ / 4) return false;
      ctx_.progress("proving by " + std::to_string(good_) + " primes",
                    static_cast<double>(good_) / static_cast<double>(primes));
      const std::size_t count = together_ * threads_;
      while (next_.size() < count) next_.emplace_back(primes_.next(system_));
      if (next_.back().value() < least_prime) return false;
      try {
        for (const bool good : outcomes(count)) ++(good ? good_ : refused_);
        next_.erase(next_.begin(), next_.begin() + static_cast<std::ptrdiff_t>(count));
      } catch (const MemoryLimit&) {
        if (threads_ == 1 && together_ == 1) throw;
        ctx_.plan_cache().clear();
        (threads_ > 1 ? threads_ : together_) = 1;
      }
    }
    return true;
  }

 private:
  /// Which of the next primes, so many of them, show that there are no others.
  std::vector<char> outcomes(std::size_t count) const {
    std::vector<char> good(count, 0);
    const ExecutionContext of_each = ctx_.with_threads(1);
    parallel_for(ctx_.with_threads(static_cast<int>(threads_)), threads_, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) look_at(k * together_, good, of_each);
    });
    return good;
  }

  void look_at(std::size_t first, std::vector<char>& good, const ExecutionContext& ctx) const {
    const auto several = std::span(next_).subspan(first, together_);
    std::vector<TracedCoefficients> inputs;
    inputs.reserve(several.size());
    for (const SmallPrime& p : several) inputs.push_back(coefficients_modulo(system_, p).value());
    const auto replays = replay_several(basis_.trace, inputs, several, ctx);
    for (std::size_t i = 0; i < several.size(); ++i) {
      ctx.poll();
      if (replays[i] && points_.are_all_modulo(several[i], basis_, *replays[i], ctx)) good[first + i] = 1;
    }
  }

  const IntegerSystem& system_;
  const LearntBasis& basis_;
  const KnownPoints& points_;
  PrimeSource& primes_;
  const ExecutionContext& ctx_;
  std::size_t threads_;
  std::size_t together_ = prime_lanes;
  std::vector<SmallPrime> next_;  // those that have not been looked at
  std::uint64_t good_ = 0;
  std::uint64_t refused_ = 0;
};

std::optional<Integer> height_bound(const std::vector<IntegerEquation>& equations, std::size_t variables,
                                    const KnownPoints& points, const ExecutionContext& ctx) {
  if (points.multiple() == nullptr) return most_height_of_components(equations, variables, ctx);
  std::optional<Integer> least;
  for (const VanishingPolynomials& vanishing : points.multiple()->vanishing_polynomials(ctx)) {
    auto bound = most_height_of_components(equations, variables, ctx, &vanishing);
    if (bound && (!least || *bound < *least)) least = std::move(bound);
  }
  return least;
}

bool are_all(const std::vector<MultiPolyQ>& equations, const KnownPoints& points, const ExecutionContext& ctx) {
  const IntegerSystem system = integer_system(equations);
  const auto height = height_bound(integer_equations(equations, ctx), system.variables, points, ctx);
  if (!height || *height >= Integer(primes_at_most * height_of_prime)) return false;
  const auto primes = static_cast<std::uint64_t>(height->to_int64()) / height_of_prime + 1;
  PrimeSource source(system);
  const PhasedProgress progress(ctx);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const SmallPrime p(source.next(system));
    const auto basis = retry_on_one_thread(progress.phase(attempt == 0 ? 0.1 : 0), [&](const ExecutionContext& with) {
      return learn(system, p, points.multiple() != nullptr, with);
    });
    if (!basis || !points.can_be_all(basis->classes)) continue;
    const auto replaying = progress.phase(attempt == 0 ? 0.9 : 0);
    if (PrimeProof(system, *basis, points, source, replaying).has(primes)) return true;
  }
  return false;
}

}  // namespace

bool has_no_others_modulo_primes(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                 const ExecutionContext& ctx) {
  if (r.degree == static_cast<std::size_t>(r.polynomial.degree()))
    return are_all(equations, KnownPoints(r, nullptr, ctx), ctx);
  const auto multiple = MultiplePoints::of(r, ctx);
  return multiple && are_all(equations, KnownPoints(r, &*multiple, ctx), ctx);
}

bool has_no_solutions_modulo_primes(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  return are_all(equations, KnownPoints(), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
